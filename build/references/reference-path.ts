import { posix } from "node:path";
import { pathBelow, pathOfAddress } from "../../contract/text/base-path.ts";

/** Reads references in content as paths, without access to the disk. */

/** A place inside one of the roots. */
export interface Place {
  readonly root: string;
  readonly segments: readonly string[];
}

/** One way to read a reference. */
export interface Reading {
  /** With forward slashes. */
  readonly path: string;
  /** Query and fragment as written, or "". */
  readonly rest: string;
}

/**
 * Reads a URL: `a%20b.md?x#y` → `a b.md` and `?x#y`. Returns null if a `%` is not part of an
 * encoded UTF-8 character.
 */
function asUrl(written: string): Reading | null {
  const end = written.search(/[?#]/);
  const path = end === -1 ? written : written.slice(0, end);
  try {
    return { path: decodeURIComponent(path), rest: end === -1 ? "" : written.slice(end) };
  } catch {
    return null;
  }
}

/**
 * The ways to read a reference, likeliest first: a URL in Markdown, a literal path in front matter.
 * If the first way finds nothing, the other is tried, so that `100% wool.jpg` and `c#.png` are
 * found in both.
 */
export function readingsOf(written: string, writtenAs: "url" | "path"): readonly Reading[] {
  const plain: Reading = { path: written, rest: "" };
  if (!/[%?#]/.test(written)) return [plain];
  const url = asUrl(written);
  if (url === null || url.path === written) return [plain];
  return writtenAs === "url" ? [url, plain] : [plain, url];
}

/** The place of a path relative to a folder; null if it is outside all roots. */
export function placeOf(path: string, folder: string, roots: readonly string[]): Place | null {
  const absolute = posix.join(folder, path);
  for (const root of roots) {
    if (absolute !== root && !absolute.startsWith(`${root}/`)) continue;
    return { root, segments: segmentsOf(absolute.slice(root.length)) };
  }
  return null;
}

/**
 * Possible places of a path from the root of the site: below each static folder, or in a static
 * folder with the name of the first segment. With `static: ["assets"]`, `/assets/heron.jpg` is
 * `assets/heron.jpg`, so a site can list single folders and files of its root.
 *
 * @param segments segments of the path
 * @param staticDirs absolute, with forward slashes
 */
export function rootedPlaces(segments: readonly string[], staticDirs: readonly string[]): readonly Place[] {
  const places: Place[] = staticDirs.map((root) => ({ root, segments }));
  const [first = ""] = segments;
  if (first === "") return places;
  for (const entry of staticDirs) if (entry.endsWith(`/${first}`)) places.push({ root: posix.dirname(entry), segments });
  return places;
}

/** Path segments without dots. `..` at the top stays at the top. */
export function segmentsOf(path: string): readonly string[] {
  // Most paths have no dots to remove, which these two searches find out faster than the pattern.
  const isDotted = (path.includes("./") || path.endsWith(".")) && DOTTED.test(path);
  const plain = isDotted ? posix.normalize(`/${path}`) : path;
  return plain.split("/").filter((segment) => segment !== "");
}

/** A segment that consists of dots. */
const DOTTED = /(?:^|\/)\.\.?(?:\/|$)/;

/** The path that an author in `folder` would write: `../projects/loom.md`, `./heron.jpg`. */
export function relativePath(folder: string, absolute: string): string {
  const path = posix.relative(folder, absolute);
  return path.startsWith("../") ? path : `./${path}`;
}

/** An absolute address with an ordinary host, which parsing would only change to lower case. */
const ORDINARY_HOST = /^(?:https?:)?\/\/([a-z0-9.-]+\.[a-z]{2,})(?:[/?#]|$)/i;

/**
 * Recognizes most addresses on other hosts without parsing them, because texts contain many.
 * @param sites addresses
 */
export function createHostFilter(sites: readonly string[]): (address: string) => boolean {
  const hosts = new Set(sites.map((site) => URL.parse(site)?.host));
  return (address) => {
    const host = ORDINARY_HOST.exec(address)?.[1];
    return host !== undefined && !hosts.has(host.toLowerCase());
  };
}

/**
 * The path of an address relative to its site.
 * @param sites addresses without a final slash
 * @returns null if the address is on none of them
 */
export function pathOnSite(address: URL | null, sites: readonly string[]): string | null {
  if (address === null) return null;
  const { origin } = address;
  for (const site of sites) {
    if (!site.startsWith(origin)) continue;
    const base = pathOfAddress(site);
    const path = origin + base === site ? pathBelow(base, address.pathname) : null;
    if (path !== null) return path;
  }
  return null;
}
