import { PAGE_PATH_MAX } from "../../../contract/limits.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { API_PREFIX, INDEX_PREFIX, MCP_PATH, MEDIA_PREFIX, REFERENCE_PATH } from "../../../contract/paths.ts";
import { listServerPages } from "../../../contract/proxy-headers.ts";
import { HOST_CONTROL_FILES, HOSTS_FOLDER, ROOT_FILES, SITEMAP_PART } from "../../../contract/static-files.ts";
import { decodePercent } from "../../../contract/text/decode-percent.ts";
import { encodeSegment } from "../../../contract/text/encode-segment.ts";
import type { ReadResult } from "../../shared/diagnostics.ts";
import { describe } from "../../sources/wording.ts";

/** Paths of pages, below the site's URL. */

const WANT_PATH = "want a path of the site, such as /2019/05/old-title/";
const SITEMAP_FILE = new RegExp(SITEMAP_PART);
/**
 * Reserved paths. Files of a build, the read handler or the write server answer requests at and
 * below them.
 */
export const OWN_PLACES: readonly string[] = [
  API_PREFIX,
  INDEX_PREFIX,
  MEDIA_PREFIX,
  MCP_PATH,
  REFERENCE_PATH,
  `/${HOSTS_FOLDER}`,
  ...listServerPages(false).map(({ path }) => path),
].map((path) => path.replace(/\/$/, ""));
const HOST_CONTROL_PATHS = HOST_CONTROL_FILES.map((name) => `/${name}`);
/** First segments of reserved paths. Nearly all pages have a different one. */
const RESERVED_STARTS = new Set([...OWN_PLACES, ...HOST_CONTROL_PATHS, ...Object.keys(ROOT_FILES)].map(firstSegment));

/**
 * Reads the path of a page in any form that authors use: `/2019/05/old-title/`, `/über uns`,
 * `/%C3%BCber%20uns`.
 * @returns percent-encoded as browsers send it; a final slash is kept
 */
export function readPagePath(written: string): ReadResult {
  const wrong = (problem: string, hint = WANT_PATH): ReadResult => ({ ok: false, message: `${describe(written)} ${problem}`, hint });
  const elsewhere = /^[a-z][a-z0-9+.-]*:\/*/i.test(written) || /^[/\\]{2}/.test(written);
  if (elsewhere) {
    const path = URL.parse(written)?.pathname ?? "";
    return wrong("is an address, not a path of the site", path.length > 1 ? `want only the path: ${path}` : WANT_PATH);
  }
  if (/(?:^|\/)\s|\s(?:\/|$)/.test(written))
    return wrong("has a space next to a slash or at either end", "remove the space; write %20 if the address contains it");
  if (!written.startsWith("/")) return wrong("does not begin with /", `want /${written}`);
  if (/[?#]/.test(written))
    return wrong("has a query or a fragment: hosts find pages only by their path", `want ${written.replace(/[?#].*$/s, "")}`);
  if (/[{}]/.test(written) || /\/:[a-z]/.test(written))
    return wrong(
      "has a placeholder",
      'write the path out; placeholders are for all documents of a kind: urls: { posts: "/{year}/{slug}/" } in octavo.config.ts',
    );
  if (/\*(?:\/|$)/.test(written))
    return wrong(
      "has an asterisk, which does not match other paths here",
      'write the path out; for a whole folder: redirects: { "/old/*": "/new/:splat" } in octavo.config.ts',
    );
  if (written === "/") return wrong("is the home page");
  const segments = written.slice(1).split("/").map(decodePercent);
  if (segments.includes(null)) return wrong("has a % that is not part of a UTF-8 character", "write %25 for a percent sign");
  const plain = segments as readonly string[];
  if (plain.some((segment) => /[\p{Cc}/\\]/u.test(segment))) return wrong("has a backslash, a control character or a slash in disguise");
  if (plain.some((segment) => segment === "." || segment === "..")) return wrong("has a segment of dots");
  if (plain.slice(0, -1).includes("")) return wrong("has two slashes in a row");
  const path = `/${plain.map(encodeSegment).join("/")}`;
  const reserved = reservedAs(path);
  if (reserved !== null) return wrong(`is ${reserved}`);
  return path.length > PAGE_PATH_MAX ? wrong(`is longer than ${PAGE_PATH_MAX} characters`) : { ok: true, value: path };
}

/**
 * Why a path is reserved, ignoring case: a file of the build, the write server or the host answers
 * there; null if a page can have it.
 */
export function reservedAs(path: string): string | null {
  // A host on a file system that ignores case answers both spellings.
  const key = pageKey(path).toLowerCase();
  const isFile = SITEMAP_FILE.test(key);
  if (!isFile && !RESERVED_STARTS.has(firstSegment(key))) return null;
  if (isAtOrBelow(key, HOST_CONTROL_PATHS)) return "a file that controls hosts";
  return isFile || Object.hasOwn(ROOT_FILES, key) || isAtOrBelow(key, OWN_PLACES) ? "an address of the API and its files" : null;
}

/** Like `reservedAs`, for pages, which must also not be a folder around reserved paths. */
export function reservedAround(path: string): string | null {
  const key = pageKey(path).toLowerCase();
  const isAround = RESERVED_STARTS.has(firstSegment(key)) && OWN_PLACES.some((own) => own.startsWith(`${key}/`));
  return reservedAs(path) ?? (isAround ? "a folder around addresses of the API and its files" : null);
}

function firstSegment(path: string): string {
  const end = path.indexOf("/", 1);
  return end === -1 ? path : path.slice(0, end);
}

function isAtOrBelow(key: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => key.startsWith(prefix) && (key.length === prefix.length || key[prefix.length] === "/"));
}
