/** The part of an owner's text file that a build writes: all between two lines of their own. */

const BEGIN = "# octavo:begin (each build renews this part, up to octavo:end)";
const END = "# octavo:end";
const BLOCK = /^[ \t]*# octavo:begin\b[^\n]*\n(?:[^\n]*\n)*?[ \t]*# octavo:end\b[^\n]*(?:\n|$)/m;
const MARK = /^[ \t]*# octavo:(?:begin|end)\b/m;

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
 * @param block null: the one that is there goes
 * @throws Error where only one mark is there, or there are two parts
 */
export function replaceBlock(text: string, block: string | null): string {
  const unix = text.replaceAll("\r\n", "\n");
  const rest = unix.replace(BLOCK, "");
  if (MARK.test(rest)) throw new Error("has a line octavo:begin or octavo:end without the other one, or two such parts");
  if (findMarkedPart(unix) !== null) return unix.replace(BLOCK, () => block ?? "");
  return block === null ? text : `${block}${unix === "" ? "" : "\n"}${unix}`;
}
