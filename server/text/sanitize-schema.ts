import type { Element, ElementContent, Nodes, Properties, Root, RootContent } from "hast";
import rehypeSanitize, { type Options as Schema } from "rehype-sanitize";
import { removeBidiOverrides } from "./plain-text.ts";

/**
 * Rules for the HTML of a comment. Every rule is here exactly once, so that tests notice a missing
 * one: they build the sanitizer without each rule, and an attack gets through. Nothing is inherited
 * from rehype-sanitize's default schema, which is meant for whole documents.
 */
export interface SanitizerRules {
  /** Elements, attributes and schemes, for rehype-sanitize. */
  readonly schema: Schema;
  /** The address of a link; null if it must not be a link. */
  readonly toLinkTarget: (href: string) => string | null;
  /** Cleans text for display. */
  readonly cleanText: (text: string) => string;
}

const LINK_REL = "nofollow ugc noopener";
const LINK_SCHEMES = ["http", "https", "mailto"];

const COMMENT_SCHEMA: Schema = {
  tagNames: ["a", "blockquote", "br", "code", "em", "li", "ol", "p", "pre", "strong", "ul"],
  attributes: {
    a: ["href"],
    // The language of a fenced block, for a highlighter. The site's own class names cannot be used.
    code: [["className", /^language-[A-Za-z0-9_+#.-]{1,32}$/]],
    ol: [["start", /^\d{1,9}$/]],
  },
  protocols: { href: LINK_SCHEMES },
  required: { a: { rel: LINK_REL } },
  // A list item outside a list would join a list of the surrounding page.
  ancestors: { li: ["ol", "ul"] },
  // Elements that are not listed are replaced by their content; nobody's text is dropped.
  strip: [],
  // No listed attribute can clobber a DOM property.
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

export const COMMENT_RULES: SanitizerRules = { schema: COMMENT_SCHEMA, toLinkTarget, cleanText };

/** Control characters other than newline and tab. Entities can produce them. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/**
 * Characters that HTML cannot hold, or that a browser would change, become U+FFFD as in HTML.
 * Direction overrides are removed.
 */
function cleanText(text: string): string {
  return removeBidiOverrides(text).toWellFormed().replace(CONTROL, "\ufffd");
}

/** Builds a sanitizer from rules. It returns a new tree and does not change its input. */
export function createSanitizer(rules: SanitizerRules = COMMENT_RULES): (root: Root) => Root {
  const sanitize = rehypeSanitize(rules.schema);
  return (root) => {
    const safe = sanitize(root);
    return { type: "root", children: toContent(safe).flatMap((node) => applyRules(node, rules)) };
  };
}

/**
 * A link's address as browsers understand it, so that the checked address is the written one. Null
 * if it is relative (it would lead to different places on different pages), shows one site's name
 * before an `@` but leads to another site, or contains a character that could end an attribute (URL
 * keeps `"` in host names and in mailto). The schema decides which schemes are allowed.
 */
export function toLinkTarget(href: string): string | null {
  const url = URL.parse(href);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return /["<>\s]/u.test(url.href) ? null : url.href;
}

/**
 * Whether all rules allow a link to the address, for code that needs to know before the sanitizer
 * runs.
 */
export function isLinkable(href: string): boolean {
  const url = URL.parse(href);
  return url !== null && LINK_SCHEMES.includes(url.protocol.slice(0, -1)) && toLinkTarget(href) !== null;
}

/** rehype-sanitize returns a single node without its root, although its type does not say so. */
function toContent(node: Nodes): RootContent[] {
  return node.type === "root" ? node.children : [node];
}

function applyRules<Node extends RootContent>(node: Node, rules: SanitizerRules): (Node | ElementContent)[] {
  if (node.type === "text") return [{ ...node, value: rules.cleanText(node.value) }];
  if (node.type !== "element") return [node];
  const children: ElementContent[] = node.children.flatMap((child) => applyRules(child, rules));
  if (node.tagName === "code") return [{ ...node, properties: withoutEmptyClass(node.properties), children }];
  if (node.tagName !== "a") return [{ ...node, children }];
  const target = rules.toLinkTarget(String(node.properties.href ?? ""));
  if (target === null) return children;
  const link: Element = { ...node, properties: { ...node.properties, href: target }, children };
  return [link];
}

/** A refused class leaves an empty list behind. */
function withoutEmptyClass(properties: Properties): Properties {
  return Array.isArray(properties.className) && properties.className.length > 0 ? { className: properties.className } : {};
}
