import type { Element, Nodes, Root } from "hast";
import type { CheckName, CheckSeverity } from "../../../contract/config/define-config.ts";
import { hasId, hintOfAnchor, isPagePlace } from "../../references/reference-anchors.ts";
import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import type { HtmlTag } from "../markdown/html-tags.ts";
import type { Places } from "../markdown/source-places.ts";

/** What is left of a mistyped text, and links to places that are not there. */

export type TextChecks = Readonly<Record<Extract<CheckName, "anchors" | "markdown">, CheckSeverity>>;

export interface CheckedText {
  readonly markdown: string;
  /** As the parser has made it, with the author's plugins. */
  readonly tree: Root;
  /** Markdown's own blocks of code. */
  readonly pres: readonly Element[];
  readonly places: Places;
}

/** Code of other generators: what it makes, links and places among that, is not in the text. */
const FOREIGN_CODE = /\{\{|\{%/;

/** The ids to which links may lead, once headings have theirs; null: other tools add some. */
export function readIds(tags: readonly HtmlTag[], markdown: string, isMdx: boolean): readonly string[] | null {
  if (isMdx || FOREIGN_CODE.test(markdown)) return null;
  const ids = new Set<string>();
  for (const tag of tags) {
    for (const id of [tag.get("id"), tag.name === "a" ? tag.get("name") : null]) if (id !== null && !isFootnote(id)) ids.add(id);
  }
  return [...ids];
}

/** Each note is linked to and back by what made it. */
function isFootnote(id: string): boolean {
  return id.startsWith("user-content-fn") || id === "footnote-label";
}

/** `[text](#place)` without such a place. */
export function checkOwnAnchors(
  tags: readonly HtmlTag[],
  ids: readonly string[] | null,
  severity: CheckSeverity,
  diagnostics: Diagnostics,
): void {
  if (severity === "off" || ids === null) return;
  for (const tag of tags) {
    const href = tag.name === "a" ? (tag.get("href") ?? "") : "";
    const fragment = href.slice(1);
    if (!href.startsWith("#") || isPagePlace(fragment) || isFootnote(fragment) || hasId(ids, fragment)) continue;
    const finding = {
      code: "missing-anchor",
      message: `${JSON.stringify(href)}: this text has no such place`,
      hint: hintOfAnchor(ids, fragment),
    };
    diagnostics.report(severity, tag.at("href"), finding);
  }
}

/** Links without an address or without a text. */
export function checkEmptyLinks(root: Root, places: Places, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "off") return;
  const visit = (node: Nodes): void => {
    if (node.type !== "element" && node.type !== "root") return;
    if (node.type === "element" && node.tagName === "a" && node.position !== undefined) {
      const finding = node.properties.href === "" ? NO_ADDRESS : node.children.length === 0 ? NO_TEXT : null;
      if (finding !== null) diagnostics.report(severity, places.at(node.position), finding);
    }
    for (const child of node.children) visit(child);
  };
  visit(root);
}

const NO_ADDRESS: Finding = { code: "empty-link", message: "the link has no address", hint: "write [text](address), or the text alone" };
const NO_TEXT: Finding = { code: "empty-link", message: "the link has no text: nobody sees it", hint: "write [text](address)" };

/** Conflicts of a merge, a block of code without an end, references and footnotes without a definition. */
export function checkMarkdown({ markdown, tree, pres, places }: CheckedText, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "off") return;
  const report = (start: number, end: number, finding: Finding): void => diagnostics.report(severity, places.inText(start, end), finding);
  if (markdown.includes("<<<<<<< ")) checkMergeMarkers(markdown, pres, report);
  for (const pre of pres) checkFence({ markdown, tree }, pre, report);
  if (MAYBE_REFERENCE.test(markdown)) checkReferences(markdown, tree, report);
}

type ReportText = (start: number, end: number, finding: Finding) => void;

function checkMergeMarkers(markdown: string, pres: readonly Element[], report: ReportText): void {
  const isCode = (at: number): boolean =>
    pres.some(({ position }) => (position?.start.offset ?? Number.POSITIVE_INFINITY) <= at && at < (position?.end.offset ?? 0));
  for (const match of markdown.matchAll(/^<{7} .*(?=\n(?:.*\n)*?={7}\n(?:.*\n)*?>{7})/gm)) {
    if (isCode(match.index)) continue;
    const message = "a conflict of a merge is left here";
    report(match.index, match.index + match[0].length, {
      code: "merge-marker",
      message,
      hint: "keep one of the two texts, and remove the lines <<<<<<<, ======= and >>>>>>>",
    });
  }
}

function checkFence({ markdown, tree }: Pick<CheckedText, "markdown" | "tree">, { position }: Element, report: ReportText): void {
  const [from, to] = [position?.start.offset, position?.end.offset];
  if (from === undefined || to === undefined) return;
  const fence = /^(`{3,}|~{3,})/.exec(markdown.slice(from, from + FENCE_MAX))?.[1];
  if (fence === undefined) return;
  const last = markdown.slice(markdown.lastIndexOf("\n", to - 1) + 1, to);
  const lineStart = markdown.lastIndexOf("\n", to - 1) + 1;
  const closing = /(`{3,}|~{3,})[ \t]*$/.exec(last)?.[1] ?? "";
  if (lineStart > from && closing.startsWith(fence)) return;
  const inHtml = findFenceInHtml(markdown, tree, from);
  if (inHtml !== null) {
    report(inHtml.at, inHtml.at + inHtml.fence.length, {
      code: "unclosed-fence",
      message: `this ${inHtml.fence} is part of the HTML above it, so the code begins at the next ${fence}`,
      hint: "put an empty line between the tag and the code",
    });
    return;
  }
  report(from, from + fence.length, {
    code: "unclosed-fence",
    message: "the block of code that begins here has no end: all that follows is code",
    hint: `end it with a line ${fence}`,
  });
}

/**
 * A fence directly below a tag, in the last HTML before an offset that has one without an end: HTML ends at an empty line, so the fence meant as its end opens a block.
 * Components of MDX and <details> are written so.
 */
function findFenceInHtml(markdown: string, tree: Root, before: number): { readonly at: number; readonly fence: string } | null {
  let found: { readonly at: number; readonly fence: string } | null = null;
  const visit = (node: Nodes): void => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === "raw" && from !== undefined && to !== undefined && to <= before) {
      const fences = [...markdown.slice(from, to).matchAll(/(?<=^[ \t>]*)(?:`{3,}|~{3,})/gm)];
      const last = fences.at(-1);
      if (last !== undefined && fences.length % 2 === 1) found = { at: from + last.index, fence: last[0] };
    }
    if (node.type === "element" || node.type === "root") for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

/** Nobody writes more signs. */
const FENCE_MAX = 100;

/** Most texts have none. */
const MAYBE_REFERENCE = /\]\[|\[\^/;
/** Behind a letter or a bracket it is an index: `rows[i][j]`. */
const REFERENCE = /(?<![\w\])\\!])\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g;
const FOOTNOTE = /(?<!\\)\[\^([\p{L}\p{N}][\p{L}\p{N}_-]*)\](?!:)/gu;
/** A set of characters in a regular expression: `[^a-z]`. */
const CHARACTERS = /^\w-\w/;

/** `[label]: {{ site.url }}/a` of Jekyll and Hugo is no definition: an address has no spaces. */
function hintOfReference(markdown: string, label: string): string {
  const line = new RegExp(`^ {0,3}\\[${RegExp.escape(label)}\\]:.*\\{[{%]`, "imu");
  return line.test(markdown)
    ? `its line [${label}]: has template code, which is not run: write the address itself`
    : `add a line [${label}]: address`;
}

function checkReferences(markdown: string, tree: Root, report: ReportText): void {
  const visit = (node: Nodes): void => {
    if (node.type === "text") checkTextNode(node.value, node.position?.start.offset, node.position?.end.offset);
    if (node.type === "element" && (node.tagName === "pre" || node.tagName === "code")) return;
    if (node.type === "element" || node.type === "root") for (const child of node.children) visit(child);
  };
  const checkTextNode = (value: string, from: number | undefined, to: number | undefined): void => {
    if (from === undefined || to === undefined || !MAYBE_REFERENCE.test(value)) return;
    // As written: what the author has escaped is meant.
    const source = markdown.slice(from, to);
    for (const match of source.matchAll(REFERENCE)) {
      const label = match[2] || match[1] || "";
      // `makedirs(name[, mode][, exist_ok])` lists parameters that may be left out.
      if (!/\p{L}{2}|\p{L}.*\d/u.test(label) || !/^(?!,).*\p{L}{2}/u.test(match[1] ?? "")) continue;
      const message = `${JSON.stringify(match[0])} stands in the text as it is: ${JSON.stringify(label)} is not defined`;
      report(from + match.index, from + match.index + match[0].length, {
        code: "undefined-reference",
        message,
        hint: hintOfReference(markdown, label),
      });
    }
    for (const match of source.matchAll(FOOTNOTE)) {
      const label = match[1] ?? "";
      if (CHARACTERS.test(label)) continue;
      const message = `${JSON.stringify(match[0])} stands in the text as it is: there is no such footnote`;
      report(from + match.index, from + match.index + match[0].length, {
        code: "undefined-footnote",
        message,
        hint: `add a line [^${label}]: text`,
      });
    }
  };
  visit(tree);
}
