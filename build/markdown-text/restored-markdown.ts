import type { Element, ElementContent, Parents, Root } from "hast";
import { defaultHandlers } from "hast-util-to-mdast";
import { toText } from "hast-util-to-text";
import type { BlockContent, Code, FootnoteDefinition, Html } from "mdast";
import { gfmFootnoteToMarkdown } from "mdast-util-gfm-footnote";
import { mathToMarkdown } from "mdast-util-math";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import { ALERT_BOX, ALERT_TITLE } from "../markdown/alerts.ts";
import { ALERT_KINDS, isAlertPhrase } from "../markdown/phrases.ts";
import { visitElements } from "./html-tree.ts";
import { hasClass, type MarkdownForms, type State } from "./to-markdown-text.ts";

/**
 * Restores forms that Markdown has and HTML lacks: footnotes, alerts, formulas, and options after
 * the language of a code block.
 */
export function restoredForms(tree: Root): MarkdownForms {
  const notes = numberNotes(tree);
  return {
    handlers: {
      a: (_state, element) => (isBacklink(element) ? [] : null),
      sup: (state, element) => toReference(state, element, notes),
      section: (state, element) => (element.properties.dataFootnotes === undefined ? null : toDefinitions(state, element, notes)),
      div: toAlert,
      figure: toPicture,
      span: toFormula,
      math: toFormula,
      code: toFormula,
      pre: (state, element, parent) => toFormula(state, element, parent) ?? toFence(state, element),
    },
    // In a text without formulas, a dollar sign means money and needs no escape.
    extensions: [gfmFootnoteToMarkdown(), ...(hasFormulas(tree) ? [mathToMarkdown()] : [])],
  };
}

/** Restores a formula. In a paragraph, it cannot be a block. */
function toFormula(state: State, element: Element, parent?: Parents) {
  const formula = findFormula(element);
  if (formula === null) return null;
  const isBlock = formula.isBlock && !(parent?.type === "element" && parent.tagName === "p");
  const node = { type: isBlock ? ("math" as const) : ("inlineMath" as const), value: formula.value };
  state.patch(element, node);
  return node;
}

/** Footnote numbers that readers see, from 1, by the ids of the footnotes. */
function numberNotes(tree: Root): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  visitElements(tree, (section) => {
    if (section.properties.dataFootnotes === undefined) return true;
    visitElements(section, ({ tagName, properties: { id } }) => {
      if (tagName === "li" && typeof id === "string") numbers.set(id, String(numbers.size + 1));
      return tagName !== "li";
    });
    return false;
  });
  return numbers;
}

/** Restores the reference to a footnote from the number in the text. */
function toReference(state: State, { children }: Element, notes: ReadonlyMap<string, string>) {
  const link = children.find((child) => child.type === "element");
  if (link?.properties.dataFootnoteRef === undefined) return null;
  const target = String(link.properties.href ?? "").split("#")[1] ?? "";
  const label = notes.get(target) ?? notes.get(decodePercent(target) ?? target);
  if (label === undefined) return null;
  const node = { type: "footnoteReference" as const, identifier: label, label };
  state.patch(link, node);
  return node;
}

function toDefinitions(state: State, section: Element, notes: ReadonlyMap<string, string>): FootnoteDefinition[] {
  const definitions: FootnoteDefinition[] = [];
  visitElements(section, (item) => {
    const label = item.tagName === "li" ? notes.get(String(item.properties.id ?? "")) : undefined;
    if (label === undefined) return true;
    const children = state.toFlow(state.all(item)) as BlockContent[];
    definitions.push({ type: "footnoteDefinition", identifier: label, label, children });
    return false;
  });
  return definitions;
}

/** Whether a link leads from a footnote back to the text, or from a heading to itself. */
function isBacklink({ properties }: Element): boolean {
  return properties.dataFootnoteBackref !== undefined || properties.ariaHidden === "true";
}

