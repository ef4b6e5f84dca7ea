import { putBelow } from "../contract/text/base-path.ts";
import { directionOf } from "../views/words/text-direction.ts";
import { FAVICON } from "./favicon.ts";
import { FACTS_ID, type ReaderFacts } from "./reader-facts.ts";
import { READER_STYLE, renderAccentStyle } from "./reader-style.ts";

/** Path of the reader's script. */
export const SCRIPT_PATH = "/_octavo/reader.js";

/**
 * The reader's page loads its own script, and from other servers the pictures, videos and frames in the author's texts. Their HTML
 * may have styles, but no scripts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src * data:",
  "media-src *",
  "frame-src https:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

export const SHELL_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
};

export interface ShellOptions {
  /** Path that the site is below, "" or `/blog`. */
  readonly base: string;
  /** The site's, `#rrggbb`; null: ours. */
  readonly accentColor: string | null;
}

/** The page in which the reader shows everything; it is the same for every address. */
export function renderShell(facts: ReaderFacts, { base, accentColor }: ShellOptions): string {
  // In a script element, only its end needs escaping.
  const json = JSON.stringify(facts).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="${escapeHtml(facts.language)}" dir="${directionOf(facts.language)}"${base === "" ? "" : ` data-base="${base}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(facts.name)}</title>
<link rel="icon" href="${FAVICON}">
${facts.hasFeed ? `<link rel="alternate" type="application/rss+xml" href="${putBelow(base, "/feed.xml")}">\n` : ""}<style>${READER_STYLE}${renderAccentStyle(accentColor)}</style>
<script id="${FACTS_ID}" type="application/json">${json}</script>
<script type="module" src="${putBelow(base, SCRIPT_PATH)}"></script>
</head>
<body><noscript><main><h1>${escapeHtml(facts.name)}</h1><p class="note" lang="${facts.words.language}">${renderNoScript(facts, base)}</p></main></noscript></body>
</html>
`;
}

function renderNoScript({ words, hasFeed }: ReaderFacts, base: string): string {
  const paths = `<a href="${putBelow(base, "/api")}">${escapeHtml(words.thePaths)}</a>`;
  const feed = `<a href="${putBelow(base, "/feed.xml")}">${escapeHtml(words.theFeed)}</a>`;
  const links = hasFeed ? words.and.replace("{first}", feed).replace("{second}", paths) : paths;
  return escapeHtml(words.noScript).replace("{links}", links);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
