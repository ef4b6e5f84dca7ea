import { findBound } from "../../contract/lists/find-bound.ts";
import { mapText } from "../format/fold.ts";
import { scanText, spansOf } from "../format/tokenize.ts";
import type { YieldWhenDue } from "./matches.ts";

export interface SnippetOptions {
  /** Maximum length of the text in UTF-16 code units, without markup and ellipses. Default 200. */
  readonly length?: number;
  /** Default: never. */
  readonly yieldWhenDue?: YieldWhenDue;
}

const LENGTH_DEFAULT = 200;
/** Words examined between two calls of yieldWhenDue. */
const WORDS_A_STEP = 256;
/** Share of a snippet's length before its first match. */
const LEAD = 0.25;
/** Distance that a cut may move to fall between words, UTF-16 code units. */
const SLACK = 24;

/** A match: offsets in the original text, at cluster boundaries, with its term. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/**
 * The range of a text with the most terms, as HTML with only escaped text and `<mark>`. If no term
 * occurs, the beginning of the text. "…" shows where the text continues. Cuts are between words if
 * possible, and never inside a character as readers see it.
 * @param source plain text; runs of white space are shown as one space
 * @param terms from SearchHitRef.terms: terms of the index
 */
export async function makeSnippet(source: string, terms: readonly string[], options: SnippetOptions = {}): Promise<string> {
  const text = source.replace(/\s+/g, " ");
  const length = Math.max(1, options.length ?? LENGTH_DEFAULT);
  const { marks, cuts } = await findMarks(text, new Set(terms), options.yieldWhenDue ?? (() => null));
  const [start, end] = chooseWindow(text, marks, cuts, length);
  return `${start > 0 ? "…" : ""}${toHtml(text, marks, start, end)}${end < text.trimEnd().length ? "…" : ""}`;
}

/** Compares terms in the index's form, so that exactly the found words are marked. */
async function findMarks(
  text: string,
  terms: ReadonlySet<string>,
  yieldWhenDue: YieldWhenDue,
): Promise<{ marks: Mark[]; cuts: readonly number[] }> {
  const map = mapText(text);
  const marks: Mark[] = [];
  let words = 0;
  for (const token of scanText(map.text)) {
    words += 1;
    const due = words % WORDS_A_STEP === 0 ? yieldWhenDue() : null;
    if (due !== null) await due;
    const spans = token.kind === "run" ? [...token.pairs, ...token.characters] : spansOf(token);
    for (const { term, start, end } of spans) {
      if (terms.has(term)) marks.push({ start: map.startOf(start), end: map.endOf(end - 1), term });
    }
  }
  return { marks: marks.sort((a, b) => a.start - b.start || b.end - a.end), cuts: map.cuts };
}

/**
 * The window with the most different terms, then the most matches, then the first; [start, end).
 */
function chooseWindow(text: string, marks: readonly Mark[], cuts: readonly number[], length: number): readonly [number, number] {
  let best = 0;
  let bestTerms = 0;
  let bestMarks = 0;
  const reach = length * (1 - LEAD);
  const inside = new Map<string, number>();
  let right = 0;
  marks.forEach((mark, left) => {
    for (let next = marks[right]; next !== undefined && (next.end <= mark.start + reach || right === left); next = marks[right]) {
      inside.set(next.term, (inside.get(next.term) ?? 0) + 1);
      right += 1;
    }
    if (inside.size > bestTerms || (inside.size === bestTerms && right - left > bestMarks)) {
      best = mark.start;
      bestTerms = inside.size;
      bestMarks = right - left;
    }
    const count = inside.get(mark.term) ?? 0;
    if (count > 1) inside.set(mark.term, count - 1);
    else inside.delete(mark.term);
  });
  return cutWindow(text, cuts, best, bestMarks, length);
}

function cutWindow(text: string, cuts: readonly number[], match: number, matches: number, length: number): readonly [number, number] {
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  if (last - first <= length) return [first, Math.max(first, last)];
  // Near the end of the text, the window moves back so that it is full.
  const wanted = matches === 0 ? first : Math.max(first, Math.min(match - Math.floor(length * LEAD), last - length));
  let start = wanted <= first ? first : cutAtOrAfter(cuts, wanted);
  if (start > first) start = Math.min(afterSpace(text, start), Math.max(start, match));
  let end = cutAtOrBefore(cuts, Math.min(last, start + length));
  // A cluster longer than the snippet is shown whole, because an empty snippet would be worse.
  if (end <= start) end = Math.min(last, cutAtOrAfter(cuts, start + 1));
  if (end < last) end = beforeSpace(text, start, end);
  return [start, end];
}

function cutAtOrAfter(cuts: readonly number[], offset: number): number {
  return cuts[lowerBound(cuts, offset)] ?? offset;
}

function cutAtOrBefore(cuts: readonly number[], offset: number): number {
  const at = lowerBound(cuts, offset);
  return cuts[at] === offset ? offset : (cuts[at - 1] ?? offset);
}

function lowerBound(numbers: readonly number[], value: number): number {
  return findBound(numbers.length, (place) => (numbers[place] ?? 0) < value);
}

/** The start of the next word if it is near. A space never begins the inner part of a cluster. */
function afterSpace(text: string, start: number): number {
  if (/\s/.test(text[start - 1] ?? " ")) return start;
  const found = /\s+(?=\S)/.exec(text.slice(start, start + SLACK));
  return found === null ? start : start + found.index + found[0].length;
}

/** The end of the previous word if it is near. */
function beforeSpace(text: string, start: number, end: number): number {
  if (/\s/.test(text[end] ?? " ")) return start + text.slice(start, end).trimEnd().length;
  const from = Math.max(start, end - SLACK);
  const found = /\s+\S*$/.exec(text.slice(from, end));
  return found === null || from + found.index <= start ? end : from + found.index;
}

function toHtml(text: string, marks: readonly Mark[], start: number, end: number): string {
  let html = "";
  let at = start;
  let open = false;
  for (const mark of marks) {
    if (mark.start < start || mark.end > end || mark.end <= at) continue;
    // Marks that touch or overlap (pairs of a run, a whole and its part) are merged.
    if (!open || mark.start > at) {
      if (open) html += "</mark>";
      html += `${escapeText(text.slice(at, mark.start))}<mark>`;
      at = mark.start;
      open = true;
    }
    html += escapeText(text.slice(at, mark.end));
    at = mark.end;
  }
  return `${html}${open ? "</mark>" : ""}${escapeText(text.slice(at, end))}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
