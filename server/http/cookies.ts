/** The visitor's cookie: its name, its attributes, and what is read of a `Cookie` header. Values are made and checked by tokens.ts. */

/** 400 days: the most that browsers keep. */
const MAX_AGE_SECONDS = 400 * 86_400;

export interface CookieOptions {
  /** False where the configured public URL is plain http (development): browsers drop Secure cookies there. */
  readonly secure: boolean;
  /** Base path of the site: "" or `/blog`. Two sites on one origin have a cookie each. */
  readonly base: string;
}

/** `__Host-` demands `Path=/`: browsers drop the cookie otherwise. */
export function visitorCookieName({ secure, base }: CookieOptions): string {
  return secure ? `__${base === "" ? "Host" : "Secure"}-visitor` : "visitor";
}

/**
 * All values of the visitor's cookie, in the order in which they came: a partitioned one and one that is not can stand side by side.
 * Names are compared exactly; a value in quotes is not ours.
 */
export function readVisitorCookies(header: string | null, options: CookieOptions): string[] {
  if (header === null) return [];
  const name = visitorCookieName(options);
  return header.split(";").flatMap((pair) => {
    const equals = pair.indexOf("=");
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}

/**
 * @param value of `[A-Za-z0-9._-]` alone
 * @param crossSite for a page of another site that the owner lists: `SameSite=None; Partitioned`, which https alone allows
 * @throws TypeError for another value: it could end the header
 */
export function visitorCookie(value: string, options: CookieOptions & { readonly crossSite: boolean }): string {
  if (!/^[A-Za-z0-9._-]+$/.test(value)) throw new TypeError("the value of a cookie has characters that it must not have");
  const start = `${visitorCookieName(options)}=${value}; Path=${options.base}/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly`;
  if (!options.secure) return `${start}; SameSite=Lax`;
  return options.crossSite ? `${start}; Secure; SameSite=None; Partitioned` : `${start}; Secure; SameSite=Lax`;
}

/**
 * Whether an allowed request comes from a page of another site. Without Sec-Fetch-Site (old browsers) every origin but the site's own counts as one:
 * the attributes of such a cookie work on the same site too.
 */
export function isCrossSite(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "cross-site";
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== ownOrigin;
}
