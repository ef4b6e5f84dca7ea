import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { OWN_REFUSAL_HEADERS, SHARED_REFUSAL_HEADERS, TOO_LONG_MESSAGE } from "../desk-refusals.ts";
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
    ...handle("octavo_desk", [...proxyLines(server, SHARED_REFUSAL_HEADERS)]),
  ];
}

/** Lines for the desk under a path, in the site's `handle_errors`. */
export function deskErrorRoutes({ desk = null, server }: HostOptions): string[] {
  if (desk?.path === undefined || server === null) return [];
  const path = "{http.request.orig_uri.path}";
  return [
    `@octavo_desk_away expression \`${AWAY} && (${path} == "${desk.path}" || ${path}.startsWith("${desk.path}/"))\``,
    ...handle("octavo_desk_away", awayLines(SHARED_REFUSAL_HEADERS)),
  ];
}

/** A block for the desk's own host name; null if the desk has none. */
export function deskSite({ origin }: HostDesk, server: string): string[] | null {
  if (origin === undefined) return null;
  return [
    "# The owner's desk: import it in /etc/caddy/Caddyfile.",
    "# If the write server runs with --trust-proxy secret, Caddy needs OCTAVO_PROXY_SECRET in its environment.",
    ...caddyBlock(origin, [
      ...caddyBlock("route", proxyLines(server, OWN_REFUSAL_HEADERS)),
      ...caddyBlock("handle_errors", [
        `@octavo_desk_away expression \`${AWAY}\``,
        ...handle("octavo_desk_away", awayLines(OWN_REFUSAL_HEADERS)),
      ]),
    ]),
  ];
}

type Headers = Readonly<Record<string, string>>;

/** @param refusal headers of Caddy's own answers */
function proxyLines(server: string, refusal: Headers): string[] {
  return [
    "# Refused here and not by the server, whose limit also counts the cookies.",
    `@octavo_desk_too_long expression \`size({http.request.orig_uri}) > ${URI_MAX_BYTES}\``,
    ...handle("octavo_desk_too_long", respondText(TOO_LONG_MESSAGE, 414, refusal)),
    `@octavo_desk_too_large header_regexp Content-Length ${quoteRaw(`^(?:${digitsAbove(BODY_MAX_BYTES)})$`)}`,
    ...handle("octavo_desk_too_large", respondText("The form is too large.", 413, refusal)),
    ...caddyProxyLines(server, { cookies: true, secret: true, away: awayLines(refusal), host: "{http.request.hostport}" }),
  ];
}

function awayLines(refusal: Headers): string[] {
  return respondText("The server of the desk does not answer.", 503, refusal);
}

function respondText(text: string, status: number, refusal: Headers): string[] {
  return [...setHeaders({ "Content-Type": "text/plain; charset=utf-8", ...refusal }), `respond ${caddyQuote(text)} ${status}`];
}
