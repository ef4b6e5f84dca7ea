import { folderOf, keepsQuery, type RedirectRule, SPLAT, toRulePattern, toSentPattern } from "../../contract/config/site-rules.ts";
import { pageKey } from "../../contract/page-key.ts";
import type { HostSite } from "../host-site.ts";
import { caddyBlock, caddyQuote, quoteRaw } from "./caddy-syntax.ts";

/**
 * Routes for the configured `redirects` and for former pages. A single path matches with and
 * without a final slash. Caddy compares decoded paths.
 */
export function redirectRoutes({ redirects, rules }: HostSite): string[] {
  const formerPages = redirects.map(({ from, to }): RedirectRule => ({ from, to, status: 301 }));
  // An asterisk in a former path is an ordinary character.
  const single = [...rules.redirects.filter(({ from }) => folderOf(from) === null), ...formerPages];
  const folders = rules.redirects.filter(({ from }) => folderOf(from) !== null);
  const groups = Map.groupBy(single, ({ to, status }) => `${status}${keepsQuery(to) ? "" : "_whole"}`);
  return [...[...groups].flatMap(([name, group]) => pageRoutes(name, group)), ...folders.flatMap(folderRoutes)];
}

/**
 * @param name name of a variable
 * @param rules rules with the same status, which either all keep the query or all drop it
 */
function pageRoutes(name: string, rules: readonly RedirectRule[]): string[] {
  // Caddy would read braces as placeholders.
  const pairs = rules.map(({ from, to }) => [pageKey(from), to] as const).filter(([key]) => !/[{}]/.test(key));
  const [first] = rules;
  if (pairs.length === 0 || first === undefined) return [];
  const variable = `octavo_redirect_${name}`;
  const lines = pairs.flatMap(([key, to]) =>
    [...new Set([key, `${key}/`.replace("//", "/")])].map((path) => `${caddyQuote(path)} ${caddyQuote(to)}`),
  );
  return [
    "# Redirects and former pages.",
    ...caddyBlock(`map {http.request.orig_uri.path} {${variable}}`, [...lines, 'default ""']),
    `@${variable} not vars {${variable}} ""`,
    ...caddyBlock(`handle @${variable}`, caddyBlock("route", leadLines(variable, `{${variable}}`, first))),
  ];
}

function folderRoutes(rule: RedirectRule, index: number): string[] {
  const name = `octavo_redirect_folder_${index}`;
  const folder = folderOf(rule.from) ?? "";
  // The path as sent, percent-encoded.
  return [
    `@${name} vars_regexp ${name} {http.request.orig_uri} ${quoteRaw(toSentPattern(folder))}`,
    ...caddyBlock(`handle @${name}`, caddyBlock("route", leadLines(name, rule.to.replaceAll(SPLAT, `{http.regexp.${name}.1}`), rule))),
  ];
}

function leadLines(name: string, to: string, { to: target, status }: RedirectRule): string[] {
  const plain = `redir * ${to} ${status}`;
  if (!keepsQuery(target)) return [plain];
  return [
    `@${name}_asked not vars {http.request.orig_uri.query} ""`,
    `redir @${name}_asked ${to}?{http.request.orig_uri.query} ${status}`,
    plain,
  ];
}

/**
 * Lines for the configured `headers`, for all paths except our own.
 * @param ownPaths source of a regular expression for our paths
 */
export function caddyHeaderLines({ rules }: HostSite, ownPaths: string): string[] {
  // Caddy uses the last value, so the order is reversed to make the first rule win.
  return rules.headers.toReversed().flatMap(({ path, headers }, index) => [
    ...caddyBlock(`@octavo_headers_${index}`, [
      `vars_regexp {http.request.orig_uri.path} ${quoteRaw(toRulePattern(path))}`,
      `not vars_regexp {http.request.orig_uri.path} ${quoteRaw(ownPaths)}`,
    ]),
    ...caddyBlock(
      `header @octavo_headers_${index}`,
      Object.entries(headers).map(([name, value]) => `${name} ${caddyQuote(value.replaceAll("{", "\\{"))}`),
    ),
  ]);
}
