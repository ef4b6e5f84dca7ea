import { ASK, SEEN, WAIT_FIELD } from "../../browser/desk/wait-field.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import { toSafeLine, toSafeLines } from "../../contract/text/safe-text.ts";
import { toMinuteIn } from "../days.ts";
import { composeDocument, type PageDocument, PRIVATE_HEADERS } from "../http/pages/page-document.ts";
import { formatNumber } from "../report/chart-text.ts";
import type { DeskNotice, DeskSession } from "./desk-gate.ts";

/** The sections of the desk: path, name and keyboard shortcut. */
const SECTIONS = [
  ["/", "Comments", "1"],
  ["/inquiries", "Inquiries", "2"],
  ["/reading", "Reading", "3"],
  ["/notices", "Notices", "4"],
  ["/blocking", "Blocking", "5"],
] as const;
const COMMON_KEYS = [
  ["1–5", "the sections of the desk"],
  ["?", "show or hide this list"],
] as const;
export type DeskSection = (typeof SECTIONS)[number][0];

export interface DeskPage {
  /** null if the page belongs to no section. */
  readonly section: DeskSection | null;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly status?: number;
  /** An additional style sheet, for a part that is rendered elsewhere. */
  readonly style?: string;
  /** Additional keyboard shortcuts of this page, with descriptions. */
  readonly keys?: readonly (readonly [string, string])[];
}

export interface DeskFrame {
  readonly session: DeskSession;
  readonly siteName: string;
  /** The script for keyboard shortcuts. */
  readonly script: string;
  /** The site's time zone (IANA). */
  readonly timeZone: string;
  /** Number of waiting or new items, by section. */
  readonly counts: Readonly<Partial<Record<DeskSection, number>>>;
  /** Problems with the database, and their remedies. */
  readonly warnings: readonly string[];
  /** HTML at the end of the page. */
  readonly footer: string;
}

/**
 * Sent with every answer. The referrer policy is not `no-referrer`, because a form would then send
 * `Origin: null`. Other origins get no referrer with this policy either.
 */
export const DESK_HEADERS: Readonly<Record<string, string>> = { ...PRIVATE_HEADERS, "Referrer-Policy": "same-origin" };

/** The outcome of the last step, on one line. */
export function renderOutcome(notice: DeskNotice | null): string {
  return notice === null ? "" : `<p class="said${notice.isProblem ? " problem" : ""}" role="status">${escapeLine(notice.text)}</p>`;
}

/** Renders a page of the desk. */
export function renderDeskPage(page: DeskPage, { session, siteName, script, timeZone, counts, warnings, footer }: DeskFrame): Response {
  const { section, title, body, status = 200, style = "", keys = [] } = page;
  const notice = session.notice;
  session.notice = null;
  const links = SECTIONS.map(([path, name, key]) => {
    const count = counts[path] ?? 0;
    const current = path === section ? ' aria-current="page"' : "";
    return `<li><a href="${path}" data-key="${key}"${current}>${name}${count > 0 ? ` <b>${formatNumber(count)}</b>` : ""}</a></li>`;
  });
  const said = renderOutcome(notice);
  const warned = warnings.map((text) => `<p class="said problem">${escapeLine(text)}</p>\n`).join("");
  const html = `<header class="top"><p class="name">${escapeLine(siteName)}</p><nav aria-label="Desk"><ul>${links.join("")}</ul></nav></header>
<main>
<h1>${escapeLine(title)}</h1>
${warned}${renderStatus(said, session)}${body}
</main>
<footer><p class="keys-help"><b>Keys</b> ${[...keys, ...COMMON_KEYS].map(([key, does]) => `<span><kbd>${key}</kbd> ${does}</span>`).join(" ")}</p>${footer}<p>Time zone: ${escapeLine(timeZone)}.</p></footer>
`;
  return documentOf(`${title} · ${siteName}`, html, { status, style, script });
}

