import {
  findRedirect,
  folderOf,
  isForPath,
  putRulesBelow,
  REDIRECT_STATUSES,
  type RedirectRule,
  type RedirectStatus,
  type SiteRules,
  SPLAT,
  toSentPath,
} from "../../contract/config/site-rules.ts";
import { pageKey } from "../../contract/page-key.ts";
import { ROOT_FILES } from "../../contract/static-files.ts";
import { OWN_PLACES } from "../kinds/addresses/page-path.ts";
import type { FieldPath, Finding } from "../shared/diagnostics.ts";
import { isMapping } from "../sources/data-values.ts";
import { describe } from "../sources/wording.ts";
import { findOwnHeader } from "./own-headers.ts";

type Report = (field: FieldPath, finding: Omit<Finding, "field">) => void;

/**
 * Cloudflare accepts 2,000 redirects of single paths, 100 with an asterisk, and 100 header rules. A
 * single-path redirect here needs two of Cloudflare's redirects, and former pages need some as
 * well.
 */
const REDIRECTS_MAX = 500;
const FOLDER_REDIRECTS_MAX = 100;
const HEADER_RULES_MAX = 40;
/** Cloudflare accepts lines of 2,000 characters. */
const TEXT_MAX = 1_500;
const WANT_PATTERN = 'want a path, or a folder with an asterisk: "/about" or "/assets/*"';
const WANT_TARGET = 'want a path or an address: "/new" or "https://example.org/new"';
const WANT_REDIRECT = 'want { "/old": "/new" } or { "/old": { to: "/new", status: 302 } }';
const WANT_HEADERS = 'want { "/assets/*": { "Cache-Control": "public, max-age=3600" } }';
/** Headers that hosts set on every response. */
const HOSTS_OWN: readonly string[] = [
  ...["accept-ranges", "age", "allow", "connection", "content-encoding", "content-length", "content-range", "date", "etag"],
  ...["keep-alive", "last-modified", "location", "set-cookie", "trailer", "transfer-encoding", "upgrade", "vary"],
];
const NO_DOLLAR = { message: "nginx cannot express the dollar sign in this value", hint: "remove it, or write %24 in an address" };

/**
 * Reads `headers` and `redirects` of a configuration. Reports all mistakes at once, and leaves out
 * invalid rules.
 */
export function toSiteRules(raw: { readonly headers?: unknown; readonly redirects?: unknown }, report: Report): SiteRules {
  return { headers: toHeaderRules(raw.headers ?? {}, report), redirects: toRedirects(raw.redirects ?? {}, report) };
}

function toRedirects(raw: unknown, report: Report): readonly RedirectRule[] {
  if (!isMapping(raw)) {
    report(["redirects"], { code: "wrong-type", message: `${describe(raw)} is not an object`, hint: WANT_REDIRECT });
    return [];
  }
  const rules = Object.entries(raw).flatMap(([from, value]) => toRedirect(from, value, report) ?? []);
  const folders = rules.filter(({ from }) => folderOf(from) !== null).length;
  for (const [count, max, what] of [
    [rules.length - folders, REDIRECTS_MAX, "redirects of single paths"],
    [folders, FOLDER_REDIRECTS_MAX, "redirects with an asterisk"],
  ] as const)
    if (count > max)
      report(["redirects"], {
        code: "too-many",
        message: `${count} ${what} are too many: some hosts accept only ${max}`,
        hint: "write former paths as redirectFrom in documents, or as formerUrls for a kind",
      });
  reportTwice(rules, report);
  const ordered = putRulesBelow("", { headers: [], redirects: rules }).redirects;
  for (const rule of rules) {
    const loop = findLoop(rule, ordered);
    if (loop !== null)
      report(["redirects", rule.from], {
        code: "redirect-loop",
        message: `redirects in a circle: ${loop.join(" → ")}`,
        hint: "redirect to a page",
      });
  }
  return rules;
}

function toRedirect(from: string, value: unknown, report: Report): RedirectRule | null {
  const field = ["redirects", from];
  const fail = (message: string, hint: string, code = "bad-value"): null => {
    report(field, { code, message, hint });
    return null;
  };
  const { to, status = 301, ...others } = isMapping(value) ? value : { to: value };
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return fail(`"${unknown}" is not an option of a redirect`, WANT_REDIRECT, "unknown-key");
  if (!isPattern(from)) return fail(`"${from}" is not a path`, WANT_PATTERN);
  const own = findOwnAddress(from);
  if (own !== null) return fail(`"${from}" would hide ${own}, an address of the API or its files`, "redirect from another path");
  if (typeof to !== "string" || !isTarget(to)) return fail(`${describe(to)} is not an address`, WANT_TARGET);
  if (to.includes(SPLAT) && folderOf(from) === null)
    return fail(`"${to}" has ${SPLAT}, but "${from}" has no asterisk`, `write "${from}/*"`);
  if (!keepsHost(to)) return fail(`"${to}" lets the request choose the host`, `write part of a path before ${SPLAT}: "/new/${SPLAT}"`);
  if (!isStatus(status)) return fail(`${describe(status)} is not a redirect status`, `want one of ${REDIRECT_STATUSES.join(", ")}`);
  return { from, to, status };
}

function reportTwice(rules: readonly RedirectRule[], report: Report): void {
  const seen = new Map<string, string>();
  for (const { from } of rules) {
    const other = seen.get(pageKey(from));
    if (other !== undefined)
      report(["redirects", from], { code: "bad-value", message: `"${from}" and "${other}" are the same path`, hint: "remove one of them" });
    seen.set(pageKey(from), from);
  }
}

