/** The part of an owner's text file that a build writes: everything between two marker lines. */

const BEGIN = "# octavo:begin (each build renews this part, up to octavo:end)";
const END = "# octavo:end";
const BLOCK = /^[ \t]*# octavo:begin\b[^\n]*\n(?:[^\n]*\n)*?[ \t]*# octavo:end\b[^\n]*(?:\n|$)/m;
const MARK = /^[ \t]*# octavo:(begin|end)\b/gm;

/** A marker without its counterpart, or with a second part. */
export class MisplacedMarkError extends Error {
  override readonly name = "MisplacedMarkError";
  /** The first line is 1. */
  readonly line: number;

  constructor(mark: string, line: number) {
    super(`"# octavo:${mark}" is here without its counterpart, or for the second time`);
    this.line = line;
  }
}

/** Files that control hosts. In each, one part can be the owner's and another the build's. */
export const MARKED_FILES: readonly string[] = ["_headers", "_redirects"];

export function toBlock(text: string): string {
  return `${BEGIN}\n${text}${END}\n`;
}

/** The marked part of a text, including its markers; null if there is none. */
export function findMarkedPart(text: string): string | null {
  return BLOCK.exec(text)?.[0] ?? null;
}

/**
 * Puts a part into an owner's text. It replaces the current part, or goes above everything else,
 * because the first matching rule of `_redirects` wins.
 * @param text a leading byte order mark is removed, so that it does not end up inside the text
 * @param block null removes the current part
 * @throws MisplacedMarkError unless both markers occur once and in order, or neither does
 */
export function replaceBlock(text: string, block: string | null): string {
  const unix = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const marks = [...unix.matchAll(MARK)];
  const wrong = marks.find(([, name], index) => name !== ["begin", "end"][index]) ?? (marks.length === 1 ? marks[0] : undefined);
  if (wrong !== undefined) throw new MisplacedMarkError(wrong[1] ?? "", unix.slice(0, wrong.index).split("\n").length);
  if (findMarkedPart(unix) !== null) return unix.replace(BLOCK, () => block ?? "");
  return block === null ? text : `${block}${unix === "" ? "" : "\n"}${unix}`;
}
