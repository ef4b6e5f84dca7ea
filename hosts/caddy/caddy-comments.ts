import { commentedSlug, escapeDots, FIRST_PAGE_QUERY, type HostRoute, ownQueryOf, snapshotFileOf } from "../../contract/host-routes.ts";
import { API_PREFIX, NO_COMMENTS_FILE, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { caddyProxyLines, respondProblem } from "./caddy-answers.ts";
import { caddyBlock, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/**
 * Lines that answer GET and HEAD of a route about comments or counts: from the server; if it is
 * unavailable or slow, from the reader with its snapshot; otherwise, for the default query, from a
 * file.
 * @param name name of the matcher for the route
 */
export function serverFirstLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  const { server } = options;
  const snapshot = snapshotLines(route, name, site, options);
  return server === null ? snapshot : caddyProxyLines(server, { cookies: false, secret: true, away: snapshot, reads: "server" });
}

/**
 * The same lines without the server.
 * @param settings settings of the file server
 */
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

/**
 * Answers the default query from a file. Any other query gets 503 if the server may come back, or
 * 501 if there is no server.
 */
function pageLines(route: HostRoute, name: string, site: HostSite, { server }: HostOptions, settings: readonly string[]): string[] {
  const problem = (code: "not-found" | "query-not-supported" | "temporary-reduced-capacity"): string[] =>
    respondProblem(site, { code, headers: route.cors });
  const otherwise = problem(server === null ? "query-not-supported" : "temporary-reduced-capacity");
  const answer = snapshotFileOf(route);
  if (answer === null) return otherwise;
  const ownQuery = ownQueryOf(route);
  const handled = (matcher: string, lines: readonly string[]): string[] => caddyBlock(`handle @${matcher}`, caddyBlock("route", lines));
  const paged = [
    `vars_regexp {http.request.uri.query} ${quoteRaw(ownQuery ?? "")}`,
    ...(route.name === "comments" ? [`not vars_regexp {http.request.uri.query} ${quoteRaw(FIRST_PAGE_QUERY)}`] : []),
  ];
  return [
    ...(ownQuery === null ? [] : [...caddyBlock(`@${name}_paged`, paged), ...handled(`${name}_paged`, otherwise)]),
    `@${name}_no_snapshot not file ${site.base}/${SNAPSHOT_ENTRY}`,
    ...handled(`${name}_no_snapshot`, problem("temporary-reduced-capacity")),
    ...(route.isLiteral
      ? [`rewrite * ${site.base}${API_PREFIX}/${answer}`]
      : postLines(route, answer, name, site, handled(`${name}_unknown`, problem("not-found")))),
    `@${name}_missing not file {http.request.uri.path}`,
    ...handled(`${name}_missing`, problem("temporary-reduced-capacity")),
    ...setHeaders(route.headers),
    "request_header -Range",
    ...caddyBlock("file_server", ["precompressed gzip", ...settings]),
  ];
}

/**
 * Finds the file of a post by its current or former slug. A post without a file has no comments.
 */
function postLines(
  { name: routeName }: HostRoute,
  answer: string,
  name: string,
  { base, aliases }: HostSite,
  unknown: readonly string[],
): string[] {
  const aliasLines = Object.entries(aliases).map(([alias, slug]) => `~^${escapeDots(base)}${API_PREFIX}/posts/${alias}/ ${slug}`);
  return [
    ...caddyBlock("map {http.request.uri.path} {octavo_commented}", [...aliasLines, `~${commentedSlug(base)} "\${1}"`]),
    `@${name}_unknown not file ${base}${API_PREFIX}/posts/{octavo_commented}.json`,
    ...unknown,
    `rewrite * ${base}${API_PREFIX}/posts/{octavo_commented}/${answer}`,
    ...(routeName === "comments"
      ? [`@${name}_none not file {http.request.uri.path}`, `rewrite @${name}_none ${base}/${NO_COMMENTS_FILE}`]
      : []),
  ];
}
