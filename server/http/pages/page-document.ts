import { createHash } from "node:crypto";
import { DESK_STYLE } from "../../../browser/desk/desk-style.ts";
import { HOLD_SCRIPT } from "../../../browser/desk/hold-page.ts";
import { FAVICON } from "../../../browser/favicon.ts";
import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { toSafeLine } from "../../../contract/text/safe-text.ts";
import type { RouteAnswer } from "../respond.ts";

/**
 * Headers of every page that is not public: no cache stores it, no page may frame or open it, and
 * no other site learns its address.
 */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  // This header also isolates the page from a page of the same origin that sends only the opener
  // policy. Only a sandbox isolates it from a page that sends both headers.
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Robots-Tag": "noindex, nofollow",
  // Makes the browser drop any policy of the origin that sends reports of network errors elsewhere,
  // because such reports would contain this page's address.
  NEL: '{"report_to":"nel","max_age":0}',
};

/**
 * Gives a document an opaque origin: no page can read it or its address, not even a page of the
 * same origin, whatever window it is in. Its scripts, forms and downloads work. Passkeys do not.
 */
const SANDBOX = "sandbox allow-forms allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox";

/**
 * Headers of a sandboxed answer, which replace the answer's own. Its opener policy must be
 * `unsafe-none` (HTML, "creating navigation params by fetching").
 * @param policy the answer's Content-Security-Policy; null if it has none
 */
export function toSandboxHeaders(policy: string | null): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": policy === null ? SANDBOX : `${policy}; ${SANDBOX}`,
    "Cross-Origin-Opener-Policy": "unsafe-none",
  };
}

/** Tells screen readers that the page waits. It is outside the part that is inert meanwhile. */
const WAITING_STATUS = '<p class="waiting" role="status"></p>\n';
const BLOCK_START = '<div class="page">';

export interface PageDocument {
  readonly status: number;
  readonly title: string;
  /** HTML of the body. */
  readonly html: string;
  /** An additional style sheet. Default: none. */
  readonly style?: string;
  /** The page's script; null for none. Default: none. */
  readonly script?: string | null;
  /** HTML at the start of the head. Default: none. */
  readonly head?: string;
  /** Added to PRIVATE_HEADERS, or replacing them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A private page in the style of the desk. Its policy allows nothing except that style and script.
 */
export function composeDocument({ status, title, html, style = "", script = null, head = "", headers = {} }: PageDocument): RouteAnswer & {
  readonly body: string;
} {
  const styles = style === "" ? [DESK_STYLE] : [DESK_STYLE, style];
  const policy = [
    "default-src 'none'",
    `style-src ${styles.map(sourceHash).join(" ")}`,
    ...(script === null ? [] : [`script-src ${sourceHash(HOLD_SCRIPT)} ${sourceHash(script)}`]),
    "img-src data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${head}<title>${escapeHtml(toSafeLine(title))}</title>
<link rel="icon" href="${FAVICON}">
${styles.map((each) => `<style>${each}</style>`).join("\n")}
</head>
<body>
${script === null ? toBlock(html) : `${WAITING_STATUS}${toBlock(`<script>${HOLD_SCRIPT}</script>\n${html}`)}<script type="module">${script}</script>\n`}</body>
</html>
`;
  return { status, body, headers: { ...PRIVATE_HEADERS, "Content-Security-Policy": policy.join("; "), ...headers } };
}

/**
 * The same page, but it ignores keys and clicks until the script has waited. Without scripts, it
 * never accepts any.
 * @param hint HTML for a browser without scripts
 * @returns null if the page has no script
 */
export function holdDocument(html: string, hint: string): string | null {
  const start = `<body>\n${WAITING_STATUS}${BLOCK_START}`;
  if (!html.includes(start)) return null;
  return html.replace(start, `<body class="waits">\n<noscript>${hint}</noscript>${WAITING_STATUS}${BLOCK_START.replace(">", " inert>")}`);
}

function toBlock(html: string): string {
  return `${BLOCK_START}${html}</div>\n`;
}

function sourceHash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
