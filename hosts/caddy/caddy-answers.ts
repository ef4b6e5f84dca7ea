import { KNOWN_ORIGIN_HEADERS } from "../../contract/cors-headers.ts";
import type { HostRoute } from "../../contract/host-routes.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { CLIENT_ADDRESS_HEADER, PROXY_SECRET_HEADER, STRIPPED_HEADERS } from "../../contract/proxy-headers.ts";
import { constantProblem } from "../constant-problems.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { toOriginPattern } from "../origins.ts";
import { caddyBlock, caddyQuote, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/** Headers that Caddy's proxy writes again for each connection. */
const OWN = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-connection"];

export interface ProblemText {
  readonly code: ProblemCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail?: string;
}

/** Lines that answer with a problem; nothing after them is reached. */
export function respondProblem({ problemBaseUrl }: HostSite, { code, headers = {}, detail }: ProblemText): string[] {
  const problem = constantProblem(problemBaseUrl, code, detail);
  return [...setHeaders({ ...problem.headers, ...headers }), `respond ${caddyQuote(problem.body)} ${problem.status}`];
}

/** Lines before an answer of a route whose cross-origin headers depend on the request's origin; none for all others. @param name of a matcher */
export function knownOriginLines(route: HostRoute, name: string, { baseUrl }: HostSite, { origins }: HostOptions): string[] {
  if (!route.forKnownOrigins) return [];
  return [
    "header Vary Origin",
    `@${name}_known header_regexp Origin ${quoteRaw(toOriginPattern(baseUrl, origins))}`,
    ...Object.entries({ "Access-Control-Allow-Origin": "{http.request.header.Origin}", ...KNOWN_ORIGIN_HEADERS }).map(
      ([header, value]) => `header @${name}_known ${header} ${caddyQuote(value)}`,
    ),
  ];
}

/** Lines for a write server that is away. A page whose preflight fails is not told why. @param name of matchers */
export function serverAwayLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  return [
    ...knownOriginLines(route, name, site, options),
    `@${name}_preflight method OPTIONS`,
    ...caddyBlock(`handle @${name}_preflight`, caddyBlock("route", [...setHeaders(route.preflight), "respond 204"])),
    ...respondProblem(site, { code: "temporary-reduced-capacity", headers: route.cors }),
  ];
}

export interface CaddyProxyOptions {
  readonly cookies: boolean;
  /** Whether it is told the shared secret: the write server alone is. */
  readonly secret: boolean;
  /** Lines that answer where nobody does; what something in between says for it counts as well. */
  readonly away: readonly string[];
  /**
   * Whether those have a file: then nobody waits long. Of the reader (`files`) any failure counts, of the server whatever says that it is away; then it is not asked
   * for 10 s. Default: they have none.
   */
  readonly reads?: "files" | "server" | null;
}

const PATIENCE = {
  files: { statuses: "500 502 503 504", dialSeconds: 1, headerSeconds: 2 },
  server: { statuses: "502 503 504", dialSeconds: 1, headerSeconds: 1 },
  none: { statuses: "502 504", dialSeconds: 5, headerSeconds: 30 },
} as const;

/** Passes a request on as it came, but for what a client must not say of itself. */
export function caddyProxyLines(origin: string, { cookies, secret, away, reads = null }: CaddyProxyOptions): string[] {
  const { statuses, dialSeconds, headerSeconds } = PATIENCE[reads ?? "none"];
  const set = [PROXY_SECRET_HEADER, CLIENT_ADDRESS_HEADER];
  const stripped = STRIPPED_HEADERS.filter((name) => !OWN.includes(name) && !set.some((other) => other.toLowerCase() === name));
  return caddyBlock(`reverse_proxy ${origin}`, [
    "header_up Host {http.reverse_proxy.upstream.hostport}",
    `header_up ${CLIENT_ADDRESS_HEADER} {http.request.remote.host}`,
    secret ? `header_up ${PROXY_SECRET_HEADER} {env.OCTAVO_PROXY_SECRET}` : `header_up -${PROXY_SECRET_HEADER}`,
    ...stripped.map((name) => `header_up -${name}`),
    ...(cookies ? [] : ["header_up -Cookie"]),
    `@octavo_away status ${statuses}`,
    ...caddyBlock("handle_response @octavo_away", caddyBlock("route", away)),
    ...(reads === "server" ? ["fail_duration 10s", "unhealthy_status 502 503 504"] : []),
    // Caddy would ask for gzip by itself, and send the plain bytes under the ETag of the compressed ones.
    ...caddyBlock("transport http", ["compression off", `dial_timeout ${dialSeconds}s`, `response_header_timeout ${headerSeconds}s`]),
  ]);
}
