import { escapeHtml } from "../../contract/text/escape-html.ts";
import { toSafeLine, toSafeLines } from "../../contract/text/safe-text.ts";
import type { MessageButton, MessagePart } from "./message-parts.ts";
import type { OwnerMessage } from "./owner-message.ts";

/**
 * Mail programs support few styles, and some remove style sheets, so each element has its own
 * style. Dark styles come from the style sheet, in programs that read it.
 */
const STYLES = {
  body: "margin:0;padding:16px;background:#fbf8f3;color:#26221d;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif",
  box: "max-width:560px;margin:0 auto",
  h1: "margin:0 0 16px;font:600 20px/1.3 Georgia,serif",
  h2: "margin:24px 0 4px;font-size:16px",
  p: "margin:0 0 12px",
  quote: "margin:0 0 16px;padding:8px 14px;border-left:3px solid #9c3f19;background:#fffdf9;white-space:pre-wrap;overflow-wrap:anywhere",
  ways: "margin:0 0 8px",
  button:
    "display:inline-block;margin:0 8px 8px 0;padding:11px 18px;border:1px solid #9c3f19;border-radius:6px;color:#9c3f19;font-weight:600;text-decoration:none",
  command: "margin:0 0 20px;color:#685f54;font:13px/1.5 Menlo,Consolas,monospace;overflow-wrap:anywhere",
  foot: "margin:24px 0 0;padding-top:12px;border-top:1px solid #e4dccf;color:#685f54;font-size:14px",
} as const;
const DARK = `@media (prefers-color-scheme:dark){body{background:#191714!important;color:#ece5da!important}blockquote{background:#221f1b!important}a{color:#f0a27c!important;border-color:#f0a27c!important}.soft{color:#aca294!important;border-color:#37322b!important}}`;

/**
 * An email's HTML: the same parts as its text, plus buttons. It loads no external content, and all
 * texts are escaped.
 */
export function renderMailHtml({ title, parts, site }: Pick<OwnerMessage, "title" | "parts" | "site">): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${line(title)}</title>
<style>${DARK}</style>
</head>
<body style="${STYLES.body}">
<div style="${STYLES.box}">
<h1 style="${STYLES.h1}" dir="auto">${line(title)}</h1>
${parts.map(renderPart).join("\n")}
<p class="soft" style="${STYLES.foot}">${line(site.name)} · ${link({ label: site.url, url: site.url })}</p>
</div>
</body>
</html>
`;
}

function renderPart(part: MessagePart): string {
  switch (part.kind) {
    case "text":
      return `<p style="${STYLES.p}" dir="auto">${part.lines.map((each) => (typeof each === "string" ? line(each) : link({ label: each.url, url: each.url }))).join("<br>\n")}</p>`;
    case "section":
      return `<h2 style="${STYLES.h2}">${line(part.title)}</h2>
<p style="${STYLES.p}" dir="auto">${part.lines.map((each) => line(each.trim())).join("<br>\n")}</p>`;
    case "quote":
      return `<blockquote style="${STYLES.quote}" dir="auto">${toSafeLines(part.text).map(escapeHtml).join("\n")}</blockquote>`;
    case "link":
      return `<p style="${STYLES.p}">${line(part.lead)}</p>
${renderButtons([part.button])}`;
    case "ways": {
      const { card, desk, commands } = part;
      const buttons = [...(card?.buttons ?? []), ...(desk === null ? [] : [{ label: "At the desk", url: desk }])];
      const typed = commands.length === 0 ? "" : `<p class="soft" style="${STYLES.command}">${commands.map(line).join("<br>\n")}</p>`;
      return [...(buttons.length === 0 ? [] : [renderButtons(buttons)]), typed].join("\n");
    }
  }
}

function renderButtons(buttons: readonly MessageButton[]): string {
  return `<p style="${STYLES.ways}">${buttons.map((button) => link(button, STYLES.button)).join(" ")}</p>`;
}

function link({ label, url }: MessageButton, style = ""): string {
  return `<a href="${escapeHtml(url)}"${style === "" ? ' style="color:#9c3f19"' : ` style="${style}"`}>${line(label)}</a>`;
}

function line(text: string): string {
  return escapeHtml(toSafeLine(text));
}
