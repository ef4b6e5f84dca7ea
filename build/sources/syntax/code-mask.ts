import { BlockScanner } from "./block-scanner.ts";

const BACKTICKS = /(\\*)(`+)/g;
/** Elements whose content is code. A `<pre>` at block level is already masked. */
const CODE_ELEMENT = /<(\/?)(pre|code)(?=[\s>])/gi;

/**
 * Replaces code with spaces, so that offsets and lines stay the same. Code is in code blocks,
 * including those in lists and quotations, in code spans, and in the HTML elements for code. An
 * unclosed fence extends to the end.
 */
export function maskCode(body: string): string {
  const scanner = new BlockScanner();
  const out: string[] = [];
  // Lines of the current paragraph. A code span cannot extend beyond it.
  let inline: string[] = [];
  const flush = (): void => {
    if (inline.length > 0) out.push(maskSpans(inline.join("\n")));
    inline = [];
  };
  for (const line of body.split("\n")) {
    const kind = scanner.next(line);
    if (kind !== "continued") flush();
    if (kind === "code") out.push(toSpaces(line));
    else inline.push(line);
  }
  flush();
  return maskElements(out.join("\n"));
}

/**
 * Replaces the matches of a pattern outside code. It searches the text with masked code, but passes
 * on the original text.
 */
export function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  replace: (match: readonly (string | undefined)[], at: number) => string,
): string {
  let out = "";
  let at = 0;
  for (const { indices = [] } of maskCode(text).matchAll(new RegExp(pattern, `${pattern.flags}d`))) {
    const [[start, end] = [at, at], ...groups] = indices;
    const match = [text.slice(start, end), ...groups.map((place) => (place === undefined ? undefined : text.slice(...place)))];
    out += text.slice(at, start) + replace(match, start);
    at = end;
  }
  return at === 0 ? text : out + text.slice(at);
}

/** Whether a line ends at an offset and the next one is not blank. */
export function isBeforeText(text: string, end: number): boolean {
  const pattern = /[ \t]*\n[ \t>]*[^\s>]/y;
  pattern.lastIndex = end;
  return pattern.test(text);
}

/**
 * Masks the code spans of a paragraph. A run of backticks is closed by the next run of the same
 * length.
 */
function maskSpans(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(BACKTICKS)].map(({ index, 1: slashes = "", 2: ticks = "" }) => ({
    start: index + slashes.length,
    length: ticks.length,
    isEscaped: slashes.length % 2 === 1,
  }));
  const places = Map.groupBy(runs.keys(), (index) => runs[index]?.length ?? 0);
  for (const queue of places.values()) queue.reverse();
  let out = "";
  let at = 0;
  for (const [index, { start, length, isEscaped }] of runs.entries()) {
    if (start < at) continue;
    // A backslash makes the first backtick an ordinary character.
    const queue = places.get(isEscaped ? length - 1 : length) ?? [];
    while ((queue.at(-1) ?? Number.POSITIVE_INFINITY) <= index) queue.pop();
    const close = runs[queue.at(-1) ?? -1];
    if (close === undefined) continue;
    const end = close.start + close.length;
    out += text.slice(at, start) + toSpaces(text.slice(start, end));
    at = end;
  }
  return out + text.slice(at);
}

function maskElements(text: string): string {
  const open = new Map<string, number>();
  let out = "";
  let at = 0;
  for (const { index, 1: slash, 2: written = "" } of text.matchAll(CODE_ELEMENT)) {
    const name = written.toLowerCase();
    const start = open.get(name);
    if (slash === "") open.set(name, start ?? index);
    else if (start !== undefined) {
      open.clear();
      out += text.slice(at, start) + toSpaces(text.slice(start, index));
      at = index;
    }
  }
  return out + text.slice(at);
}

function toSpaces(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
