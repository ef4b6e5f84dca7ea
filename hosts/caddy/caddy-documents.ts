import { fileAddressOf, type HostRoute } from "../../contract/host-routes.ts";
import { API_PREFIX } from "../../contract/paths.ts";
import type { HostSite } from "../host-site.ts";
import { respondProblem } from "./caddy-answers.ts";
import { caddyBlock, setHeaders } from "./caddy-syntax.ts";

/**
 * Lines that answer from a route's file.
 * @param name name of the matcher for the route
 * @param settings settings of the file server
 */
export function documentLines(route: HostRoute, name: string, site: HostSite, settings: readonly string[] = []): string[] {
  const link = site.links.get(route.path);
  return [
    ...rewriteLines(route, name, site),
    `@${name}_missing not file {http.request.uri.path}`,
    ...caddyBlock(`handle @${name}_missing`, caddyBlock("route", respondProblem(site, { code: "not-found", headers: route.cors }))),
    ...setHeaders({ ...route.headers, ...(link === undefined ? {} : { Link: link }) }),
    // A part of a document is not a document.
    "request_header -Range",
    ...caddyBlock("file_server", ["precompressed gzip", ...settings]),
  ];
}

function rewriteLines(route: HostRoute, name: string, { base, aliases }: HostSite): string[] {
  const pairs = Object.entries(aliases);
  if (route.isLiteral) return [`rewrite * ${fileAddressOf(route)}`];
  if (route.name !== "post" || pairs.length === 0) return [`rewrite * {http.regexp.${name}.0}${route.fileEnding}`];
  const aliasLines = pairs.map(([alias, slug]) => `${base}${API_PREFIX}/posts/${alias} ${base}${API_PREFIX}/posts/${slug}`);
  return [
    "# Former slugs of posts.",
    ...caddyBlock(`map {http.regexp.${name}.0} {octavo_post}`, [...aliasLines, `default {http.regexp.${name}.0}`]),
    "rewrite * {octavo_post}.json",
  ];
}
