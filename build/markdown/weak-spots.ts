/**
 * Markdown that people write and that Sätteri 0.10 parses differently from remark-parse. It was
 * found by fuzzing both, and by parsing about ten thousand files of public sites with both. A
 * document with such a spot goes to the reference parser, so a false alarm costs only a few
 * milliseconds. All patterns take linear time, however long a line is.
 */
interface WeakSpot {
  /** With `above`, the pattern must begin with a line break and be global. */
  readonly pattern: RegExp;
  /** A pattern for the line above. */
  readonly above?: RegExp;
  /**
   * Every match contains one of these. Searching for them first is much faster, because most
   * documents have none.
   */
  readonly holds: readonly string[];
  /** The spot is relevant only in documents that also match this. */
  readonly with?: RegExp;
}

/** Matches a list, or a quotation directly followed by a line that is not part of it. */
const LIST_OR_QUOTATION = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)|^((?:[ \t]*>){0,3})[ \t]*>[^\n]*\n\1(?![ \t]*(?:>|$))/m;
const TASKS = ["[ ]", "[x]", "[X]"];

const WEAK_SPOTS: readonly WeakSpot[] = [
  // A bare address swallows the | that ends its table cell.
  { pattern: /\|(?<=(?:https?:\/\/|www\.)[^\s|<>]{0,500}\|)/i, holds: ["|"] },
  // A line of HTML directly below a table becomes a row instead of ending the table.
  { pattern: /\n[ \t>]*<\/?[a-z]/gi, above: /\|/, holds: ["|"] },
  // After a list, or a quotation without a blank line after it, indented code directly below a
  // heading, rule, table, fence or comment becomes two blocks.
  {
    pattern: /\n(?=[ >]*(?: {4}|\t))[ \t>]*(?=\S)/g,
    above:
      /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*(?:#{1,6}(?:[ \t]|$)|[-=*_][-=*_ \t]*$|```|~~~)|(?:[-+*]|\d[.)])(?: {5}| ?\t)|\||-->|\?>|\]\]>|<![a-z]|<\/(?:pre|script|style|textarea)/i,
    holds: ["    ", "\t"],
    with: LIST_OR_QUOTATION,
  },
  // An underscore beside asterisks counts as a letter, so that `a**_b**c` is strong.
  // The rare part comes first; its surroundings are checked last.
  { pattern: /\*_(?<=[^\s\p{P}\p{S}]\*+_)(?=\S|\n)|(?<=\S|\n)_\*(?=\**[^\s\p{P}\p{S}])/u, holds: ["*_", "_*"] },
  // An asterisk, underscore or tilde after an escaped one wrongly begins or ends emphasis.
  { pattern: /\\\*\*|\\__|\\~~/, holds: ["\\*", "\\_", "\\~"] },
  // A task without a text swallows the line below it.
  { pattern: /\[[ xX]\][ \t]*$/m, holds: TASKS },
  // A task that is an underlined heading keeps its box.
  { pattern: /[^\n]\n[ \t>]+(?:=+|-+)[ \t]*$/m, holds: TASKS },
  // An email address after a slash, or after a non-ASCII letter and a bracket, is not linked.
  { pattern: /@(?=[\w-])(?<=(?:\/|[^\p{ASCII}\s])[\w.+-]+@)(?<!:\/\/\S{0,500})/u, holds: ["@"] },
  // A line of HTML directly below a footnote ends it.
  // The pattern matches each footnote up to the beginning of the next one.
  { pattern: /^[ \t>]*\[\^(?:[^\n]*\n(?![ \t>]*\[\^))*?[^\n]+\n[ \t>]*<[a-z/!?]/im, holds: ["[^"] },
  // An empty footnote swallows the text below it.
  { pattern: /\[\^[^[\]\n]{1,999}\]:[ \t]*$/m, holds: ["[^"] },
  // A footnote's mark in a link's text prevents the link.
  { pattern: /\[\^[^[\]\n]{1,999}\][^[\]]{0,999}\]\(/, holds: ["[^"] },
  // A definition at the end of a footnote keeps the back link out of the last paragraph.
  // The match ends at the beginning of the next line of this kind.
  { pattern: /^(?=[ >]*(?: {4}|\t))[ \t>]*\[(?!\^)(?:[^[\]\\]|\\[\s\S]){1,999}\]:/m, holds: ["[^"], with: /\[\^[^[\]\n]{1,999}\]:/ },
  // A hard break at the end of a link's text is lost.
  { pattern: /\\\n[ \t>]*\]/, holds: ["\\\n"] },
  // A definition directly above a block counts as a paragraph, which not every list can end.
  { pattern: /^[ \t>]*\[(?!\^)[^[\]\n]{1,999}\]:[^\n]*\n[ \t>]*[^\s>[]/m, holds: ["]:"] },
  // A definition with blank lines between it and a list also counts as a paragraph.
  { pattern: /^[ \t>]*\[(?!\^)[^[\]\n]{1,999}\]:[^\n]*\n(?:[ \t>]*\n)+[ \t>]*(?:\d{1,9}[.)](?:[ \t]|$)|[-+*][ \t]*$)/m, holds: ["]:"] },
  // A bare address ends where another one begins after a mark.
  { pattern: /[_.*~]https?:\/\//i, holds: ["_http", ".http", "*http", "~http"] },
  // Preformatted HTML in a list or a quotation gains or loses blank lines.
  {
    pattern: /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])[^\n]*|[ \t]+)<(?:pre|script|style|textarea)/im,
    holds: ["<pre", "<script", "<style", "<textarea", "<PRE", "<SCRIPT", "<STYLE", "<TEXTAREA"],
  },
];

