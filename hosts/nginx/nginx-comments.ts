import { commentedSlug, FIRST_PAGE_QUERY, HOST_ROUTES, type HostRoute, ownQueryOf, snapshotFileOf } from "../../contract/host-routes.ts";
import { API_PREFIX, ATOM_TYPE, JSON_TYPE, NO_COMMENTS_FILE, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { nginxProxyLines } from "./nginx-proxy.ts";
import { addHeaders, nginxBlock, nginxQuote, quoteWithVariables } from "./nginx-syntax.ts";

/** Internal status that jumps to the locations below. Clients never see it. */
export const COMMENTS = 595;

export const FILE_SETTINGS = [
  "types {}",
  `default_type ${nginxQuote(JSON_TYPE)};`,
  "gzip_static on;",
  "gzip_vary on;",
  // A part of a document is not a document.
  "max_ranges 0;",
];

/**
 * Chooses the snapshot file for the default query; `$octavo_file` is empty if there is none. nginx
 * ignores `try_files` after a condition that sets a variable, so everything is decided here, before
 * the answering location.
 */
export function snapshotChoiceLines(route: HostRoute, site: HostSite): string[] {
  const ownQuery = ownQueryOf(route);
  const answer = snapshotFileOf(route);
  if (answer === null) return ["set $octavo_file '';", TO_COMMENTS];
  const { base } = site;
  const folder = route.isLiteral ? base + API_PREFIX : `${base}${API_PREFIX}/posts/$octavo_slug`;
  return [
    ...(route.isLiteral ? [] : slugLines(site)),
    `set $octavo_file ${folder}/${answer};`,
    `set $octavo_none ${route.name === "comments" ? `${base}/${NO_COMMENTS_FILE}` : "$octavo_file"};`,
    `set $octavo_post $document_root${route.isLiteral ? `${base}/${SNAPSHOT_ENTRY}` : `${folder}.json`};`,
    ...(ownQuery === null ? [] : queryLines(ownQuery, route.name === "comments")),
    TO_COMMENTS,
  ];
}

const TO_COMMENTS = `if ($request_method ~ ${quoteWithVariables("^(?:GET|HEAD)$")}) { return ${COMMENTS}; }`;

/** The post's current slug. */
function slugLines({ base, aliases }: HostSite): string[] {
  return [
    `if ($uri ~ ${quoteWithVariables(commentedSlug(base))}) { set $octavo_slug $1; }`,
    ...Object.entries(aliases).map(([alias, slug]) => `if ($octavo_slug = '${alias}') { set $octavo_slug '${slug}'; }`),
  ];
}

/** @param hasPages whether a query may spell out the first page */
function queryLines(ownQuery: string, hasPages: boolean): string[] {
  return [
    "set $octavo_first $octavo_file;",
    `if ($args ~ ${quoteWithVariables(ownQuery)}) { set $octavo_file ''; }`,
    ...(hasPages ? [`if ($args ~ ${quoteWithVariables(FIRST_PAGE_QUERY)}) { set $octavo_file $octavo_first; }`] : []),
  ];
}

/**
 * Comments and counts from the server; if it is unavailable or slow, from the reader with its
 * snapshot; otherwise, for the default query, from a file.
 */
export function commentLocations({ base }: HostSite, { server, reader }: HostOptions): string[] {
  const file = snapshotFileLines(base, server);
  const toReader = (origin: string): string[] =>
    nginxProxyLines(origin, { cookies: false, secret: false, away: "@octavo_comments_file", reads: "files" });
  const toServer = (origin: string): string[] =>
    nginxProxyLines(origin, { cookies: false, secret: true, away: "@octavo_snapshot", reads: "server" });
  return [
    ...(server === null ? [] : nginxBlock("location @octavo_comments", toServer(server))),
    ...nginxBlock("location @octavo_snapshot", reader === null ? file : toReader(reader)),
    ...(reader === null ? [] : nginxBlock("location @octavo_comments_file", file)),
  ];
}

/**
 * A post without a file has no comments. The snapshot's entry file proves that a snapshot exists.
 */
function snapshotFileLines(base: string, server: string | null): string[] {
  const [route] = HOST_ROUTES.filter(({ hasSnapshot }) => hasSnapshot);
  return [
    "error_page 404 = @octavo_not_found;",
    "error_page 501 = @octavo_no_query;",
    "error_page 503 = @octavo_no_server;",
    "recursive_error_pages on;",
    ...FILE_SETTINGS.filter((line) => line !== "types {}"),
    `types { ${nginxQuote(ATOM_TYPE)} atom; }`,
    ...addHeaders(route?.headers ?? {}, { always: false }),
    // 503 if the server may come back, 501 if there is none.
    `if ($octavo_file = '') { return ${server === null ? 501 : 503}; }`,
    `if (!-f $document_root${base}/${SNAPSHOT_ENTRY}) { return 503; }`,
    "if (!-f $octavo_post) { return 404; }",
    "try_files $octavo_file $octavo_none =503;",
  ];
}
