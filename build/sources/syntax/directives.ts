import { maskCode } from "./code-mask.ts";
import { readTagValues } from "./tags.ts";

/** Translates a directive by its name and arguments. null: it stays unchanged. */
export type WriteDirective = (
  name: string,
  args: readonly string[],
  named: Readonly<Record<string, string>>,
  content: string,
) => string | null;

/** `:::note Title`, `:::note[Title]`, `::: tip`, `::: {.callout-note title="x"}`. */
const OPENING =
  /^([ \t]*)(:{3,})[ \t]*(?:\{[ \t]*\.(?:callout-)?([A-Za-z][\w-]*)([^}]*)\}|([A-Za-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^}]*)\})?(.*))[ \t]*$/;
const CLOSING = /^[ \t]*(:{3,})[ \t]*$/;

interface Opening {
  readonly indent: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly named: Readonly<Record<string, string>>;
}

/**
 * Translates directives of Docusaurus, VitePress and Quarto, inner ones first. Unclosed ones stay
 * unchanged.
 */
export function translateDirectives(body: string, write: WriteDirective): string {
  const lines = body.split("\n");
  const pairs = pairLines(maskCode(body).split("\n"));
  const emit = (from: number, to: number): string[] => {
    const out: string[] = [];
    for (let at = from; at < to; at += 1) {
      const close = pairs.get(at);
      const opening = close === undefined ? null : readOpening(lines[at] ?? "");
      if (close === undefined || opening === null) {
        out.push(lines[at] ?? "");
        continue;
      }
      const { indent, name, args, named } = opening;
      const inner = emit(at + 1, close).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
      const text = write(name, args, named, `\n${inner.join("\n")}\n`);
      const written =
        text === null ? [lines[at] ?? "", ...emit(at + 1, close), lines[close] ?? ""] : text.split("\n").map((line) => indent + line);
      // The number of lines stays the same, so that messages name the right one.
      while (written.length < close - at + 1) written.push("");
      out.push(...written);
      at = close;
    }
    return out;
  };
  return emit(0, lines.length).join("\n");
}

/** The line that ends each directive. */
function pairLines(lines: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly at: number; readonly colons: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.includes(":::")) continue;
    const [, colons = ""] = CLOSING.exec(line) ?? [];
    const index = colons === "" ? -1 : open.findLastIndex((one) => one.colons <= colons.length);
    if (index !== -1) {
      pairs.set(open[index]?.at ?? 0, at);
      open.length = index;
    } else if (colons === "" && isOpening(lines, at)) open.push({ at, colons: /:{3,}/.exec(line)?.[0].length ?? 3 });
  }
  return pairs;
}

/** Four spaces begin code, except in a list. */
function isOpening(lines: readonly string[], at: number): boolean {
  const [, indent = ""] = OPENING.exec(lines[at] ?? "") ?? [null, null];
  if (indent === null) return false;
  if (indent.length < 4 && !indent.includes("\t")) return OPENING.test(lines[at] ?? "");
  const above = lines.slice(0, at).findLast((line) => line.trim() !== "" && line.search(/\S/) < indent.length);
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(above ?? "");
}

function readOpening(line: string): Opening | null {
  const [whole, indent = "", , ofClass, ofClassRest = "", name = "", label, attributes = "", rest = ""] = OPENING.exec(line) ?? [];
  if (whole === undefined) return null;
  const { named } = readTagValues(ofClass === undefined ? attributes : ofClassRest);
  const title = label ?? rest.trim();
  return { indent, name: (ofClass ?? name).toLowerCase(), args: title === "" ? [] : [title], named };
}
