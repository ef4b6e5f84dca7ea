import type { Element, Root } from "hast";
import { toLine } from "./html-text.ts";

/** Elements that run code, load something or ask for input. Their content is not text. */
const REMOVED: ReadonlySet<string> = new Set(
  "script style noscript template link meta base form input button select textarea object embed applet frame frameset portal svg math".split(
    " ",
  ),
);
/** Browsers ignore white space and control characters before and within a scheme. */
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel", "ftp"]);
const ADDRESSES = ["href", "src", "poster", "cite", "longDesc"] as const;

/** An attribute that refers to something and may be rewritten. */
export interface BodyReference {
  readonly kind: "picture" | "link";
  readonly address: string;
  readonly element: Element;
  readonly property: string;
}

/**
 * Removes code and comments, and finds a body's references. `report` is called for everything that
 * is removed or left out.
 */
export function cleanTree(root: Root, report: (what: string) => void): BodyReference[] {
  const references: BodyReference[] = [];
  cleanChildren(root, references, report);
  return references;
}

function cleanChildren(parent: Root | Element, references: BodyReference[], report: (what: string) => void): void {
  const children = [];
  for (const child of parent.children) {
    if (child.type === "comment") {
      // Marks the end of the excerpt.
      if (/^\s*more\b/.test(child.value)) children.push({ ...child, value: " more " });
      continue;
    }
    if (child.type === "doctype") continue;
    if (child.type === "element") {
      if (REMOVED.has(child.tagName)) {
        report(describeRemoved(child));
        continue;
      }
      if (child.tagName === "iframe" && !isWebAddress(child.properties.src)) {
        report("iframe without an address: removed");
        continue;
      }
      cleanAttributes(child, references, report);
      cleanChildren(child, references, report);
    }
    children.push(child);
  }
  parent.children = children as typeof parent.children;
}

/** Broken pictures are kept as comments for the author, because a build would stop at each. */
export function commentOut(parent: Root | Element, pictures: ReadonlySet<Element>): void {
  parent.children = (parent.children as Element["children"]).map((child) => {
    if (child.type !== "element") return child;
    if (pictures.has(child)) return { type: "comment", value: toComment(child) };
    commentOut(child, pictures);
    return child;
  });
}

/**
 * ` picture: /content/images/heron.jpg (A heron) `. A comment ends at `-->`, and must not begin
 * with `>` or `->`.
 */
function toComment({ properties: { src, alt } }: Element): string {
  const words = typeof alt === "string" && alt !== "" ? ` (${alt})` : "";
  return ` picture: ${toLine(`${src}${words}`).replace(/-(?=-)|-$/g, "- ")} `;
}

function describeRemoved({ tagName, properties }: Element): string {
  const host = typeof properties.src === "string" ? URL.parse(properties.src, "https://site.invalid")?.host : undefined;
  return `${tagName}${host === undefined || host === "site.invalid" ? "" : ` of ${toLine(host)}`}: removed`;
}

function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^(?:https?:)?\/\//i.test(value.trim());
}

function cleanAttributes(element: Element, references: BodyReference[], report: (what: string) => void): void {
  const { properties } = element;
  for (const name of Object.keys(properties))
    if (/^on/i.test(name) || name === "srcDoc" || name === "style") {
      delete properties[name];
      if (name !== "style") report(`attribute ${name.toLowerCase()}: removed`);
    }
  for (const name of ADDRESSES) {
    const value = properties[name];
    if (typeof value !== "string") continue;
    const scheme = SCHEME.exec(value.replace(/[\s\p{Cc}]+/gu, ""))?.[1]?.toLowerCase();
    if (scheme !== undefined && !SAFE_SCHEMES.has(scheme)) {
      delete properties[name];
      report(`address that begins with ${scheme}: — removed`);
    } else if (name === "href" || (name === "src" && element.tagName === "img"))
      references.push({ kind: name === "src" ? "picture" : "link", address: value.trim(), element, property: name });
  }
  if (element.tagName === "img") {
    // WordPress's smaller copies. The build makes its own.
    for (const name of ["srcSet", "sizes", "loading", "decoding", "fetchPriority"]) delete properties[name];
  }
  if (element.tagName === "iframe")
    report(`iframe of ${toLine(URL.parse(String(properties.src), "https://site.invalid")?.host ?? "?")}: kept as HTML`);
}
