import { folderOf, type RedirectRule, type SiteRules } from "../../contract/config/site-rules.ts";
import { toBlock } from "../../contract/text/marked-block.ts";
import type { HostFile } from "../host-files.ts";
import { NETLIFY_REDIRECTS_MAX } from "../host-limits.ts";
import type { HostName } from "../host-names.ts";
import type { HostSite } from "../host-site.ts";

/**
 * Cloudflare's limits for `_redirects` (documentation of 2026-11-23). It refuses a Worker with a
 * larger file.
 */
const CLOUDFLARE_RULES_MAX = 2_000;
const CLOUDFLARE_BYTES_MAX = 100_000;

/**
 * `_redirects`, which Cloudflare and Netlify interpret in the same way: the redirects of the owner
 * and of former pages. Not written if there are none. It is in the published folder, so each build
 * rewrites it.
 * @param hosts hosts of this build: the file must suit all of them
 */
export function redirectFiles(site: HostSite, hosts: readonly HostName[]): readonly HostFile[] {
  const { lines } = hosts.includes("cloudflare") ? cloudflareRules(site) : { lines: netlifyRules(site) };
  return lines.length === 0 ? [] : [{ path: "_redirects", content: toBlock(`${lines.join("\n")}\n`) }];
}

/**
 * Whether `_redirects` has room for all former pages on Cloudflare. If not, the program redirects
 * the others.
 */
export function hasAllRedirects(site: HostSite): boolean {
  return cloudflareRules(site).isWhole;
}

function netlifyRules({ redirects, rules }: HostSite): readonly string[] {
  const { pages, folders } = splitRules(rules);
  const single = [...pages.map(toOwnRule), ...redirects.map(({ from, to }) => toRule(from, to))];
  return [...single.slice(0, NETLIFY_REDIRECTS_MAX - folders.length), ...folders.map(toOwnRule)];
}

/**
 * Cloudflare treats paths with and without a final slash as different, and requires rules with an
 * asterisk to come last.
 */
function cloudflareRules({ redirects, rules }: HostSite): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const { pages, folders } = splitRules(rules);
  const last = folders.map(toOwnRule);
  const lines: string[] = [];
  let bytes = last.join("\n").length;
  const all = [
    ...pages.map((rule) => ({ from: rule.from, toLine: (path: string) => toOwnRule({ ...rule, from: path }) })),
    ...redirects.map(({ from, to }) => ({ from, toLine: (path: string) => toRule(path, to) })),
  ];
  for (const { from, toLine } of all) {
    const bare = from.replace(/\/$/, "");
    const both = (bare === "" ? ["/"] : [bare, `${bare}/`]).map(toLine);
    bytes += both.reduce((sum, line) => sum + line.length + 1, 0);
    if (lines.length + both.length > CLOUDFLARE_RULES_MAX || bytes > CLOUDFLARE_BYTES_MAX)
      return { lines: [...lines, ...last], isWhole: false };
    lines.push(...both);
  }
  return { lines: [...lines, ...last], isWhole: true };
}

/** Former pages come between the two parts: the order of putRulesBelow. */
function splitRules({ redirects }: SiteRules): { readonly pages: readonly RedirectRule[]; readonly folders: readonly RedirectRule[] } {
  const { pages = [], folders = [] } = Object.groupBy(redirects, ({ from }) => (folderOf(from) === null ? "pages" : "folders"));
  return { pages, folders };
}

function toOwnRule({ from, to, status }: RedirectRule): string {
  return `${from} ${to} ${status}`;
}

/** Escapes asterisks and colons, which would match any path. */
function toRule(from: string, to: string): string {
  const [path, target] = [from, to].map((text) => text.replaceAll("*", "%2A").replaceAll("/:", "/%3A"));
  return `${path} ${target} 301`;
}
