import type { Element, Nodes, Root } from "hast";
import type { CheckName, CheckSeverity } from "../../contract/config/config-names.ts";
import type { Places } from "../markdown/source-places.ts";
import type { Survey } from "../markdown/walk.ts";
import { hasId, hintOfAnchor, isPagePlace } from "../references/reference-anchors.ts";
import type { Diagnostics, Finding } from "../shared/diagnostics.ts";
import type { HtmlTag } from "./html-tags.ts";

/** Finds leftovers of mistyped Markdown, and links to missing headings. */

export type TextChecks = Readonly<Record<Extract<CheckName, "anchors" | "markdown">, CheckSeverity>>;

export interface CheckedText {
  readonly markdown: string;
  /** Output of the parser and the author's plugins. */
  readonly tree: Root;
  /** Code blocks written in Markdown. */
  readonly pres: readonly Element[];
  readonly places: Places;
}

/** Matches code for other generators. Its output, such as links and places, is not in the text. */
const FOREIGN_CODE = /\{\{|\{%/;

/** The ids to which links can refer, once headings have ids; null if other tools may add ids. */
export function readIds(tags: readonly HtmlTag[], markdown: string, isMdx: boolean): readonly string[] | null {
  if (isMdx || FOREIGN_CODE.test(markdown)) return null;
  const ids = new Set<string>();
  for (const tag of tags) {
    for (const id of [tag.get("id"), tag.name === "a" ? tag.get("name") : null]) if (id !== null && !isFootnote(id)) ids.add(id);
  }
  return [...ids];
}

/** Whether an id belongs to a footnote, which always has links in both directions. */
function isFootnote(id: string): boolean {
  return id.startsWith("user-content-fn") || id === "footnote-label";
}

/** Reports `[text](#place)` if there is no such place. */
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

/** Reports links without an address or without text. */
export function checkEmptyLinks({ ofNote }: Survey, places: Places, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "off") return;
  for (const { element } of ofNote) {
    if (element.tagName !== "a" || element.position === undefined) continue;
    const finding = element.properties.href === "" ? NO_ADDRESS : element.children.length === 0 ? NO_TEXT : null;
    if (finding !== null) diagnostics.report(severity, places.at(element.position), finding);
  }
}

const NO_ADDRESS: Finding = { code: "empty-link", message: "the link has no address", hint: "write [text](address), or only the text" };
const NO_TEXT: Finding = { code: "empty-link", message: "the link has no text, so nobody sees it", hint: "write [text](address)" };

/**
 * Reports merge conflicts, unclosed code blocks, and references and footnotes without a definition.
 */
export function checkMarkdown({ markdown, tree, pres, places }: CheckedText, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "off") return;
  const report = (start: number, end: number, finding: Finding): void => diagnostics.report(severity, places.inText(start, end), finding);
  if (markdown.includes("<<<<<<< ")) checkMergeMarkers(markdown, pres, report);
  checkFences({ markdown, tree, pres }, report);
  if (MAYBE_REFERENCE.test(markdown)) checkReferences(markdown, tree, report);
}

type ReportText = (start: number, end: number, finding: Finding) => void;

/** Matches the lines of a conflict: `<<<<<<< ours`, `=======` and `>>>>>>> theirs`. */
const MERGE_MARKER = /^(?:<{7} .*|={7}$|>{7})/gm;

/** Reads the markers once, in order. Another start marker replaces the previous one. */
function checkMergeMarkers(markdown: string, pres: readonly Element[], report: ReportText): void {
  const isCode = createCodeFinder(pres);
  let open: RegExpExecArray | null = null;
  let isDivided = false;
  for (const match of markdown.matchAll(MERGE_MARKER)) {
    if (isCode(match.index)) continue;
    const [marker] = match;
    if (marker.startsWith("<")) [open, isDivided] = [match, false];
    else if (marker.startsWith("=")) isDivided = open !== null;
    else if (open !== null && isDivided) {
      report(open.index, open.index + open[0].length, {
        code: "merge-marker",
        message: "this is an unresolved merge conflict",
        hint: "keep one of the two texts, and remove the lines <<<<<<<, ======= and >>>>>>>",
      });
      [open, isDivided] = [null, false];
    }
  }
}

/**
 * Creates a function that tells whether an offset is in a code block. Offsets must be ascending.
 */
function createCodeFinder(pres: readonly Element[]): (offset: number) => boolean {
  const blocks = pres
    .flatMap(({ position }) => (position === undefined ? [] : [[position.start.offset ?? 0, position.end.offset ?? 0] as const]))
    .sort(([a], [b]) => a - b);
  let next = 0;
  return (offset) => {
    while ((blocks[next]?.[1] ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    return (blocks[next]?.[0] ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

function checkFences({ markdown, tree, pres }: Pick<CheckedText, "markdown" | "tree" | "pres">, report: ReportText): void {
  let inHtml: readonly FenceInHtml[] | null = null;
  for (const { position } of pres) {
    const [from, to] = [position?.start.offset, position?.end.offset];
    if (from === undefined || to === undefined) continue;
    const fence = findUnclosedFence(markdown, from, to);
    if (fence === null) continue;
    inHtml ??= findFencesInHtml(markdown, tree);
    const before = inHtml.findLast(({ end }) => end <= from);
    if (before === undefined) {
      report(from, from + fence.length, {
        code: "unclosed-fence",
        message: "the code block that begins here is not closed, so everything after it is code",
        hint: `end it with a line of ${fence}`,
      });
    } else {
      report(before.at, before.at + before.fence.length, {
        code: "unclosed-fence",
        message: `this ${before.fence} is part of the HTML above it, so the code begins at the next ${fence}`,
        hint: "put an empty line between the tag and the code",
      });
    }
  }
}

/** The opening fence of the block at these offsets, if it is unclosed. */
function findUnclosedFence(markdown: string, from: number, to: number): string | null {
  const fence = /^(`{3,}|~{3,})/.exec(markdown.slice(from, from + FENCE_MAX))?.[1];
  if (fence === undefined) return null;
  const lineStart = markdown.lastIndexOf("\n", to - 1) + 1;
  const closing = /(`{3,}|~{3,})[ \t]*$/.exec(markdown.slice(lineStart, to))?.[1] ?? "";
  return lineStart > from && closing.startsWith(fence) ? null : fence;
}

interface FenceInHtml {
  readonly at: number;
  readonly fence: string;
  /** Offset of the end of its HTML. */
  readonly end: number;
}

/**
 * Finds fences directly after an unclosed HTML tag. HTML ends at an empty line, so the closing
 * fence opens a block instead. MDX components and <details> are often written in this way.
 */
function findFencesInHtml(markdown: string, tree: Root): readonly FenceInHtml[] {
  const found: FenceInHtml[] = [];
  const visit = (node: Nodes): void => {
    const [from, end] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === "raw" && from !== undefined && end !== undefined) {
      const fences = [...markdown.slice(from, end).matchAll(/(?<=^[ \t>]*)(?:`{3,}|~{3,})/gm)];
      const last = fences.at(-1);
      if (last !== undefined && fences.length % 2 === 1) found.push({ at: from + last.index, fence: last[0], end });
    }
    if (node.type === "element" || node.type === "root") for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

/** Maximum length of fences that are recognized. Longer ones do not occur in practice. */
const FENCE_MAX = 100;

/** A quick test, because most texts have no references. */
const MAYBE_REFERENCE = /\]\[|\[\^/;
/** Matches a reference. After a letter or a bracket, it would be an index: `rows[i][j]`. */
const REFERENCE = /(?<![\w\])\\!])\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g;
const FOOTNOTE = /(?<!\\)\[\^([\p{L}\p{N}][\p{L}\p{N}_-]*)\](?!:)/gu;
/** Matches the inside of a character class in a regular expression: `[^a-z]`. */
const CHARACTERS = /^\w-\w/;

/**
 * Matches a definition with template code of Jekyll or Hugo as its address, `[label]: {{ site.url
 * }}/a`. It defines nothing, because an address has no spaces.
 */
const TEMPLATE_DEFINITION = /^ {0,3}\[([^[\]\n]+)\]:.*\{[{%]/gm;

function checkReferences(markdown: string, tree: Root, report: ReportText): void {
  let templated: ReadonlySet<string> | null = null;
  const hintOf = (label: string): string => {
    templated ??= new Set([...markdown.matchAll(TEMPLATE_DEFINITION)].map(([, name = ""]) => name.toLowerCase()));
    return templated.has(label.toLowerCase())
      ? `its line [${label}]: has template code, which is not run, so write the actual address`
      : `add a line [${label}]: address`;
  };
  const visit = (node: Nodes): void => {
    if (node.type === "text") checkTextNode(node.value, node.position?.start.offset, node.position?.end.offset);
    if (node.type === "element" && (node.tagName === "pre" || node.tagName === "code")) return;
    if (node.type === "element" || node.type === "root") for (const child of node.children) visit(child);
  };
  const checkTextNode = (value: string, from: number | undefined, to: number | undefined): void => {
    if (from === undefined || to === undefined || !MAYBE_REFERENCE.test(value)) return;
    // The author's text is searched, because an escaped character is intended.
    const source = markdown.slice(from, to);
    for (const match of source.matchAll(REFERENCE)) {
      const label = match[2] || match[1] || "";
      // `makedirs(name[, mode][, exist_ok])` lists optional parameters.
      if (!/[\p{L}\d]/u.test(label) || !/^(?!,).*\p{L}{2}/u.test(match[1] ?? "")) continue;
      const message = `${JSON.stringify(match[0])} stays in the text, because ${JSON.stringify(label)} is not defined`;
      report(from + match.index, from + match.index + match[0].length, {
        code: "undefined-reference",
        message,
        hint: hintOf(label),
      });
    }
    for (const match of source.matchAll(FOOTNOTE)) {
      const label = match[1] ?? "";
      if (CHARACTERS.test(label)) continue;
      const message = `${JSON.stringify(match[0])} stays in the text, because there is no such footnote`;
      report(from + match.index, from + match.index + match[0].length, {
        code: "undefined-footnote",
        message,
        hint: `add a line [^${label}]: text`,
      });
    }
  };
  visit(tree);
}
