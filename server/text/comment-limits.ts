/**
 * Limits on text that is parsed as Markdown. micromark's time grows with the square of the nesting
 * depth on a line, and with the square of the number of brackets and runs of `*` and `_` in a
 * paragraph: 5,000 well-chosen characters take 7 s of CPU. Text beyond these limits, which no
 * ordinary comment reaches, is shown as plain text. Counting instead of timing gives the same
 * result everywhere.
 */

/** Quotes and list items nested on one line. */
export const LINE_CONTAINERS_MAX = 16;
export const LIST_ITEMS_MAX = 400;
/** `>` at the start of lines, in the whole text. Enough for 10 levels over 100 lines. */
export const QUOTE_MARKS_MAX = 1_000;
/** Runs of `*` and `_`. */
export const EMPHASIS_RUNS_MAX = 500;
export const BRACKETS_MAX = 1_000;
/** Backticks after a backslash: they can open many code spans that never close. */
export const ESCAPED_BACKTICKS_MAX = 50;
export const LINES_MAX = 1_000;
/**
 * Consecutive punctuation that may end a URL. For each character, the parser reads the rest of the
 * run.
 */
export const TRAIL_MAX = 200;

const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?![^ \t\n])))+/gmu;
const CONTAINER = />|[-+*.)]/gu;
const TRAIL = new RegExp(`[!"'&)*,.:;<?\\]_~]{${TRAIL_MAX + 1}}`, "u");

/**
 * Whether the text must not be given to the parser. The time this takes is proportional to the
 * text's length.
 */
export function isTooIntricate(markdown: string): boolean {
  return (
    hasTooManyContainers(markdown) ||
    TRAIL.test(markdown) ||
    countMatches(markdown, /[*_]+/gu) > EMPHASIS_RUNS_MAX ||
    countMatches(markdown, /\\`/gu) > ESCAPED_BACKTICKS_MAX ||
    countMatches(markdown, /[[\]]/gu) > BRACKETS_MAX ||
    countMatches(markdown, /\n/gu) >= LINES_MAX
  );
}

function hasTooManyContainers(markdown: string): boolean {
  let items = 0;
  let quotes = 0;
  for (const [marks] of markdown.matchAll(CONTAINERS)) {
    const all = countMatches(marks, CONTAINER);
    if (all > LINE_CONTAINERS_MAX) return true;
    const quoted = countMatches(marks, />/gu);
    quotes += quoted;
    items += all - quoted;
  }
  return items > LIST_ITEMS_MAX || quotes > QUOTE_MARKS_MAX;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
