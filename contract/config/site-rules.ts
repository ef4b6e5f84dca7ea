import { pageKey } from "../page-key.ts";
import { CACHE_CONTROL } from "../paths.ts";
import { HOSTS_FOLDER, PREVIEW_PREFIX } from "../static-files.ts";
import { putBelow, toWholePath } from "../text/base-path.ts";

/** `headers` and `redirects` from the configuration, in the form that hosts read. */
export interface SiteRules {
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

export interface HeaderRule {
  /** A path, or `/folder/*` for everything in a folder. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RedirectRule {
  /** In the same form as HeaderRule's `path`. */
  readonly from: string;
  /** A path or an http address; `:splat` stands for the text that the asterisk matched. */
  readonly to: string;
  readonly status: RedirectStatus;
}

export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** No host serves this file; the programs for Node, Deno and Bun read it. */
export const RULES_FILE = `${HOSTS_FOLDER}/rules.json`;
export const NO_RULES: SiteRules = { headers: [], redirects: [] };
export const SPLAT = ":splat";

/** For the pages of drafts shared by link: no cache keeps them, and no search engine shows them. */
export const PREVIEW_RULE: HeaderRule = {
  path: `${PREVIEW_PREFIX}/*`,
  headers: { "Cache-Control": CACHE_CONTROL.none, "X-Robots-Tag": "noindex" },
};

/**
 * Returns the rules with whole paths, percent-encoded, as hosts need them. The configuration and
 * RULES_FILE have paths relative to the base. Every host applies redirects in this order: single
 * paths, former pages, then folders, the narrowest first.
 */
export function putRulesBelow(base: string, { headers, redirects }: SiteRules): SiteRules {
  const depth = ({ from }: RedirectRule): number => folderOf(from)?.length ?? Number.MAX_SAFE_INTEGER;
  return {
    headers: headers.map((rule) => ({ ...rule, path: putBelow(base, toSentPath(rule.path)) })),
    redirects: redirects
      .map((rule) => ({
        ...rule,
        from: putBelow(base, toSentPath(rule.from)),
        to: rule.to.startsWith("/") ? toWholePath(base, rule.to) : rule.to,
      }))
      .sort((one, other) => depth(other) - depth(one)),
  };
}

/** A path or pattern as browsers send it: percent-encoded, with upper-case hex digits. */
export function toSentPath(path: string): string {
  return path.replaceAll(/[^ -~]+/g, encodeURIComponent).replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** `/folder/*` → `/folder/`; null if the rule is for a single path. */
export function folderOf(pattern: string): string | null {
  return pattern.endsWith("/*") ? pattern.slice(0, -1) : null;
}

/**
 * Whether a rule applies to a path. A final slash makes no difference in a rule for a single path.
 * @param pathname as sent by the client
 */
export function isForPath(pattern: string, pathname: string): boolean {
  const folder = folderOf(pattern);
  return folder === null ? pageKey(pattern) === pageKey(pathname) : toSentPath(pathname).startsWith(toSentPath(folder));
}

/**
 * The target of the first redirect for a path, or null.
 * @param search with its question mark, or empty
 */
export function findRedirect(
  rules: readonly RedirectRule[],
  pathname: string,
  search: string,
): { readonly to: string; readonly status: RedirectStatus; readonly isForFolder: boolean } | null {
  const rule = rules.find(({ from }) => isForPath(from, pathname));
  if (rule === undefined) return null;
  const folder = folderOf(toSentPath(rule.from));
  const to = rule.to.replaceAll(SPLAT, () => toSentPath(pathname).slice(folder?.length ?? 0));
  return { to: keepsQuery(rule.to) ? to + search : to, status: rule.status, isForFolder: folder !== null };
}

/**
 * Whether to add the request's query to the target. A target with its own query or fragment does
 * not get it.
 */
export function keepsQuery(to: string): boolean {
  return !/[?#]/.test(to);
}

/**
 * Source of a regular expression for the decoded paths of a rule. PCRE and RE2 interpret it in the
 * same way.
 */
export function toRulePattern(pattern: string): string {
  const folder = folderOf(pattern);
  const path = escapePattern(pageKey(folder ?? pattern)).replace(/\/$/, "");
  return folder === null ? `^${path}/?$` : `^${path}/`;
}

/**
 * Source of a regular expression for raw request targets, including the query, in a folder from
 * putRulesBelow. Its group is the text that the asterisk matched.
 */
export function toSentPattern(folder: string): string {
  return `^${escapePattern(folder).replaceAll(/%[0-9A-F]{2}/g, "(?i:$&)")}([^?]*)`;
}

/** Escapes the characters that have a meaning in regular expressions. */
function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
