import { HOST_ROUTES } from "../../contract/host-routes.ts";
import { methodDetail, type ProblemCode } from "../../contract/problems.ts";
import { constantProblem } from "../constant-problems.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { CORS_LINES, countsLocations } from "./nginx-api.ts";
import { commentLocations } from "./nginx-comments.ts";
import { nginxProxyLines } from "./nginx-proxy.ts";
import { addHeaders, nginxBlock, nginxQuote, quoteWithVariables } from "./nginx-syntax.ts";

/**
 * Prefix of the names of locations whose requests are not logged. The last location of a request
 * decides whether nginx logs it.
 */
export const UNLOGGED = "unlogged_";

function problemLocation({ problemBaseUrl }: HostSite, name: string, code: ProblemCode, detail?: string): string[] {
  const { status, body, headers } = constantProblem(problemBaseUrl, code, detail);
  // Only the text of a 405 contains a variable, which is ours.
  const value = detail === undefined ? nginxQuote(body) : quoteWithVariables(body);
  return nginxBlock(`location @octavo_${name}`, [
    ...(name.startsWith(UNLOGGED) ? ["access_log off;"] : []),
    "types {}",
    `default_type ${headers["Content-Type"]};`,
    ...addHeaders(headers, { always: true }),
    ...CORS_LINES,
    ...(code === "method-not-allowed" ? ["add_header Allow $octavo_allow always;"] : []),
    `return ${status} ${value};`,
  ]);
}

/** The locations to which the statuses above jump. */
export function answers(site: HostSite, options: HostOptions): string[] {
  const { reader, server } = options;
  const problem = (name: string, code: ProblemCode, detail?: string): string[] => problemLocation(site, name, code, detail);
  return [
    "# Responses without a file.",
    ...problem("not_found", "not-found"),
    ...problem("method_not_allowed", "method-not-allowed", methodDetail("$octavo_allow")),
    ...problem("too_large", "content-too-large"),
    ...problem("uri_too_long", "uri-too-long"),
    ...problem("no_query", "query-not-supported"),
    ...problem("away", "temporary-reduced-capacity"),
    ...(server === null
      ? []
      : [...problem(`${UNLOGGED}away`, "temporary-reduced-capacity"), ...problem(`${UNLOGGED}too_large`, "content-too-large")]),
    ...nginxBlock("location @octavo_no_server", [
      "error_page 503 = @octavo_away;",
      "error_page 590 = @octavo_preflight;",
      "recursive_error_pages on;",
      "# A page whose preflight fails does not learn the reason.",
      "if ($request_method = OPTIONS) { return 590; }",
      "return 503;",
    ]),
    ...(reader === null ? [] : problem("no_reader", "index-unavailable")),
    ...nginxBlock("location @octavo_preflight", [
      ...CORS_LINES,
      "add_header Access-Control-Allow-Methods $octavo_allow;",
      ...addHeaders(preflightConstants(), { always: false }),
      "add_header Allow $octavo_allow;",
      "return 204;",
    ]),
    ...nginxBlock("location @octavo_options", ["add_header Allow $octavo_allow;", "return 204;"]),
    ...(reader === null
      ? []
      : nginxBlock("location @octavo_reader", nginxProxyLines(reader, { cookies: false, secret: false, away: "@octavo_no_reader" }))),
    ...countsLocations(options),
    ...commentLocations(site, options),
    ...(server === null
      ? []
      : [
          ...nginxBlock("location @octavo_server", nginxProxyLines(server, { cookies: false, secret: true, away: "@octavo_no_server" })),
          ...nginxBlock(
            "location @octavo_server_with_cookies",
            nginxProxyLines(server, { cookies: true, secret: true, away: "@octavo_no_server" }),
          ),
        ]),
  ];
}

/** Headers of every response to a preflight. */
function preflightConstants(): Record<string, string> {
  const names = ["Access-Control-Allow-Headers", "Access-Control-Max-Age"];
  return Object.fromEntries(Object.entries(HOST_ROUTES[0]?.preflight ?? {}).filter(([name]) => names.includes(name)));
}
