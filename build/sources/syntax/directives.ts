import type { Shortcode } from "../../../contract/config/markdown-config.ts";
import { maskCode } from "./code-mask.ts";
import { MAX_DEPTH, readTagValues } from "./tags.ts";

/** Translates a directive on a line (0 is the first). Returns null if it stays unchanged. */
export type WriteDirective = (shortcode: Shortcode, line: number) => string | null;

/** Matches `:::note Title`, `:::note[Title]`, `::: tip` and `::: {.callout-note title="x"}`. */
const OPENING =
  /^([ \t]*)(:{3,})[ \t]*(?:\{[ \t]*\.(?:callout-)?([A-Za-z][\w-]*)([^}]*)\}|([A-Za-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^}]*)\})?(.*))[ \t]*$/;
const CLOSING = /^[ \t]*(:{3,})[ \t]*$/;

interface Opening extends Omit<Shortcode, "content"> {
  readonly indent: string;
}

/**
 * Translates directives of Docusaurus, VitePress and Quarto, inner ones first. Unclosed directives
 * and those that are nested too deeply stay unchanged.
 */
export function translateDirectives(body: string, write: WriteDirective): string {
  const lines = body.split("\n");
  const pairs = pairLines(maskCode(body).split("\n"));
  const emit = (from: number, to: number, depth: number): string[] => {
    if (depth > MAX_DEPTH) return lines.slice(from, to);
    const out: string[] = [];
    for (let at = from; at < to; at += 1) {
      const line = lines[at] ?? "";
      const close = pairs.get(at);
      const opening = close === undefined || depth === MAX_DEPTH ? null : readOpening(line);
      if (close === undefined || opening === null) {
        out.push(line);
        continue;
      }
      const { indent, ...shortcode } = opening;
      const inner = emit(at + 1, close, depth + 1);
      const content = inner.map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one.trimStart())).join("\n");
      const text = write({ ...shortcode, content: `\n${content}\n` }, at);
      const written = text === null ? [line, ...inner, lines[close] ?? ""] : text.split("\n").map((one) => indent + one);
      // The number of lines stays the same, so that messages have the right line number.
      while (written.length < close - at + 1) written.push("");
      for (const one of written) out.push(one);
      at = close;
    }
    return out;
  };
  return emit(0, lines.length, 0).join("\n");
}

/** The line that ends each directive. */
function pairLines(lines: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly at: number; readonly colons: number }[] = [];
  // The lines around the current one, by their indentation.
  const above: { readonly indent: number; readonly isItem: boolean }[] = [];
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/);
    if (indent === -1) continue;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const [, colons] = CLOSING.exec(line) ?? [];
    if (colons !== undefined) {
      const index = findOpening(open, colons.length);
      if (index !== -1) pairs.set(open[index]?.at ?? 0, at);
      if (index !== -1) open.length = index;
    } else if (OPENING.test(line)) {
      // Four spaces begin code, except in a list.
      const mayBegin = !/^(?: {4}| {0,3}\t)/.test(line) || above.at(-1)?.isItem === true;
      if (mayBegin) open.push({ at, colons: /:{3,}/.exec(line)?.[0].length ?? 3 });
    }
    above.push({ indent, isItem: /^\s*(?:[-*+]|\d+[.)])\s/.test(line) });
  }
  return pairs;
}

/**
 * Index of the last opening line with at most as many colons, among the innermost ones. -1 if there
 * is none.
 */
function findOpening(open: readonly { readonly colons: number }[], colons: number): number {
  const first = Math.max(0, open.length - MAX_DEPTH);
  const index = open.slice(first).findLastIndex((one) => one.colons <= colons);
  return index === -1 ? -1 : first + index;
}

function readOpening(line: string): Opening | null {
  const [whole, indent = "", , ofClass, ofClassRest = "", name = "", label, attributes = "", rest = ""] = OPENING.exec(line) ?? [];
  if (whole === undefined) return null;
  const { named } = readTagValues(ofClass === undefined ? attributes : ofClassRest);
  const title = label ?? rest.trim();
  return { indent, name: (ofClass ?? name).toLowerCase(), args: title === "" ? [] : [title], named };
}
