import { posix } from "node:path";
import { pathBelow, pathOfAddress } from "../../contract/text/base-path.ts";

/** How a reference in content is read as a path. No disk here. */

/** A place inside one of the roots. */
export interface Place {
  readonly root: string;
  readonly segments: readonly string[];
}

/** One way to read a reference. */
export interface Reading {
  /** With forward slashes. */
  readonly path: string;
  /** Query and fragment as written; "" where the path is everything. */
  readonly rest: string;
}

/** `a%20b.md?x#y` → `a b.md` and `?x#y`, or null where `%` begins no UTF-8 character. */
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
 * The ways to read a reference, the likeliest first: in Markdown it is a URL, in front matter a path as it stands. The other
 * way is tried where the first finds nothing, so that `100% wool.jpg` and `c#.png` are found wherever they are written.
 */
export function readingsOf(written: string, writtenAs: "url" | "path"): readonly Reading[] {
  const plain: Reading = { path: written, rest: "" };
  if (!/[%?#]/.test(written)) return [plain];
  const url = asUrl(written);
  if (url === null || url.path === written) return [plain];
  return writtenAs === "url" ? [url, plain] : [plain, url];
}

/** Where a path leads that is relative to a folder, or null where that is outside all of the roots. */
export function placeOf(path: string, folder: string, roots: readonly string[]): Place | null {
  const absolute = posix.join(folder, path);
  for (const root of roots) {
    if (absolute !== root && !absolute.startsWith(`${root}/`)) continue;
    return { root, segments: segmentsOf(absolute.slice(root.length)) };
  }
  return null;
}

/**
 * Where a path from the root of the site may lie: below each static folder, or at an entry of that name. With `static: ["assets"]`,
 * `/assets/heron.jpg` is `assets/heron.jpg`, which lets a site name single folders and files of its root.
 *
 * @param segments of the path
 * @param staticDirs absolute, with forward slashes
 */
export function rootedPlaces(segments: readonly string[], staticDirs: readonly string[]): readonly Place[] {
  const below = staticDirs.map((root) => ({ root, segments }));
  const named = staticDirs.filter((entry) => posix.basename(entry) === segments[0]);
  return [...below, ...named.map((entry) => ({ root: posix.dirname(entry), segments }))];
}

/** Path segments without dots: `..` at the top stays there. */
export function segmentsOf(path: string): readonly string[] {
  // Most paths have nothing to take out.
  const plain = DOTTED.test(path) ? posix.normalize(`/${path}`) : path;
  return plain.split("/").filter((segment) => segment !== "");
}

/** A segment of dots alone. */
const DOTTED = /(?:^|\/)\.\.?(?:\/|$)/;

/** A path as an author writes it from `folder`: `../projects/loom.md`, `./heron.jpg`. */
export function relativePath(folder: string, absolute: string): string {
  const path = posix.relative(folder, absolute);
  return path.startsWith("../") ? path : `./${path}`;
}

/** The path of an address below the site that it is on. @param sites addresses without a slash at the end; null: it is on none of them */
export function pathOnSite(address: URL | null, sites: readonly string[]): string | null {
  if (address === null) return null;
  const [path = null] = sites.flatMap((site) => {
    const base = pathOfAddress(site);
    return address.origin + base === site ? (pathBelow(base, address.pathname) ?? []) : [];
  });
  return path;
}
