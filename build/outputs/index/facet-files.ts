import type { Columns, FilterColumns } from "../../../contract/index-format.ts";
import type { Memos } from "../../cache/memos.ts";
import { toLanguageColumns } from "./columns.ts";
import { type LateFile, toHashedFile } from "./text-file.ts";

interface FacetFilesInput {
  /** Changes with any input of the columns. */
  readonly id: string;
  readonly toOwn: () => Columns;
  readonly addFilters: (columns: Columns) => FilterColumns;
  readonly memos: Memos;
}

interface FacetFiles {
  readonly columnsFile: LateFile;
  readonly filtersFile: LateFile;
  /** null if all documents have one language. */
  readonly languagesFile: LateFile | null;
  readonly toFilters: () => string;
}

export function toFacetFiles(kind: string, { id, toOwn, addFilters, memos }: FacetFilesInput): FacetFiles {
  const own = lazily(toOwn);
  const further = lazily(() => addFilters(own()));
  const toFilters = (): string => memos.text(`${kind}.filters text`, id, () => JSON.stringify(further()));
  const toLanguages = (): string => JSON.stringify(toLanguageColumns(further()));
  const hasLanguages = memos.table(`${kind}.has languages`).get(id, () => String(toLanguages() !== "null")) === "true";
  return {
    columnsFile: toLateFile(`${kind}.columns`, { id, toText: () => JSON.stringify(own()), memos }),
    filtersFile: toLateFile(`${kind}.filters`, { id, toText: toFilters, memos }),
    languagesFile: hasLanguages ? toLateFile(`${kind}.languages`, { id, toText: toLanguages, memos }) : null,
    toFilters,
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface LateFileOptions {
  /** Changes with any input of the text. */
  readonly id: string;
  readonly toText: () => string;
  /** Stores paths by id. */
  readonly memos: Memos;
}

/**
 * Creates a file that is assembled when it is written, so that the chunks of a large site are not
 * kept in memory.
 */
export function toLateFile(name: string, { id, toText, memos }: LateFileOptions): LateFile {
  const path = memos.table(name).get(id, () => toHashedFile(name, toText()).path);
  // The name contains a hash of the content.
  return { path, bytes: () => Buffer.from(toText()), identity: "" };
}
