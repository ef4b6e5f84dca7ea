import { FAVICON } from "./favicon.ts";
import { FACTS_ID, type ReaderFacts } from "./reader-facts.ts";
import { READER_STYLE } from "./reader-style.ts";

/** Where the reader's script is. */
export const SCRIPT_PATH = "/_octavo/reader.js";

/**
 * What the reader's page may load: its own script, and from elsewhere the pictures, films and frames that the author's texts hold. Their HTML
 * may style itself, and runs nothing.
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

/** The page in which the reader shows everything; it is the same for each address. */
export function renderShell(facts: ReaderFacts): string {
  // In a script element nothing is escaped but its end.
  const json = JSON.stringify(facts).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="${escapeHtml(facts.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(facts.name)}</title>
<link rel="icon" href="${FAVICON}">
${facts.hasFeed ? '<link rel="alternate" type="application/rss+xml" href="/feed.xml">\n' : ""}<style>${READER_STYLE}</style>
<script id="${FACTS_ID}" type="application/json">${json}</script>
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body><noscript><main><h1>${escapeHtml(facts.name)}</h1><p class="note">These pages are made by a script. Without one ${facts.hasFeed ? '<a href="/feed.xml">the feed</a> and ' : ""}<a href="/api">the paths of the API</a> have all that they show.</p></main></noscript></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
