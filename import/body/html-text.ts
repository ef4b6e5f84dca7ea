import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

const NOT_SHOWN = new Set(["script", "style", "noscript", "template"]);

/** Converts HTML to one line of text: `Salt &amp; <em>fog</em>` → `Salt & fog`. */
export function toPlainText(html: string): string {
  if (!/[<&]/.test(html)) return toLine(html);
  const parts: string[] = [];
  // Without recursion, because elements may be nested deeper than the stack allows.
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = parseFragment(html).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === "#text") parts.push((node as DefaultTreeAdapterTypes.TextNode).value);
    else if (/^(?:p|br|div|li|h\d)$/.test(node.nodeName)) parts.push(" ");
    if ("childNodes" in node && !NOT_SHOWN.has(node.nodeName)) waiting.push(...node.childNodes.toReversed());
  }
  return toLine(parts.join(""));
}

/** One line, without control characters. */
export function toLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

const ESCAPED: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": '"', "&#39;": "'" };

/** Decodes entities in a text in which only HTML's special characters were encoded. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#34|#39);/g, (entity) => ESCAPED[entity] ?? entity);
}
