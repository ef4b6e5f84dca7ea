import { pageKey } from "../page-key.ts";
import { HOSTS_FOLDER } from "../static-files.ts";

/** `headers` and `redirects` of the configuration, as a built site holds them for hosts. */
export interface SiteRules {
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

export interface HeaderRule {
  /** A path, or `/folder/*` for all that lies below a folder. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RedirectRule {
  /** As in HeaderRule. */
  readonly from: string;
  /** A path or an http address; `:splat` stands for what the asterisk took. */
  readonly to: string;
  readonly status: RedirectStatus;
}

export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** No host serves it; programs on Node, Deno and Bun read it. */
export const RULES_FILE = `${HOSTS_FOLDER}/rules.json`;
export const NO_RULES: SiteRules = { headers: [], redirects: [] };
export const SPLAT = ":splat";

/** The same with whole paths, for a site that is below a path: in the configuration and in RULES_FILE all of them are below it. */
export function putRulesBelow(base: string, { headers, redirects }: SiteRules): SiteRules {
  return {
    headers: headers.map((rule) => ({ ...rule, path: base + rule.path })),
    redirects: redirects.map((rule) => ({ ...rule, from: base + rule.from, to: (rule.to.startsWith("/") ? base : "") + rule.to })),
  };
}

/** `/folder/*` → `/folder/`; null: the rule is for one path. */
export function folderOf(pattern: string): string | null {
  return pattern.endsWith("/*") ? pattern.slice(0, -1) : null;
}

/** Whether a rule is for a path. A slash at the end of a single path makes no difference. @param pathname as it was sent */
export function isForPath(pattern: string, pathname: string): boolean {
  const folder = folderOf(pattern);
  return folder === null ? pageKey(pattern) === pageKey(pathname) : pathname.startsWith(folder);
}

/** Where the first redirect for a path leads; null: there is none. @param search with its question mark, or empty */
export function findRedirect(
  rules: readonly RedirectRule[],
  pathname: string,
  search: string,
): { readonly to: string; readonly status: RedirectStatus } | null {
  const rule = rules.find(({ from }) => isForPath(from, pathname));
  if (rule === undefined) return null;
  const to = rule.to.replaceAll(SPLAT, () => pathname.slice(folderOf(rule.from)?.length ?? 0));
  return { to: keepsQuery(rule.to) ? to + search : to, status: rule.status };
}

/** Whether the query of the request is added: not to an address that has a query or a fragment of its own. */
export function keepsQuery(to: string): boolean {
  return !/[?#]/.test(to);
}

/** Source of a regular expression for the decoded paths that a rule is for. PCRE and RE2 read it the same. */
export function toRulePattern(pattern: string): string {
  const folder = folderOf(pattern);
  const path = escapePattern(pageKey(folder ?? pattern)).replace(/\/$/, "");
  return folder === null ? `^${path}/?$` : `^${path}/`;
}

/** Takes from a text what regular expressions have a meaning for. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
