import type { Kind } from "../kinds/document/kind.ts";
import { type ParsedFile, parsedNothing } from "../kinds/parsed-file.ts";
import { Diagnostics } from "../shared/diagnostics.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { CellType } from "../sources/files/csv-entries.ts";
import { readDataFile } from "../sources/files/data-entries.ts";
import type { RawDocument } from "../sources/files/raw-document.ts";

const TEXT_CELL: CellType = { isList: false, isNumber: false };

/** Reads a data file with the fields of its kind. */
export function readEntriesOf(kind: Kind, file: SourceFile, diagnostics: Diagnostics, bytes: Buffer | null = null): readonly RawDocument[] {
  const { names, cells = {} } = kind;
  const fieldOf = (name: string): string => Object.keys(names).find((field) => names[field]?.includes(name)) ?? name;
  return readDataFile(file, (name) => cells[fieldOf(name)] ?? TEXT_CELL, diagnostics, bytes);
}

/** Parses a data file, in which each entry is a separate document. */
export async function parseEntries(
  kind: Kind,
  { file, bytes }: { readonly file: SourceFile; readonly bytes: Buffer | null },
  parse: (raw: RawDocument, kind: KindName) => Promise<{ readonly parsed: ParsedFile }>,
): Promise<ParsedFile> {
  const diagnostics = new Diagnostics();
  const read = readEntriesOf(kind, file, diagnostics, bytes);
  const entries: NonNullable<ParsedFile["entries"]>[number][] = [];
  for (const raw of read) entries.push({ key: raw.file.entry ?? "", parsed: (await parse(raw, kind.kind)).parsed });
  return { ...parsedNothing(kind.kind), found: diagnostics.all(), entries };
}

/**
 * Creates a function that rereads data files to find the places of their entries. Consecutive calls
 * for the same file read it once.
 */
export function createEntryReader(kindOf: (kind: KindName) => Kind): (file: SourceFile, kind: KindName) => RawDocument | null {
  let last: { readonly absolute: string; readonly entries: ReadonlyMap<string | number, RawDocument> } | null = null;
  return (file, kind) => {
    if (last?.absolute !== file.absolute) {
      const entries = readEntriesOf(kindOf(kind), file, new Diagnostics());
      last = { absolute: file.absolute, entries: new Map(entries.map((raw) => [raw.file.entry ?? "", raw])) };
    }
    return last.entries.get(file.entry ?? "") ?? null;
  };
}
