import type { FileSort } from "../format/layout.ts";
import type { FileSet, NamedFile } from "./file-set.ts";

export interface Lines {
  readonly count: number;
  /** Names a line: the same id, the same line. */
  idAt(number: number): string;
  textAt(number: number): string;
}

export interface FormerLines {
  readonly ids: readonly string[];
  readonly files: readonly NamedFile[];
}

/** Files of so many lines each, an element of a JSON array a line; those whose lines are as they were are put together when they are looked at. */
export function addLineFiles(sort: FileSort, { count, idAt, textAt }: Lines, size: number, former: FormerLines, out: FileSet): NamedFile[] {
  const files: NamedFile[] = [];
  for (let start = 0; start < count; start += size) {
    const end = Math.min(start + size, count);
    const toBytes = (): Uint8Array => toLineFile(Array.from({ length: end - start }, (_, at) => textAt(start + at)));
    const known = former.files[files.length];
    let isSame = known !== undefined && Math.min(start + size, former.ids.length) === end;
    for (let number = start; isSame && number < end; number += 1) isSame = former.ids[number] === idAt(number);
    if (known === undefined || !isSame) files.push(out.add(sort, toBytes()));
    else {
      out.addKnown(sort, known, toBytes);
      files.push(known);
    }
  }
  return files;
}

/** As in the chunks of lists. */
function toLineFile(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`[\n${lines.join(",\n")}\n]\n`);
}