/** Whether a document must go to the reference parser. */
export function hasWeakSpot(markdown: string): boolean {
  let prose: string | null = null;
  const isWeak = WEAK_SPOTS.some((spot) => {
    if (!isIn(spot, markdown)) return false;
    prose ??= withoutFencedCode(markdown);
    return isIn(spot, prose);
  });
  return isWeak && !isIntricate(markdown);
}

/**
 * Whether a text would take the reference parser minutes to hours. Nobody writes such texts, so a
 * misreading does no harm.
 */
function isIntricate(markdown: string): boolean {
  return (
    markdown.length > REFERENCE_LENGTH_MAX ||
    markdown.split(/\n(?=[ \t>]*\n)/).some((block) => (block.match(MARKS)?.length ?? 0) > BLOCK_MARKS_MAX)
  );
}

const MARKS = /[[\]*_`<&~]/g;
/** Maximum marks in a block. The time grows with their square or cube. */
const BLOCK_MARKS_MAX = 2_000;
/** Maximum characters, about a thousand pages. */
const REFERENCE_LENGTH_MAX = 2_000_000;

function isIn({ pattern, holds, above, with: also }: WeakSpot, text: string): boolean {
  if (!holds.some((piece) => text.includes(piece)) || also?.test(text) === false) return false;
  if (above === undefined) return pattern.test(text);
  for (const { index } of text.matchAll(pattern)) if (above.test(text.slice(text.lastIndexOf("\n", index - 1) + 1, index))) return true;
  return false;
}

/**
 * Matches an opening fence, including in lists and quotations. The info string of a backtick fence
 * cannot contain backticks.
 */
const OPENING = /^((?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*)(`{3,}(?![^\n]*`)|~{3,})/;
const CLOSING = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/;

/** The text without the content of fenced code. An unclosed fence stays unchanged. */
function withoutFencedCode(markdown: string): string {
  if (!markdown.includes("```") && !markdown.includes("~~~")) return markdown;
  const lines: string[] = [];
  let opened: { readonly depth: number; readonly fence: string; readonly at: number } | null = null;
  for (const line of markdown.split("\n")) {
    lines.push(line);
    const found: RegExpExecArray | null = (opened === null ? OPENING : CLOSING).exec(line);
    const fence: string = found?.[2] ?? "";
    if (fence === "") continue;
    const depth: number = (found?.[1] ?? "").split(">").length;
    if (opened === null) opened = { depth, fence, at: lines.length };
    else if (fence.startsWith(opened.fence) && depth === opened.depth) {
      lines.length = opened.at;
      lines.push(line);
      opened = null;
    }
  }
  return lines.join("\n");
}
