import type { HostDesk, HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { caddyProxyLines, respondProblem } from "./caddy-answers.ts";
import { caddyBlock } from "./caddy-syntax.ts";

type ProblemSite = Pick<HostSite, "problemBaseUrl">;

/** A form of the desk has 96 KiB at most. */
const BODY_MAX = "128KB";

/** The desk below a path of the site. Its headers, `no-store` among them, are the server's. */
export function deskRoutes(site: ProblemSite, { desk = null, server }: HostOptions): string[] {
  if (desk?.path === undefined || server === null) return [];
  return [
    "# The owner's desk.",
    `@octavo_desk path ${desk.path} ${desk.path}/*`,
    ...caddyBlock("handle @octavo_desk", caddyBlock("route", proxyLines(site, server))),
  ];
}

/** A block of the desk's own; null: it has no name of its own. */
export function deskSite(site: ProblemSite, { origin }: HostDesk, server: string): string[] | null {
  if (origin === undefined) return null;
  return [
    "# The owner's desk: import it in /etc/caddy/Caddyfile.",
    "# Where the write server runs with --trust-proxy secret, Caddy needs OCTAVO_PROXY_SECRET in its environment.",
    ...caddyBlock(origin, caddyBlock("route", proxyLines(site, server))),
  ];
}

function proxyLines(site: ProblemSite, server: string): string[] {
  const away = respondProblem(site, { code: "temporary-reduced-capacity" });
  return [
    ...caddyBlock("request_body", [`max_size ${BODY_MAX}`]),
    ...caddyProxyLines(server, { cookies: true, secret: true, away, host: "{http.request.hostport}" }),
  ];
}
