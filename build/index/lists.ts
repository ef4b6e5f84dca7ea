import { hash } from "node:crypto";
import { CHUNK_SIZE, type Columns, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE, type ListIndex } from "../../contract/index-format.ts";
import { LIST_KINDS, type ListKind } from "../../contract/paths.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { compareByNumber } from "../assemble/order.ts";
import type { Memos } from "../cache/memos.ts";
import { type Faceted, toColumns, toPostColumns } from "./columns.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./files.ts";

export interface ListsIndex {
  readonly lists: Record<ListKind, ListIndex>;
  readonly files: readonly TextFile[];
  /** Slugs by document number: what the search index refers to. */
  readonly numbering: Record<ListKind, readonly string[]>;
}

/** A document of a list, and what names its text. */
interface ListItem<T extends Faceted> {
  readonly document: T;
  /** Of all that the document is made of; null: only its text tells. */
  readonly id: string | null;
}

/** Columns and chunks of every list (contract/index-format.ts). */
export function indexLists(site: Assembled, aliases: Readonly<Record<string, string>>, memos: Memos): ListsIndex {
  const posts = number(
    site.posts.map(({ summary, summaryId }) => ({ document: summary, id: summaryId })),
    (post) => post.publishedAt,
  );
  const projects = number(site.projects.map(withoutId), (project) => project.startedOn);
  const books = number(site.books.map(withoutId), (book) => book.finishedOn);
  const photos = number(site.photos.map(withoutId), (photo) => photo.takenAt);
  const parts = {
    posts: indexList("posts", posts, { columns: toPostColumns(posts.map(toDocument), aliases), memos }),
    projects: indexList("projects", projects, { columns: toOrderedColumns(projects, site.projects), memos }),
    books: indexList("books", books, { columns: toOrderedColumns(books, site.books), memos }),
    photos: indexList("photos", photos, { columns: toColumns(photos.map(toDocument), null), memos }),
  };
  const numbered = { posts, projects, books, photos };
  return {
    lists: mapKinds((kind) => parts[kind].list),
    files: LIST_KINDS.flatMap((kind) => parts[kind].files),
    numbering: mapKinds((kind) => numbered[kind].map(({ document }) => document.slug)),
  };
}

function withoutId<T extends Faceted>(document: T): ListItem<T> {
  return { document, id: null };
}

function toDocument<T extends Faceted>({ document }: ListItem<T>): T {
  return document;
}

function number<T extends Faceted>(items: ListItem<T>[], dateOf: (document: T) => string | null): ListItem<T>[] {
  const compare = compareByNumber(dateOf);
  return items.sort((a, b) => compare(a.document, b.document));
}

function toOrderedColumns(numbered: readonly ListItem<Faceted>[], listed: readonly Faceted[]): Columns {
  const numbers = new Map(numbered.map(({ document }, index) => [document, index]));
  const order = listed.map((document) => numbers.get(document) ?? 0);
  return toColumns(numbered.map(toDocument), order);
}

interface ListOptions {
  readonly columns: Columns;
  readonly memos: Memos;
}

function indexList(
  kind: ListKind,
  numbered: readonly ListItem<Faceted>[],
  { columns, memos }: ListOptions,
): { list: ListIndex; files: TextFile[] } {
  const small = cut(numbered, CHUNK_SIZE);
  const large = small.length > LARGE_CHUNKS_ABOVE ? cut(numbered, LARGE_CHUNK_SIZE) : [];
  const chunks = toChunks(`${kind}.chunk`, small, memos);
  const largeChunks = toChunks(`${kind}.large`, large, memos);
  const columnsFile = toHashedFile(`${kind}.columns`, JSON.stringify(columns));
  return {
    list: { total: numbered.length, columns: nameOf(columnsFile), chunks: chunks.map(nameOf), largeChunks: largeChunks.map(nameOf) },
    files: [columnsFile, ...chunks, ...largeChunks],
  };
}

function cut<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** The names of chunks hash their texts: known by what the documents are made of, so that only new chunks are put together. */
function toChunks(name: string, parts: readonly (readonly ListItem<Faceted>[])[], memos: Memos): LateFile[] {
  const paths = memos.table(name);
  return parts.map((items) => {
    const toText = (): string => `[\n${items.map(({ document }) => JSON.stringify(document)).join(",\n")}\n]\n`;
    const toPath = (): string => toHashedFile(name, toText()).path;
    const ids = items.map(({ id }) => id);
    return toLateFile(ids.includes(null) ? toPath() : paths.get(hash("sha1", ids.join(" "), "base64url"), toPath), toText);
  });
}

/** Put together when it is written: the chunks of a large site are not held. */
function toLateFile(path: string, toText: () => string): LateFile {
  return {
    path,
    get text() {
      return toText();
    },
    bytes: () => Buffer.from(toText()),
    // The name says all.
    identity: "",
  };
}

function mapKinds<T>(map: (kind: ListKind) => T): Record<ListKind, T> {
  return { posts: map("posts"), projects: map("projects"), books: map("books"), photos: map("photos") };
}