/** The paths of a redirect loop; null if the redirect does not lead back to itself. */
function findLoop(rule: RedirectRule, rules: readonly RedirectRule[]): readonly string[] | null {
  const start = toSentPath(rule.from).replace(/\*$/, "x");
  const passed = [start];
  for (let at = start; passed.length <= rules.length + 1; ) {
    const to = findRedirect(rules, at, "")?.to;
    if (to?.startsWith("/") !== true) return null;
    // The path that a browser requests: without `..`, query and fragment.
    const next = new URL(to, "https://site.invalid").pathname;
    passed.push(next);
    if (isForPath(rule.from, next)) return passed;
    at = next;
  }
  return null;
}

function toHeaderRules(raw: unknown, report: Report): SiteRules["headers"] {
  if (!isMapping(raw)) {
    report(["headers"], { code: "wrong-type", message: `${describe(raw)} is not an object`, hint: WANT_HEADERS });
    return [];
  }
  const entries = Object.entries(raw);
  if (entries.length > HEADER_RULES_MAX)
    report(["headers"], {
      code: "too-many",
      message: `${entries.length} rules are too many: some hosts accept only ${HEADER_RULES_MAX}`,
      hint: "write a rule with an asterisk for a folder",
    });
  const rules = entries.flatMap(([path, headers]) => {
    if (!isPattern(path)) report(["headers", path], { code: "bad-value", message: `"${path}" is not a path`, hint: WANT_PATTERN });
    else if (!isMapping(headers))
      report(["headers", path], { code: "wrong-type", message: `${describe(headers)} is not an object`, hint: WANT_HEADERS });
    else return [{ path, headers: toHeaders(path, headers, report) }];
    return [];
  });
  reportOverlaps(rules, report);
  return rules;
}

/**
 * Reports headers that several rules set, because some hosts join their values and others use only
 * one.
 */
function reportOverlaps(rules: SiteRules["headers"], report: Report): void {
  for (const [at, { path, headers }] of rules.entries())
    for (const other of rules.slice(0, at)) {
      if (![path, other.path].some((one, index, both) => isForPath(one, both[1 - index]?.replace(/\*$/, "x") ?? ""))) continue;
      const names = Object.keys(other.headers).map((name) => name.toLowerCase());
      for (const name of Object.keys(headers).filter((own) => names.includes(own.toLowerCase())))
        report(["headers", path, name], {
          code: "bad-value",
          message: `${name} is also set by "${other.path}" for some of the same paths`,
          hint: "set the header for each path in only one rule",
        });
    }
}

function toHeaders(path: string, raw: Readonly<Record<string, unknown>>, report: Report): Readonly<Record<string, string>> {
  const good = Object.entries(raw).filter((entry): entry is [string, string] => {
    const problem = findHeaderProblem(path, ...entry) ?? (String(entry[1]).includes("$") ? NO_DOLLAR : null);
    if (problem !== null) report(["headers", path, entry[0]], { code: "bad-value", ...problem });
    return problem === null;
  });
  return Object.fromEntries(good);
}

/** The problem with a header in a rule; null if the header is valid. */
export function findHeaderProblem(path: string, name: string, value: unknown): { readonly message: string; readonly hint: string } | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return { message: `"${name}" is not the name of a header`, hint: "want a name such as X-Frame-Options" };
  if (HOSTS_OWN.includes(name.toLowerCase())) return { message: `${name} is set by the host itself`, hint: "remove it" };
  if (typeof value !== "string" || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) || value.length > TEXT_MAX)
    return {
      message: `${describe(value)} is not a valid header value`,
      hint: `want text without line breaks, at most ${TEXT_MAX} characters`,
    };
  const own = findOwnHeader(path, name, value);
  if (own === null) return null;
  return {
    message: `Octavo sets ${name} on ${own}, which "${path}" covers`,
    hint: 'name the paths of your own pages, such as "/assets/*"',
  };
}

/** Finds one of Octavo's addresses to which a rule applies, or null. */
export function findOwnAddress(pattern: string): string | null {
  const folder = folderOf(pattern);
  const path = pageKey(pattern).toLowerCase();
  const isCovered = (own: string): boolean => `${path}/`.startsWith(`${own}/`) || (folder !== null && own.startsWith(folder.toLowerCase()));
  return [...OWN_PLACES, ...Object.keys(ROOT_FILES)].find(isCovered) ?? null;
}

function isPattern(text: string): boolean {
  return (
    text.isWellFormed() &&
    /^\/(?!\/)[^\s<>"\\?#*:{}`]*\*?$/.test(text) &&
    (!text.includes("*") || folderOf(text) !== null) &&
    text.length <= TEXT_MAX
  );
}

function isTarget(text: string): boolean {
  const bare = text.replaceAll(SPLAT, "x");
  return (
    /^(?:\/(?!\/)|https?:\/\/)[\x21-\x7e]*$/.test(bare) &&
    !/[<>"\\*`{}]/.test(bare) &&
    URL.canParse(bare, "https://site.invalid") &&
    text.length <= TEXT_MAX
  );
}

/**
 * Whether the target's host is fixed. Otherwise, a request could choose it: with the target
 * `/:splat`, the match `/other.example/` leads to another host.
 */
function keepsHost(target: string): boolean {
  const [before = ""] = target.split(SPLAT);
  return before === target || /^(?:\/[^/]|https?:\/\/[^/?#]+[/?#])/.test(before);
}

function isStatus(value: unknown): value is RedirectStatus {
  return REDIRECT_STATUSES.some((status) => status === value);
}