function toAlert(state: State, box: Element) {
  const kind = hasClass(box, ALERT_BOX) ? ALERT_KINDS.find((one) => hasClass(box, `${ALERT_BOX}-${one}`)) : undefined;
  if (kind === undefined) return null;
  const isTitle = (child: ElementContent): child is Element => child.type === "element" && hasClass(child, ALERT_TITLE);
  const title = box.children.find(isTitle);
  const rest = box.children.filter((child) => !isTitle(child));
  // GitHub does not show custom titles.
  const own = title === undefined || isAlertPhrase(kind, toText(title)) ? [] : [toTitle(title)];
  const children = state.toFlow(state.all({ ...box, children: [...own, ...rest] }));
  const [first] = children;
  const mark: Html = { type: "html", value: `[!${kind.toUpperCase()}]` };
  if (first?.type === "paragraph") first.children.unshift({ ...mark, value: `${mark.value}\n` });
  else children.unshift({ type: "paragraph", children: [mark] });
  const quotation = { type: "blockquote" as const, children: children as BlockContent[] };
  state.patch(box, quotation);
  return quotation;
}

/** Restores a picture with its caption as the title, the form that `markdown.figures` reads. */
function toPicture(state: State, figure: Element) {
  const parts = figure.children.filter((child) => child.type === "element");
  const [first, caption, ...others] = parts;
  if (caption?.tagName !== "figcaption" || others.length > 0 || caption.children.some(({ type }) => type !== "text")) return null;
  const [inner] = first?.tagName === "a" ? first.children : [first];
  if (first === undefined || inner?.type !== "element" || inner.tagName !== "img") return null;
  const picture: Element = { ...inner, properties: { ...inner.properties, title: toText(caption) } };
  return state.toFlow(state.all({ ...figure, children: [first === inner ? picture : { ...first, children: [picture] }] }));
}

function toTitle({ children }: Element): Element {
  const strong: Element = { type: "element", tagName: "strong", properties: {}, children };
  return { type: "element", tagName: "p", properties: {}, children: [strong] };
}

interface Formula {
  readonly value: string;
  readonly isBlock: boolean;
}

/**
 * Finds a formula's TeX in the output of remark-math, or in the annotations of KaTeX and others.
 * Returns null if it is not a formula.
 */
function findFormula(element: Element): Formula | null {
  const { tagName, children, properties } = element;
  if (tagName === "pre") {
    const code = children.find((child) => child.type === "element");
    const isFormula = code !== undefined && hasClass(code, "language-math");
    return isFormula ? { value: toText(code, { whitespace: "pre" }).replace(/\n$/, ""), isBlock: true } : null;
  }
  if (tagName === "code")
    return hasClass(element, "math-inline") ? { value: toText(element, { whitespace: "pre" }), isBlock: false } : null;
  const isBlock = hasClass(element, "katex-display") || (tagName === "math" && properties.display === "block");
  const value = isBlock || hasClass(element, "katex") || tagName === "math" ? findTex(element) : null;
  return value === null ? null : { value, isBlock };
}

function hasFormulas(tree: Root): boolean {
  let any = false;
  visitElements(tree, (element) => {
    any ||= findFormula(element) !== null;
    return !any;
  });
  return any;
}

function findTex(element: Element): string | null {
  let tex: string | null = null;
  visitElements(element, (child) => {
    if (child.tagName === "annotation" && child.properties.encoding === "application/x-tex") tex = toText(child, { whitespace: "pre" });
    return tex === null;
  });
  return tex;
}

/** Restores a code block with options from its data attributes (markdown/code-meta.ts). */
function toFence(state: State, pre: Element): Code | null {
  const fence = defaultHandlers.pre(state, pre) as Code | ReturnType<State["all"]>;
  if (!("type" in fence)) return null;
  const { dataLanguage, ...properties } = pre.properties;
  fence.lang ??= languageOf(pre) ?? (typeof dataLanguage === "string" ? dataLanguage : null);
  const meta = Object.entries(properties).flatMap(([name, value]) => (name.startsWith("data") ? toDirection(name, String(value)) : []));
  if (fence.lang !== null && fence.lang !== undefined && meta.length > 0) fence.meta = meta.join(" ");
  return fence;
}

function languageOf(pre: Element): string | null {
  for (const element of [pre, ...pre.children]) {
    const classes = element.type === "element" ? element.properties.className : [];
    for (const name of Array.isArray(classes) ? classes : []) {
      const language = /^lang(?:uage)?-(.+)$/.exec(String(name))?.[1];
      if (language !== undefined) return language;
    }
  }
  return null;
}

function toDirection(property: string, value: string): readonly string[] {
  if (property === "dataHighlight") return [`{${value}}`];
  if (property === "dataMeta") return [value];
  const name = property.charAt(4).toLowerCase() + property.slice(5);
  return [value === "" ? name : `${name}="${value}"`];
}
