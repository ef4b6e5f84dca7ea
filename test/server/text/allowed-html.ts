import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

/**
 * HTML that a comment may contain, specified a second time and checked as a browser reads it. Tests
 * compare the renderer with this list, which is independent of the sanitizer's own.
 */

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const TAGS = new Set(["a", "blockquote", "br", "code", "em", "li", "ol", "p", "pre", "strong", "ul"]);

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  "a href": /^(?:https?:\/\/[^\s@"<>/?#]+(?:[/?#][^\s"<>]*)?|mailto:[^\s"<>]*)$/,
  "a rel": /^nofollow ugc noopener$/,
  "code class": /^language-[\w+#.-]{1,32}$/,
  "ol start": /^\d{1,9}$/,
};

/** Everything forbidden in the HTML; empty if there is nothing. */
export function findViolations(html: string): string[] {
  return violationsIn(parseFragment(html).childNodes, null);
}

function violationsIn(nodes: readonly Node[], parent: Element | null): string[] {
  return nodes.flatMap((node) => {
    if (node.nodeName === "#text" && "value" in node)
      return /[\u202d\u202e]|[^\P{Cc}\n\t]/u.test(node.value) ? ["direction override or control character in text"] : [];
    if (!("tagName" in node)) return [`${node.nodeName} node`];
    return [...elementViolations(node, parent), ...violationsIn(node.childNodes, node)];
  });
}

function elementViolations(element: Element, parent: Element | null): string[] {
  const { tagName, attrs, namespaceURI } = element;
  const violations = attrs
    .filter(({ name, value }) => !ATTRIBUTES[`${tagName} ${name}`]?.test(value))
    .map(({ name, value }) => `${tagName} ${name}=${value}`);
  if (!TAGS.has(tagName) || namespaceURI !== "http://www.w3.org/1999/xhtml") violations.push(`<${tagName}>`);
  if (tagName === "li" && !(parent !== null && ["ol", "ul"].includes(parent.tagName))) violations.push("<li> outside of a list");
  if (tagName === "a")
    for (const name of ["href", "rel"]) if (!attrs.some((attribute) => attribute.name === name)) violations.push(`<a> without ${name}`);
  return violations;
}

/** The text of the HTML, and every attribute value. */
export function readWords(html: string): string {
  const read = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        if ("value" in node) return node.value;
        if (!("tagName" in node)) return "";
        return `${node.attrs.map(({ value }) => ` ${value} `).join("")}${read(node.childNodes)}${node.tagName === "br" ? " " : ""}`;
      })
      .join("");
  return read(parseFragment(html).childNodes);
}