/** A page with a single message. */
export function renderDeskMessage(
  status: number,
  title: string,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const goTo = headers["Set-Cookie"] === undefined ? null : "/";
  return renderBarePage({ status, title, body: `<p>${sentence}</p>`, goTo, headers });
}

export interface BarePage {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** The desk's script; null for none. Default: none. */
  readonly script?: string | null;
  /** Address that the browser opens automatically. Default: none. */
  readonly goTo?: string | null;
  /** Whether the owner must have seen the page to press its links. Default: false. */
  readonly isSeen?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A page without the navigation of the desk. Another site may have led to it, and the owner's
 * second click may then land on its link. So if the desk is hosted, the page behind the link
 * ignores input at first, and counts as a visit from elsewhere unless the owner has seen this page. `octavo desk` ignores the field, because visits from other sites arrive
 * without its cookie and are refused anyway.
 */
export function renderBarePage({ status, title, body, script = null, goTo = null, isSeen = false, headers = {} }: BarePage): Response {
  const head = goTo === null ? "" : `<meta http-equiv="refresh" content="0;url=${escapeHtml(goTo)}">`;
  // All texts are escaped, so these quotes are ours.
  const linked = body.replaceAll(
    / href="\/[^"?#]*(\?[^"#]*)?/g,
    (link, query) => `${link}${query === undefined ? "?" : "&amp;"}${WAIT_FIELD}=${isSeen ? SEEN : ASK}`,
  );
  const html = `<main><h1>${escapeLine(title)}</h1>${linked}</main>`;
  return documentOf(title, html, { status, script, head, headers });
}

function documentOf(title: string, html: string, { headers = {}, ...parts }: Omit<PageDocument, "title" | "html">): Response {
  const { status, body, headers: all } = composeDocument({ ...parts, title, html, headers: { ...DESK_HEADERS, ...headers } });
  return new Response(body, { status, headers: all });
}

/** The last step and its undo button, which stay visible. */
function renderStatus(said: string, session: DeskSession): string {
  const status = `${said}${renderUndo(session)}`;
  return status === "" ? "" : `<div class="status">${status}</div>\n`;
}

function renderUndo({ formToken, undos }: DeskSession): string {
  const last = undos.at(-1);
  if (last === undefined) return "";
  return `<form class="undo" method="post" action="/undo">${hiddenField("form", formToken)}${hiddenField("step", String(last.step))}<button type="submit" data-key="u">Undo${kbd("u")}</button> <span>${escapeLine(last.done)}</span></form>`;
}

/**
 * A stranger's text on one line. Characters that would end the line or change its direction are
 * shown as symbols.
 */
export function escapeLine(value: string): string {
  return escapeHtml(toSafeLine(value));
}

/** A stranger's text with its line breaks. */
export function escapeLines(value: string): string {
  return toSafeLines(value).map(escapeHtml).join("\n");
}

/** A stranger's text within a sentence. It cannot change the direction of the rest. */
export function bdi(value: string): string {
  return `<bdi>${escapeLine(value)}</bdi>`;
}

export function kbd(key: string): string {
  return `<kbd>${key}</kbd>`;
}

export function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

/** An instant in the site's zone. */
export function renderInstant(ms: number, timeZone: string): string {
  return `<time datetime="${new Date(ms).toISOString()}">${toMinuteIn(ms, timeZone)}</time>`;
}

/** Links to lists of the same kind in another state, or to other pages. */
export function renderTabs(
  label: string,
  tabs: readonly { readonly href: string; readonly name: string; readonly isCurrent: boolean }[],
): string {
  const items = tabs.map(
    ({ href, name, isCurrent }) =>
      `<li><a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="true"' : ""}>${escapeLine(name)}</a></li>`,
  );
  return `<nav class="tabs" aria-label="${label}"><ul>${items.join("")}</ul></nav>`;
}

/** `?state=spam&after=…` for the given values; nulls are left out. */
export function toQuerySuffix(values: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
