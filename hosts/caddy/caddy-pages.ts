import { escapeDots } from "../../contract/host-routes.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { caddyProxyLines, respondProblem } from "./caddy-answers.ts";
import { handle } from "./caddy-api.ts";
import { caddyBlock, digitsAbove, quoteRaw } from "./caddy-syntax.ts";

/** No form is larger. */
const FORM_MAX_BYTES = 128 * 1024;
/** The owner's commands import and copy pages of up to 8 MiB. */
const OWNER_MAX_BYTES = 8 * 1024 * 1024;

/** The write server's pages outside the API. */
export function pageRoutes(site: HostSite, { server }: HostOptions): string[] {
  if (server === null) return [];
  return listServerPages(site.hasPages).flatMap(({ path, kind, isSecret }, index) => {
    const name = `octavo_page_${index}`;
    const max = path.startsWith("/owner/") ? OWNER_MAX_BYTES : FORM_MAX_BYTES;
    return [
      `@${name} path_regexp ${quoteRaw(pagePattern(site, { path, kind }))}`,
      ...handle(name, [
        // A server that refuses a body early may hang up while Caddy is still sending.
        `@${name}_too_large header_regexp Content-Length ${quoteRaw(`^(?:${digitsAbove(max)})$`)}`,
        ...handle(`${name}_too_large`, respondProblem(site, { code: "content-too-large" })),
        ...caddyProxyLines(server, { cookies: isSecret, secret: true, away: awayLines(site) }),
      ]),
    ];
  });
}

/**
 * Lines in `handle_errors` for these pages, because an unavailable server gives no response to
 * handle.
 */
export function pageErrorRoutes(site: HostSite, { server }: HostOptions): string[] {
  if (server === null) return [];
  const patterns = listServerPages(site.hasPages).map((page) => pagePattern(site, page));
  return [
    ...caddyBlock("@octavo_page_away", [
      "expression `{http.error.status_code} in [502, 503, 504]`",
      `vars_regexp {http.request.orig_uri.path} ${quoteRaw(patterns.join("|"))}`,
    ]),
    ...handle("octavo_page_away", awayLines(site)),
  ];
}

function awayLines(site: HostSite): string[] {
  return respondProblem(site, { code: "temporary-reduced-capacity" });
}

function pagePattern({ base }: HostSite, { path, kind }: Pick<ReturnType<typeof listServerPages>[number], "path" | "kind">): string {
  return `^${escapeDots(base + path)}${kind === "exact" ? "$" : ""}`;
}
