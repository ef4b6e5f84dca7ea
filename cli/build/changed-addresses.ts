import { fileOfPath, MANIFEST_FILE, ROUTES, routeOf } from "../../contract/paths.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { staticFileOf } from "../../contract/static-files.ts";
import { putBelow, siteOfApi } from "../../contract/text/base-path.ts";

/** Paths whose queries are answered from the index. */
const ASKED_WITH_QUERY = ROUTES.filter(({ name, serverMethods }) => serverMethods.length === 0 && QUERY_PARAMETERS[name].length > 0).map(
  ({ path }) => path,
);
/** Matches an index file and its list: `index/v1/talks.chunk.0123456789abcdef.json`. */
const LIST_FILE = /^index\/v1\/([a-z0-9-]+)\.[a-z]+\.[0-9a-f]+\.json$/;
const API_FILE = fileOfPath(routeOf("api").path);
const API_FILES = "api/v1/";

/**
 * Public addresses whose answers a build changed, for purging caches. An address that ends with `*`
 * is a prefix.
 * @param changed files written or removed, relative to the out folder
 * @param baseUrl address of the API: `https://ines.example/api/v1`
 */
export function toChangedAddresses(changed: readonly string[], baseUrl: string): readonly string[] {
  const site = siteOfApi(baseUrl);
  const addresses = changed.flatMap((path) => {
    if (path === API_FILE) return [baseUrl];
    // The API's own file keeps its name.
    if (path === `${API_FILES}openapi.json`) return [`${baseUrl}/openapi.json`];
    if (path.startsWith(API_FILES) && path.endsWith(".json")) return [`${baseUrl}/${path.slice(API_FILES.length, -".json".length)}`];
    if (path.startsWith(API_FILES) && path.endsWith(".md")) return [`${baseUrl}/${path.slice(API_FILES.length)}`];
    return staticFileOf(`/${path}`) === null ? [] : [putBelow(site, `/${path}`)];
  });
  const ofKinds = changed.flatMap((path) => LIST_FILE.exec(path)?.[1] ?? []).map((kind) => `/${kind}`);
  const asked = changed.includes(MANIFEST_FILE) ? new Set([...ASKED_WITH_QUERY, ...ofKinds]) : [];
  const prefixes = [...asked].map((path) => `${baseUrl}${path}?*`);
  return [...addresses, ...prefixes];
}
