import type { FileSort } from "../format/layout.ts";
import type { FileSet, NamedFile } from "./file-set.ts";

export interface Lines {
  readonly count: number;
  /** Identifies a line; "" if the line is null. */
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
    const toBytes = (): Uint8Array =>
      toLineFile(Array.from({ length: end - start }, (_, at) => (idAt(start + at) === "" ? "null" : textAt(start + at))));
    const previousFile = previous.files[files.length] ?? null;
    const isAsBefore = (): boolean => areSame(previous.ids, idAt, start, end) && Math.min(start + size, previous.ids.length) === end;
    if (areSame(null, idAt, start, end)) files.push(null);
    else if (previousFile !== null && isAsBefore()) {
      out.addExisting(sort, previousFile, toBytes);
      files.push(previousFile);
    } else files.push(out.add(sort, toBytes()));
  }
  return files;
}

function areSame(previous: readonly string[] | null, idAt: Lines["idAt"], start: number, end: number): boolean {
  for (let number = start; number < end; number += 1) if (idAt(number) !== (previous === null ? "" : previous[number])) return false;
  return true;
}

/** The same form as the chunks of lists. */
function toLineFile(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`[\n${lines.join(",\n")}\n]\n`);
}
