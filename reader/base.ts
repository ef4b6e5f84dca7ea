/** The path that the site is below: "" or `/blog`. Links and views name paths below it. */
export function readBase(): string {
  return globalThis.document?.documentElement.dataset.base ?? "";
}

/** A path below the base; null: it is outside. */
export function toSitePath(pathname: string): string | null {
  const base = readBase();
  if (pathname === base) return "/";
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/** Path of this page, below the base. */
export function currentPath(): string {
  return toSitePath(location.pathname) ?? "/";
}
