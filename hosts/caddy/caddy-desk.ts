import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { REFUSAL_HEADERS, TOO_LONG_MESSAGE } from "../desk-refusals.ts";
import type { HostDesk, HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { caddyProxyLines } from "./caddy-answers.ts";
import { handle } from "./caddy-api.ts";
import { caddyBlock, caddyQuote, digitsAbove, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/** The desk's forms have at most 96 KiB. */
const BODY_MAX_BYTES = 128 * 1024;
/** Caddy's own statuses when the server does not answer. */
const AWAY = "{http.error.status_code} in [502, 503, 504]";

/** The desk under a path of the site. The server sets its headers, including `no-store`. */
export function deskRoutes({ base }: Pick<HostSite, "base">, { desk = null, server }: HostOptions): string[] {
  if (desk?.path === undefined || server === null) return [];
  return [
    "# The owner's desk. A service worker could read its forms, so only Octavo's own is allowed.",
    ...caddyBlock("@octavo_worker", [
      "header Service-Worker script",
      `not vars {http.request.orig_uri.path} ${base}/${SERVICE_WORKER_FILE}`,
    ]),
    "respond @octavo_worker 403",
    `@octavo_desk path ${desk.path} ${desk.path}/*`,
    ...handle("octavo_desk", [
      "# Refused here and not by the server, whose limit also counts the cookies.",
      `@octavo_desk_too_long expression \`size({http.request.orig_uri}) > ${URI_MAX_BYTES}\``,
      ...handle("octavo_desk_too_long", respondText(TOO_LONG_MESSAGE, 414)),
      ...proxyLines(server),
    ]),
  ];
}

/** Lines for the desk under a path, in the site's `handle_errors`. */
export function deskErrorRoutes({ desk = null, server }: HostOptions): string[] {
  if (desk?.path === undefined || server === null) return [];
  const path = "{http.request.orig_uri.path}";
  return [
    `@octavo_desk_away expression \`${AWAY} && (${path} == "${desk.path}" || ${path}.startsWith("${desk.path}/"))\``,
    ...handle("octavo_desk_away", awayLines()),
  ];
}

/** A block for the desk's own host name; null if the desk has none. */
export function deskSite({ origin }: HostDesk, server: string): string[] | null {
  if (origin === undefined) return null;
  return [
    "# The owner's desk: import it in /etc/caddy/Caddyfile.",
    "# If the write server runs with --trust-proxy secret, Caddy needs OCTAVO_PROXY_SECRET in its environment.",
    ...caddyBlock(origin, [
      ...caddyBlock("route", proxyLines(server)),
      ...caddyBlock("handle_errors", [`@octavo_desk_away expression \`${AWAY}\``, ...handle("octavo_desk_away", awayLines())]),
    ]),
  ];
}

function proxyLines(server: string): string[] {
  return [
    `@octavo_desk_too_large header_regexp Content-Length ${quoteRaw(`^(?:${digitsAbove(BODY_MAX_BYTES)})$`)}`,
    ...handle("octavo_desk_too_large", respondText("The form is too large.", 413)),
    ...caddyProxyLines(server, { cookies: true, secret: true, away: awayLines(), host: "{http.request.hostport}" }),
  ];
}

function awayLines(): string[] {
  return respondText("The server of the desk does not answer.", 503);
}

function respondText(text: string, status: number): string[] {
  return [...setHeaders({ "Content-Type": "text/plain; charset=utf-8", ...REFUSAL_HEADERS }), `respond ${caddyQuote(text)} ${status}`];
}
