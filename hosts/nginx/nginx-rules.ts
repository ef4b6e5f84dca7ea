import { folderOf, keepsQuery, type RedirectRule, SPLAT, toRulePattern, toSentPattern } from "../../contract/config/site-rules.ts";
import { pageKey } from "../../contract/page-key.ts";
import type { HostSite } from "../host-site.ts";
import { nginxBlock, nginxQuote, quoteWithVariables } from "./nginx-syntax.ts";

/**
 * Locations for the configured `redirects` and for former pages. A single path matches with and
 * without a final slash. nginx compares decoded paths.
 */
export function redirectLocations({ redirects, rules }: HostSite): string[] {
  const owners = rules.redirects.flatMap((rule) => {
    const folder = folderOf(rule.from);
    return folder === null ? pageLocations(rule) : folderLocation(folder, rule);
  });
  // An asterisk in a former path is an ordinary character.
  const lines = [...owners, ...redirects.flatMap(({ from, to }) => pageLocations({ from, to, status: 301 }))];
  return lines.length === 0 ? [] : ["", "# Redirects and former pages.", ...lines];
}

function pageLocations({ from, to, status }: RedirectRule): string[] {
  const key = pageKey(from);
  const lead = `return ${status} ${toTarget(to)};`;
  return [...new Set([key, `${key}/`.replace("//", "/")])].map(
    (path) => `location = ${quoteWithVariables(path)} { absolute_redirect off; ${lead} }`,
  );
}

function folderLocation(folder: string, { to, status }: RedirectRule): string[] {
  // The path as sent, because a decoded one may contain a line break.
  const sent = quoteWithVariables(toSentPattern(folder));
  return nginxBlock(`location ^~ ${quoteWithVariables(pageKey(folder).replace(/\/?$/, "/"))}`, [
    "absolute_redirect off;",
    `if ($request_uri ~ ${sent}) { return ${status} ${toTarget(to, "$1")}; }`,
    "return 404;",
  ]);
}

/** @param splat replaces the asterisk's text if the rule is for a folder */
function toTarget(to: string, splat: string = SPLAT): string {
  return quoteWithVariables(to.replaceAll("$", "%24").replaceAll(SPLAT, () => splat) + (keepsQuery(to) ? "$is_args$args" : ""));
}

/**
 * Lines for the configured `headers`. nginx applies them to each location without its own
 * `add_header`. Our locations have some, so they are not affected. Empty values are not sent.
 */
export function nginxHeaderLines(site: HostSite): string[] {
  const { rules } = site;
  return [...namesOfHeaders(site)].flatMap(([lower, name], index) => {
    const variable = variableOf(index);
    // nginx uses the last value, so the order is reversed to make the first rule win.
    const values = rules.headers.toReversed().flatMap(({ path, headers }) =>
      Object.entries(headers)
        .filter(([own]) => own.toLowerCase() === lower)
        .map(([, value]) => `if ($uri ~ ${quoteWithVariables(toRulePattern(path))}) { set ${variable} ${nginxQuote(value)}; }`),
    );
    return [`set ${variable} '';`, ...values, `add_header ${name} ${variable} always;`];
  });
}

/**
 * The variable that has the value of a configured header, or null if no rule sets the header.
 * @param lower its name in lower case
 */
export function findHeaderVariable(site: HostSite, lower: string): string | null {
  const index = [...namesOfHeaders(site).keys()].indexOf(lower);
  return index < 0 ? null : variableOf(index);
}

/** Names of the headers in all rules, by their lower case. */
function namesOfHeaders({ rules }: HostSite): ReadonlyMap<string, string> {
  return new Map(rules.headers.flatMap(({ headers }) => Object.keys(headers).map((name) => [name.toLowerCase(), name])));
}

function variableOf(index: number): string {
  return `$octavo_header_${index}`;
}
