import type { HostFile } from "./host-files.ts";
import { NETLIFY_REDIRECTS_MAX } from "./host-limits.ts";
import type { HostName } from "./host-names.ts";
import type { HostSite } from "./host-site.ts";

/** Cloudflare's limits of `_redirects` (its documentation on 2026-11-23). It refuses a Worker whose file is larger. */
const CLOUDFLARE_RULES_MAX = 2_000;
const CLOUDFLARE_BYTES_MAX = 100_000;

/**
 * `_redirects`, which Cloudflare and Netlify read alike; none where no page has moved. It lies in the folder that is published, so each build renews it.
 * @param hosts those of this build: the file must suit all of them
 */
export function redirectFiles({ redirects }: HostSite, hosts: readonly HostName[]): readonly HostFile[] {
  if (redirects.length === 0) return [];
  const lines = hosts.includes("cloudflare")
    ? cloudflareRules(redirects).lines
    : redirects.slice(0, NETLIFY_REDIRECTS_MAX).map(({ from, to }) => toRule(from, to));
  return [{ path: "_redirects", content: `# Former pages.\n${lines.join("\n")}\n` }];
}

/** Whether `_redirects` has all former pages on Cloudflare. If not, the program leads on from the others. */
export function hasAllRedirects({ redirects }: HostSite): boolean {
  return cloudflareRules(redirects).isWhole;
}

/** Cloudflare takes a path with a slash at its end for another one than without. */
function cloudflareRules(redirects: HostSite["redirects"]): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const lines: string[] = [];
  let bytes = 0;
  for (const { from, to } of redirects) {
    const path = from.replace(/\/$/, "");
    const rules = [toRule(path, to), toRule(`${path}/`, to)];
    bytes += rules.reduce((sum, rule) => sum + rule.length + 1, 0);
    if (lines.length + rules.length > CLOUDFLARE_RULES_MAX || bytes > CLOUDFLARE_BYTES_MAX) return { lines, isWhole: false };
    lines.push(...rules);
  }
  return { lines, isWhole: true };
}

/** An asterisk or a colon would stand for any path. */
function toRule(from: string, to: string): string {
  const [path, target] = [from, to].map((text) => text.replaceAll("*", "%2A").replaceAll("/:", "/%3A"));
  return `${path} ${target} 301`;
}
