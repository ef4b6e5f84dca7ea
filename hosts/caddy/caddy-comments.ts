import { type HostRoute, ownQueryOf } from "../../contract/host-routes.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { caddyProxyLines, respondProblem } from "./caddy-answers.ts";
import { caddyBlock, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/**
 * Lines that answer GET and HEAD of a route about comments: from the server, where it is away or slow from the reader, which has the snapshot, else the first page of
 * each post from its file. @param name of the matcher that found the route
 */
export function serverFirstLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  const { server } = options;
  const snapshot = snapshotLines(route, name, site, options);
  return server === null ? snapshot : caddyProxyLines(server, { cookies: false, secret: true, away: snapshot, reads: "server" });
}

/** The same without the server. @param settings of the file server */
export function snapshotLines(
  route: HostRoute,
  name: string,
  site: HostSite,
  options: HostOptions,
  settings: readonly string[] = [],
): string[] {
  const { reader } = options;
  const file = pageLines(route, name, site, options, settings);
  return reader === null ? file : caddyProxyLines(reader, { cookies: false, secret: false, away: file, reads: "files" });
}

/** What a file answers is the first page of a post. A server that is away comes back; where there is none, nobody will answer. */
function pageLines(route: HostRoute, name: string, site: HostSite, { server }: HostOptions, settings: readonly string[]): string[] {
  const problem = (code: "query-not-supported" | "temporary-reduced-capacity"): string[] =>
    respondProblem(site, { code, headers: route.cors });
  const otherwise = problem(server === null ? "query-not-supported" : "temporary-reduced-capacity");
  const ownQuery = ownQueryOf(route);
  if (route.name !== "comments" || ownQuery === null) return otherwise;
  const handled = (matcher: string, lines: readonly string[]): string[] => caddyBlock(`handle @${matcher}`, caddyBlock("route", lines));
  return [
    `@${name}_paged vars_regexp {http.request.uri.query} ${quoteRaw(ownQuery)}`,
    ...handled(`${name}_paged`, otherwise),
    `rewrite * {http.regexp.${name}.0}.json`,
    `@${name}_missing not file {http.request.uri.path}`,
    ...handled(`${name}_missing`, problem("temporary-reduced-capacity")),
    ...setHeaders(route.headers),
    "request_header -Range",
    ...caddyBlock("file_server", ["precompressed gzip", ...settings]),
  ];
}
