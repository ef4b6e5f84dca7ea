import type { Element, ElementContent, Nodes, Properties, Root, RootContent } from "hast";
import rehypeSanitize, { type Options as Schema } from "rehype-sanitize";
import { removeBidiOverrides } from "./plain-text.ts";

/**
 * Rules for the HTML of a comment. Every rule stands here once, so that taking one out is seen: the tests build the sanitiser without
 * each of them and a vector gets through. Nothing is inherited from the default schema of rehype-sanitize, which is meant for whole documents.
 */
export interface SanitizerRules {
  /** Elements, attributes, schemes: the work of rehype-sanitize. */
  readonly schema: Schema;
  /** The address that a link gets, or null for one that must not be a link. */
  readonly toLinkTarget: (href: string) => string | null;
  /** Text as it is shown. */
  readonly cleanText: (text: string) => string;
}

const LINK_REL = "nofollow ugc noopener";
const LINK_SCHEMES = ["http", "https", "mailto"];

const COMMENT_SCHEMA: Schema = {
  tagNames: ["a", "blockquote", "br", "code", "em", "li", "ol", "p", "pre", "strong", "ul"],
  attributes: {
    a: ["href"],
    // The language of a fenced block, for a highlighter. Class names of the site's own are out of reach.
    code: [["className", /^language-[A-Za-z0-9_+#.-]{1,32}$/]],
    ol: [["start", /^\d{1,9}$/]],
  },
  protocols: { href: LINK_SCHEMES },
  required: { a: { rel: LINK_REL } },
  // A list item outside of a list would join a list of the page around it.
  ancestors: { li: ["ol", "ul"] },
  // Elements that are not listed give way to their content; nothing that somebody wrote is dropped.
  strip: [],
  // No attribute is listed that could clobber a name.
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

export const COMMENT_RULES: SanitizerRules = { schema: COMMENT_SCHEMA, toLinkTarget, cleanText };

/** Other than newline and tab. Entities can write them. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Characters that HTML cannot hold, or that a reader would change, become U+FFFD as in HTML. Direction overrides go. */
function cleanText(text: string): string {
  return removeBidiOverrides(text).toWellFormed().replace(CONTROL, "\ufffd");
}

/** A sanitiser by the given rules. It makes a new tree and leaves the one it is given alone. */
export function createSanitizer(rules: SanitizerRules = COMMENT_RULES): (root: Root) => Root {
  const sanitize = rehypeSanitize(rules.schema);
  return (root) => {
    const safe = sanitize(root);
    return { type: "root", children: toContent(safe).flatMap((node) => applyRules(node, rules)) };
  };
}

/**
 * The address of a link as browsers understand it, so that what was checked is what is written. Null where it is relative (it would lead to
 * another place on every page that shows the comment), shows one site's name before an `@` and leads to another, or has in it what could end an
 * attribute (URL leaves `"` alone in host names and in mailto).
 * Which schemes are allowed is for the schema to say.
 */
export function toLinkTarget(href: string): string | null {
  const url = URL.parse(href);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return /["<>\s]/u.test(url.href) ? null : url.href;
}

/** Whether an address may be linked by all of the rules: for those who must know before the sanitiser sees it. */
export function isLinkable(href: string): boolean {
  const url = URL.parse(href);
  return url !== null && LINK_SCHEMES.includes(url.protocol.slice(0, -1)) && toLinkTarget(href) !== null;
}

/** rehype-sanitize gives a tree of a single node without its root, though its type does not say so. */
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

/** A class that the schema refused leaves an empty list behind. */
function withoutEmptyClass(properties: Properties): Properties {
  return Array.isArray(properties.className) && properties.className.length > 0 ? { className: properties.className } : {};
}
