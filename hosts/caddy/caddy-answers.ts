import { KNOWN_ORIGIN_HEADERS } from "../../contract/cors-headers.ts";
import type { HostRoute } from "../../contract/host-routes.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { CLIENT_ADDRESS_HEADER, PROXY_SECRET_HEADER, STRIPPED_HEADERS } from "../../contract/proxy-headers.ts";
import { constantProblem } from "../constant-problems.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { toOriginPattern } from "../origins.ts";
import { caddyBlock, caddyQuote, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/** Headers that Caddy's proxy sets itself for each connection. */
const OWN = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-connection"];

export interface ProblemText {
  readonly code: ProblemCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail?: string;
}

/** Lines that answer with a problem. Lines after them are never reached. */
export function respondProblem(
  { problemBaseUrl }: Pick<HostSite, "problemBaseUrl">,
  { code, headers = {}, detail }: ProblemText,
): string[] {
  const problem = constantProblem(problemBaseUrl, code, detail);
  return [...setHeaders({ ...problem.headers, ...headers }), `respond ${caddyQuote(problem.body)} ${problem.status}`];
}

/**
 * Lines before a response whose cross-origin headers depend on the request's origin; none for other
 * routes.
 * @param name name of a matcher
 */
export function allowedOriginLines(route: HostRoute, name: string, { baseUrl }: HostSite, { origins }: HostOptions): string[] {
  if (!route.forAllowedOrigins) return [];
  return [
    "header Vary Origin",
    `@${name}_known header_regexp Origin ${quoteRaw(toOriginPattern(baseUrl, origins))}`,
    ...Object.entries({ "Access-Control-Allow-Origin": "{http.request.header.Origin}", ...KNOWN_ORIGIN_HEADERS }).map(
      ([header, value]) => `header @${name}_known ${header} ${caddyQuote(value)}`,
    ),
  ];
}

/**
 * Lines for an unavailable write server. A page whose preflight fails does not learn the reason.
 */
export function serverAwayLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  return [
    ...allowedOriginLines(route, name, site, options),
    `@${name}_preflight method OPTIONS`,
    ...caddyBlock(`handle @${name}_preflight`, caddyBlock("route", [...setHeaders(route.preflight), "respond 204"])),
    ...respondProblem(site, { code: "temporary-reduced-capacity", headers: route.cors }),
  ];
}

export interface CaddyProxyOptions {
  readonly cookies: boolean;
  /** Whether to send the shared secret. Only the write server gets it. */
  readonly secret: boolean;
  /**
   * Lines that answer if the target does not. An error response from a proxy in between counts as
   * no answer.
   */
  readonly away: readonly string[];
  /**
   * The target, if `away` can answer from a file, so that the wait for the target can be short. For
   * the reader (`files`), any failure counts. For the server, any sign that it is unavailable
   * counts, and it is then not called for 10 s. Default: `away` has no file.
   */
  readonly reads?: "files" | "server" | null;
  /** The `Host` that the target sees. Default: the target's own. */
  readonly host?: string;
}

const UPSTREAM = "{http.reverse_proxy.upstream.hostport}";
const PATIENCE = {
  files: { statuses: "500 502 503 504", dialSeconds: 1, headerSeconds: 2 },
  server: { statuses: "502 503 504", dialSeconds: 1, headerSeconds: 1 },
  none: { statuses: "502 504", dialSeconds: 5, headerSeconds: 30 },
} as const;

/** Forwards a request unchanged, except for headers that a client must not set. */
export function caddyProxyLines(origin: string, { cookies, secret, away, reads = null, host = UPSTREAM }: CaddyProxyOptions): string[] {
  const { statuses, dialSeconds, headerSeconds } = PATIENCE[reads ?? "none"];
  const set = [PROXY_SECRET_HEADER, CLIENT_ADDRESS_HEADER];
  const stripped = STRIPPED_HEADERS.filter((name) => !OWN.includes(name) && !set.some((other) => other.toLowerCase() === name));
  return caddyBlock(`reverse_proxy ${origin}`, [
    `header_up Host ${host}`,
    `header_up ${CLIENT_ADDRESS_HEADER} {http.request.remote.host}`,
    secret ? `header_up ${PROXY_SECRET_HEADER} {env.OCTAVO_PROXY_SECRET}` : `header_up -${PROXY_SECRET_HEADER}`,
    ...stripped.map((name) => `header_up -${name}`),
    ...(cookies ? [] : ["header_up -Cookie"]),
    `@octavo_away status ${statuses}`,
    ...caddyBlock("handle_response @octavo_away", caddyBlock("route", away)),
    ...(reads === "server" ? ["fail_duration 10s", "unhealthy_status 502 503 504"] : []),
    // Caddy would request gzip itself, and send the uncompressed bytes with the ETag of the
    // compressed ones.
    ...caddyBlock("transport http", ["compression off", `dial_timeout ${dialSeconds}s`, `response_header_timeout ${headerSeconds}s`]),
  ]);
}
