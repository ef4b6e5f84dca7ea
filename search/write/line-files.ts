import type { FileSort } from "../format/layout.ts";
import type { FileSet, NamedFile } from "./file-set.ts";

export interface Lines {
  readonly count: number;
  /** Identifies a line. "": the line is null. */
  idAt(number: number): string;
  textAt(number: number): string;
}

export interface PreviousLines {
  readonly ids: readonly string[];
  readonly files: readonly (NamedFile | null)[];
}

/**
 * Files of a fixed number of lines, each an element of a JSON array. Files with unchanged lines are
 * assembled on demand.
 * @returns null for a file without any line
 */
export function addLineFiles(
  sort: FileSort,
  { count, idAt, textAt }: Lines,
  size: number,
  previous: PreviousLines,
  out: FileSet,
): (NamedFile | null)[] {
  const files: (NamedFile | null)[] = [];
  for (let start = 0; start < count; start += size) {
    const end = Math.min(start + size, count);
    const numbers = Array.from({ length: end - start }, (_, at) => start + at);
    const toBytes = (): Uint8Array => toLineFile(numbers.map((number) => (idAt(number) === "" ? "null" : textAt(number))));
    const previousFile = previous.files[files.length] ?? null;
    if (numbers.every((number) => idAt(number) === "")) files.push(null);
    else if (previousFile !== null && isAsBefore(previous.ids, numbers, idAt) && Math.min(start + size, previous.ids.length) === end) {
      out.addExisting(sort, previousFile, toBytes);
      files.push(previousFile);
    } else files.push(out.add(sort, toBytes()));
  }
  return files;
}

function isAsBefore(previous: readonly string[], numbers: readonly number[], idAt: Lines["idAt"]): boolean {
  return numbers.every((number) => previous[number] === idAt(number));
}

/** The same form as the chunks of lists. */
function toLineFile(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`[\n${lines.join(",\n")}\n]\n`);
}
