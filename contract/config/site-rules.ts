import { pageKey } from "../page-key.ts";
import { HOSTS_FOLDER } from "../static-files.ts";
import { putBelow, toWholePath } from "../text/base-path.ts";

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

/**
 * The same as hosts take them: whole paths, percent-encoded, for in the configuration and in RULES_FILE they are below the base. Every host follows redirects in this order:
 * single paths, former pages, folders, of which the narrowest comes first.
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

/** A path or pattern as browsers send it: percent-encoded, in capitals. */
export function toSentPath(path: string): string {
  return path.replaceAll(/[^ -~]+/g, encodeURIComponent).replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** `/folder/*` → `/folder/`; null: the rule is for one path. */
export function folderOf(pattern: string): string | null {
  return pattern.endsWith("/*") ? pattern.slice(0, -1) : null;
}

/** Whether a rule is for a path. A slash at the end of a single path makes no difference. @param pathname as it was sent */
export function isForPath(pattern: string, pathname: string): boolean {
  const folder = folderOf(pattern);
  return folder === null ? pageKey(pattern) === pageKey(pathname) : toSentPath(pathname).startsWith(toSentPath(folder));
}

/** Where the first redirect for a path leads; null: there is none. @param search with its question mark, or empty */
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

/** The same for the address as it was sent, with its query, to a folder of putRulesBelow; its group is what the asterisk took. */
export function toSentPattern(folder: string): string {
  return `^${escapePattern(folder).replaceAll(/%[0-9A-F]{2}/g, "(?i:$&)")}([^?]*)`;
}

/** Takes from a text what regular expressions have a meaning for. */
function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
