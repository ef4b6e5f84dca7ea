import { CHUNK_SIZE, type Columns, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE, type ListIndex } from "../../contract/index-format.ts";
import { LIST_KINDS, type ListKind } from "../../contract/paths.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { compareByNumber } from "../assemble/order.ts";
import { jsonOf } from "../json-text.ts";
import { type Faceted, toColumns, toPostColumns } from "./columns.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./files.ts";

export interface ListsIndex {
  readonly lists: Record<ListKind, ListIndex>;
  readonly files: readonly TextFile[];
  /** Slugs by document number: what the search index refers to. */
  readonly numbering: Record<ListKind, readonly string[]>;
}

/** Columns and chunks of every list (contract/index-format.ts). */
export function indexLists(site: Assembled, aliases: Readonly<Record<string, string>>): ListsIndex {
  const posts = number(site.summaries, (post) => post.publishedAt);
  const projects = number(site.projects, (project) => project.startedOn);
  const books = number(site.books, (book) => book.finishedOn);
  const photos = number(site.photos, (photo) => photo.takenAt);
  const parts = {
    posts: indexList("posts", posts, toPostColumns(posts, aliases)),
    projects: indexList("projects", projects, toColumns(projects, orderOf(projects, site.projects))),
    books: indexList("books", books, toColumns(books, orderOf(books, site.books))),
    photos: indexList("photos", photos, toColumns(photos, null)),
  };
  const numbered = { posts, projects, books, photos };
  return {
    lists: mapKinds((kind) => parts[kind].list),
    files: LIST_KINDS.flatMap((kind) => parts[kind].files),
    numbering: mapKinds((kind) => numbered[kind].map(({ slug }) => slug)),
  };
}

function number<T extends { readonly slug: string }>(documents: readonly T[], dateOf: (document: T) => string | null): T[] {
  return documents.toSorted(compareByNumber(dateOf));
}

function orderOf(numbered: readonly Faceted[], listed: readonly Faceted[]): number[] {
  const numbers = new Map(numbered.map((document, index) => [document, index]));
  return listed.map((document) => numbers.get(document) ?? 0);
}

function indexList(kind: ListKind, numbered: readonly Faceted[], columns: Columns): { list: ListIndex; files: TextFile[] } {
  const chunks = toChunks(`${kind}.chunk`, numbered, CHUNK_SIZE);
  const largeChunks = chunks.length > LARGE_CHUNKS_ABOVE ? toChunks(`${kind}.large`, numbered, LARGE_CHUNK_SIZE) : [];
  const columnsFile = toHashedFile(`${kind}.columns`, JSON.stringify(columns));
  return {
    list: { total: numbered.length, columns: nameOf(columnsFile), chunks: chunks.map(nameOf), largeChunks: largeChunks.map(nameOf) },
    files: [columnsFile, ...chunks, ...largeChunks],
  };
}

/** An element a line, so that a reader can split without parsing; JSON.stringify never emits a raw newline. */
function toChunks(name: string, documents: readonly object[], size: number): TextFile[] {
  const chunks: TextFile[] = [];
  for (let start = 0; start < documents.length; start += size) chunks.push(toChunk(name, documents.slice(start, start + size)));
  return chunks;
}

interface Chunk {
  readonly name: string;
  readonly documents: readonly object[];
  readonly file: TextFile;
}

/** By their first documents: those of the last build of this process, of either size. */
const known = new WeakMap<object, readonly Chunk[]>();

function toChunk(name: string, documents: readonly object[]): TextFile {
  const [first = documents] = documents;
  const before = known.get(first) ?? [];
  const same = before.find((chunk) => chunk.name === name && isSame(chunk.documents, documents));
  if (same !== undefined) return same.file;
  const file = toChunkFile(name, documents.map(jsonOf));
  known.set(first, [...before.filter((chunk) => chunk.name !== name), { name, documents, file }]);
  return file;
}

/** Put together twice, for its name and when it is written: the chunks of a large site are not held. @param texts of the documents, as JSON */
export function toChunkFile(name: string, texts: readonly string[]): LateFile {
  const toText = (): string => `[\n${texts.join(",\n")}\n]\n`;
  return {
    path: toHashedFile(name, toText()).path,
    get text() {
      return toText();
    },
    bytes: () => Buffer.from(toText()),
    // The name says all.
    identity: "",
  };
}

/** Undoes it: the texts of a chunk's documents. */
export function splitChunk(text: string): string[] {
  return text.slice(2, -3).split(",\n");
}

function isSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function mapKinds<T>(map: (kind: ListKind) => T): Record<ListKind, T> {
  return { posts: map("posts"), projects: map("projects"), books: map("books"), photos: map("photos") };
}
