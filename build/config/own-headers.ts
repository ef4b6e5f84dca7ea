import { folderOf, isForPath } from "../../contract/config/site-rules.ts";
import { HOST_ROUTES } from "../../contract/host-routes.ts";
import { pageKey } from "../../contract/page-key.ts";
import {
  API_PREFIX,
  fileOfPath,
  INDEX_PREFIX,
  MANIFEST_FILE,
  MEDIA_PREFIX,
  SNAPSHOT_ENTRY,
  SNAPSHOT_PREFIX,
} from "../../contract/paths.ts";
import { ROOT_FILES, staticFileOf, staticHeaders } from "../../contract/static-files.ts";

/** A header that may have several values, because browsers obey all of them. */
const JOINABLE = "content-security-policy";
/** Addresses of Octavo's own files, one for each family. */
const OWN_FILES = [
  ...Object.keys(ROOT_FILES),
  ...["/sitemap-1.xml", `${MEDIA_PREFIX}/x.webp`, `/${MANIFEST_FILE}`, `/${SNAPSHOT_ENTRY}`, `${SNAPSHOT_PREFIX}x.json`],
  `${INDEX_PREFIX}/posts.x.json`,
];

/**
 * Finds one of Octavo's addresses that a rule covers and that has a different value for the header.
 * Returns null if there is none.
 */
export function findOwnHeader(path: string, name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (lower === JOINABLE) return null;
  const differs = (headers: Readonly<Record<string, string>>): boolean =>
    Object.entries(headers).some(([own, ownValue]) => own.toLowerCase() === lower && ownValue !== value);
  // The last address is for a rule that names one file of a family.
  for (const address of [...OWN_FILES, path.replace(/\*$/, "x")]) {
    const file = isForPath(path, address) ? staticFileOf(address) : null;
    if (file !== null && differs(staticHeaders(file))) return address;
  }
  return HOST_ROUTES.some(({ headers }) => differs(headers)) ? findApiAddress(path) : null;
}

/** Finds an API address that a rule covers; null if there is none. */
function findApiAddress(pattern: string): string | null {
  const folder = folderOf(pattern);
  const below = [`${API_PREFIX}/`, `/${fileOfPath("")}/`].some((own) => `${pageKey(pattern)}/`.startsWith(own));
  if (below) return pattern.replace(/\*$/, "x");
  return folder !== null && `${API_PREFIX}/`.startsWith(folder) ? API_PREFIX : null;
}
