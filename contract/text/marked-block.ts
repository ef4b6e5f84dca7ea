/** The part of an owner's text file that a build writes: all between two lines of their own. */

const BEGIN = "# octavo:begin (each build renews this part, up to octavo:end)";
const END = "# octavo:end";
const BLOCK = /^[ \t]*# octavo:begin\b[^\n]*\n(?:[^\n]*\n)*?[ \t]*# octavo:end\b[^\n]*(?:\n|$)/m;
const MARK = /^[ \t]*# octavo:(begin|end)\b/gm;

/** A mark that stands alone, or starts a second part. */
export class MisplacedMarkError extends Error {
  override readonly name = "MisplacedMarkError";
  /** From 1. */
  readonly line: number;

  constructor(mark: string, line: number) {
    super(`"# octavo:${mark}" stands here without the other mark, or a second time`);
    this.line = line;
  }
}

/** Files that steer hosts and may have parts of both. */
export const MARKED_FILES: readonly string[] = ["_headers", "_redirects"];

export function toBlock(text: string): string {
  return `${BEGIN}\n${text}${END}\n`;
}

/** The marked part of a text, its marks included; null: it has none. */
export function findMarkedPart(text: string): string | null {
  return BLOCK.exec(text)?.[0] ?? null;
}

/**
 * Puts a part into an owner's text: in the place of the one that is there, else above all of it, for the first rule of `_redirects` wins.
 * @param text a byte order mark before it goes, or it would end up inside
 * @param block null: the one that is there goes
 * @throws MisplacedMarkError unless each mark is there once and in order, or neither is
 */
export function replaceBlock(text: string, block: string | null): string {
  const unix = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const marks = [...unix.matchAll(MARK)];
  const wrong = marks.find(([, name], index) => name !== ["begin", "end"][index]) ?? (marks.length === 1 ? marks[0] : undefined);
  if (wrong !== undefined) throw new MisplacedMarkError(wrong[1] ?? "", unix.slice(0, wrong.index).split("\n").length);
  if (findMarkedPart(unix) !== null) return unix.replace(BLOCK, () => block ?? "");
  return block === null ? text : `${block}${unix === "" ? "" : "\n"}${unix}`;
}
