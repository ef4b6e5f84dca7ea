import { MANIFEST_FILE, routeOf } from "../../contract/paths.ts";
import { staticFileOf } from "../../contract/static-files.ts";

/** Paths whose answers to a query come from the index. */
const ASKED_WITH_QUERY = (["posts", "projects", "books", "photos", "search"] as const).map((name) => routeOf(name).path);
const API_FILES = "api/v1/";

/**
 * Public addresses whose answers a build changed, one each: what a cache before the host is to forget. One that ends with `*` is a prefix.
 *
 * @param changed files that were written or removed, below the out folder
 * @param baseUrl of the API: `https://ines.example/api/v1`
 */
export function toChangedAddresses(changed: readonly string[], baseUrl: string): readonly string[] {
  const origin = baseUrl.slice(0, baseUrl.length - "/api/v1".length);
  const addresses = changed.flatMap((path) => {
    // The API's own file is called as it is.
    if (path === `${API_FILES}openapi.json`) return [`${baseUrl}/openapi.json`];
    if (path.startsWith(API_FILES) && path.endsWith(".json")) return [`${baseUrl}/${path.slice(API_FILES.length, -".json".length)}`];
    if (path.startsWith(API_FILES) && path.endsWith(".md")) return [`${baseUrl}/${path.slice(API_FILES.length)}`];
    return staticFileOf(`/${path}`) === null ? [] : [`${origin}/${path}`];
  });
  const prefixes = changed.includes(MANIFEST_FILE) ? ASKED_WITH_QUERY.map((path) => `${baseUrl}${path}?*`) : [];
  return [...addresses, ...prefixes];
}
