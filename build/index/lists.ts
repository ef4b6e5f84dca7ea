import { CHUNK_SIZE, type Columns, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE, type ListIndex } from "../../contract/index-format.ts";
import { LIST_KINDS, type ListKind } from "../../contract/paths.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { compareByNumber } from "../assemble/order.ts";
import { jsonOf } from "../json-text.ts";
import { type Faceted, toColumns, toPostColumns } from "./columns.ts";
import { nameOf, type TextFile, toHashedFile } from "./files.ts";

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
  const texts = numbered.map(jsonOf);
  const chunks = toChunks(`${kind}.chunk`, texts, CHUNK_SIZE);
  const largeChunks = chunks.length > LARGE_CHUNKS_ABOVE ? toChunks(`${kind}.large`, texts, LARGE_CHUNK_SIZE) : [];
  const columnsFile = toHashedFile(`${kind}.columns`, JSON.stringify(columns));
  return {
    list: { total: numbered.length, columns: nameOf(columnsFile), chunks: chunks.map(nameOf), largeChunks: largeChunks.map(nameOf) },
    files: [columnsFile, ...chunks, ...largeChunks],
  };
}

/** An element a line, so that a reader can split without parsing; JSON.stringify never emits a raw newline. */
function toChunks(name: string, texts: readonly string[], size: number): TextFile[] {
  const chunks: TextFile[] = [];
  for (let start = 0; start < texts.length; start += size)
    chunks.push(toHashedFile(name, `[\n${texts.slice(start, start + size).join(",\n")}\n]\n`));
  return chunks;
}

function mapKinds<T>(map: (kind: ListKind) => T): Record<ListKind, T> {
  return { posts: map("posts"), projects: map("projects"), books: map("books"), photos: map("photos") };
}
