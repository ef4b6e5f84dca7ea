import type { ProblemCode } from "../../contract/problems.ts";
import { CLIENT_ADDRESS_HEADER, PROXY_SECRET_HEADER, STRIPPED_HEADERS } from "../../contract/proxy.ts";
import { constantProblem } from "../problems.ts";
import type { HostSite } from "../site.ts";
import { block, quote, setHeaders } from "./syntax.ts";

/** What Caddy's proxy writes anew for each connection. */
const OWN = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-connection"];

export interface ProblemText {
  readonly code: ProblemCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail?: string;
}

/** Lines that answer with a problem; nothing after them is reached. */
export function respondProblem({ baseUrl }: HostSite, { code, headers = {}, detail }: ProblemText): string[] {
  const problem = constantProblem(baseUrl, code, detail);
  return [...setHeaders({ ...problem.headers, ...headers }), `respond ${quote(problem.body)} ${problem.status}`];
}

export interface ProxyOptions {
  readonly cookies: boolean;
  /** Whether it is told the shared secret: the write server alone is. */
  readonly secret: boolean;
  /** Lines that answer where nobody does; what something in between says for it counts as well. */
  readonly away: readonly string[];
}

/** Passes a request on as it came, but for what a client must not say of itself. */
export function proxyLines(origin: string, { cookies, secret, away }: ProxyOptions): string[] {
  const set = [PROXY_SECRET_HEADER, CLIENT_ADDRESS_HEADER];
  const stripped = STRIPPED_HEADERS.filter((name) => !OWN.includes(name) && !set.some((other) => other.toLowerCase() === name));
  return block(`reverse_proxy ${origin}`, [
    "header_up Host {http.reverse_proxy.upstream.hostport}",
    `header_up ${CLIENT_ADDRESS_HEADER} {http.request.remote.host}`,
    secret ? `header_up ${PROXY_SECRET_HEADER} {env.OCTAVO_PROXY_SECRET}` : `header_up -${PROXY_SECRET_HEADER}`,
    ...stripped.map((name) => `header_up -${name}`),
    ...(cookies ? [] : ["header_up -Cookie"]),
    "@octavo_away status 502 504",
    ...block("handle_response @octavo_away", block("route", away)),
    ...block("transport http", ["dial_timeout 5s", "response_header_timeout 30s"]),
  ]);
}
