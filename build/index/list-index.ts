import { hash } from "node:crypto";
import { CHUNK_SIZE, type Columns, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE, type ListIndex } from "../../contract/index-format.ts";
import { LIST_KINDS, type ListKind } from "../../contract/paths.ts";
import type { Book } from "../../contract/schemas/book.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { compareByNumber, createPhotoDater } from "../assemble/document-order.ts";
import type { AssembledPost } from "../assemble/posts/post-in-site.ts";
import type { PostFacets } from "../assemble/posts/summarized-post.ts";
import type { Memos } from "../cache/memos.ts";
import { type Faceted, type Filters, POST_FILTERS, toColumns, toFilterColumns, toPostColumns } from "./columns.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./text-file.ts";

export interface ListsIndex {
  readonly lists: Record<ListKind, ListIndex>;
  readonly files: readonly TextFile[];
  /** Slugs by document number: what the search index refers to. */
  readonly numbering: Record<ListKind, readonly string[]>;
}

/** A document of a list, and what names its text. */
interface ListItem<T extends Faceted> {
  readonly facets: T;
  /** What the list shows. */
  readonly document: object;
  /** Of all that the document is made of; null: only its text tells. */
  readonly id: string | null;
}

/** Columns and chunks of every list (contract/index-format.ts). */
export function indexLists(site: Assembled, aliases: Readonly<Record<string, string>>, memos: Memos): ListsIndex {
  const posts = sortByNumber<PostFacets>(
    site.posts.map((post) => new PostItem(post)),
    (post) => post.publishedAt,
  );
  const projects = sortByNumber(site.projects.map(withoutId), (project) => project.startedOn);
  const books = sortByNumber(site.books.map(withoutId), (book) => book.finishedOn);
  const photos = sortByNumber(site.photos.map(withoutId), createPhotoDater(site.siteSettings.timeZone));
  const parts = {
    posts: indexList("posts", posts, {
      toColumns: () => toPostColumns(posts.map(toFacets), aliases),
      columnsId: hash("sha1", `${site.facetsId} ${JSON.stringify(aliases)}`, "base64url"),
      filters: POST_FILTERS,
      memos,
    }),
    projects: indexList("projects", projects, { toColumns: () => toOrderedColumns(projects, site.projects), filters: BY_STATUS, memos }),
    books: indexList("books", books, { toColumns: () => toOrderedColumns(books, site.books), filters: BY_STATUS, memos }),
    photos: indexList("photos", photos, { toColumns: () => toColumns(photos.map(toFacets), null), filters: BY_ALBUM, memos }),
  };
  const numbered = { posts, projects, books, photos };
  return {
    lists: mapKinds((kind) => parts[kind].list),
    files: LIST_KINDS.flatMap((kind) => parts[kind].files),
    numbering: mapKinds((kind) => numbered[kind].map(({ facets }) => facets.slug)),
  };
}

/** A class: to make an object with a getter takes several times as long. */
class PostItem implements ListItem<PostFacets> {
  readonly facets: PostFacets;
  readonly id: string;
  readonly #post: AssembledPost;

  constructor(post: AssembledPost) {
    this.facets = post.facets;
    this.id = post.summaryId;
    this.#post = post;
  }

  get document(): object {
    return this.#post.summary;
  }
}

const BY_STATUS: Filters<Project | Book> = { status: ({ status }) => [status] };
const BY_ALBUM: Filters<Photo> = { album: ({ album }) => (album === null ? [] : [album.slug]) };

function withoutId<T extends Faceted>(document: T): ListItem<T> {
  return { facets: document, document, id: null };
}

function toFacets<T extends Faceted>({ facets }: ListItem<T>): T {
  return facets;
}

function sortByNumber<T extends Faceted>(items: ListItem<T>[], dateOf: (document: T) => string | null): ListItem<T>[] {
  const compare = compareByNumber(dateOf);
  return items.sort((a, b) => compare(a.facets, b.facets));
}

function toOrderedColumns(numbered: readonly ListItem<Faceted>[], listed: readonly Faceted[]): Columns {
  const numbers = new Map(numbered.map(({ facets }, index) => [facets, index]));
  const order = listed.map((document) => numbers.get(document) ?? 0);
  return toColumns(numbered.map(toFacets), order);
}

interface ListOptions<T> {
  readonly toColumns: () => Columns;
  /** Of all that columns and filters are made of; not given: only their text tells. */
  readonly columnsId?: string;
  readonly filters: Filters<T>;
  readonly memos: Memos;
}

function indexList<T extends Faceted>(
  kind: ListKind,
  numbered: readonly ListItem<T>[],
  { toColumns, columnsId, filters, memos }: ListOptions<T>,
): { list: ListIndex; files: TextFile[] } {
  const small = cut(numbered, CHUNK_SIZE);
  const large = small.length > LARGE_CHUNKS_ABOVE ? cut(numbered, LARGE_CHUNK_SIZE) : [];
  const chunks = toChunks(`${kind}.chunk`, small, memos);
  const largeChunks = toChunks(`${kind}.large`, large, memos);
  const toFile = (name: string, toText: () => string): LateFile =>
    toLateFile(name, { id: columnsId ?? null, toText, paths: memos.table(name) });
  let made: Columns | null = null;
  const columnsOnce = (): Columns => {
    made ??= toColumns();
    return made;
  };
  const columnsFile = toFile(`${kind}.columns`, () => JSON.stringify(columnsOnce()));
  const filtersFile = toFile(`${kind}.filters`, () => JSON.stringify(toFilterColumns(columnsOnce(), numbered.map(toFacets), filters)));
  return {
    list: {
      total: numbered.length,
      columns: nameOf(columnsFile),
      filters: nameOf(filtersFile),
      chunks: chunks.map(nameOf),
      largeChunks: largeChunks.map(nameOf),
    },
    files: [columnsFile, filtersFile, ...chunks, ...largeChunks],
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
    const ids = items.map(({ id }) => id);
    const id = ids.includes(null) ? null : hash("sha1", ids.join(" "), "base64url");
    return toLateFile(name, { id, toText, paths });
  });
}

interface LateFileOptions {
  /** Of all that the text is made of; null: only the text tells. */
  readonly id: string | null;
  readonly toText: () => string;
  /** Paths by id, of earlier builds. */
  readonly paths: ReturnType<Memos["table"]>;
}

/** Put together when it is written: the chunks of a large site are not held. */
function toLateFile(name: string, { id, toText, paths }: LateFileOptions): LateFile {
  const toPath = (): string => toHashedFile(name, toText()).path;
  const path = id === null ? toPath() : paths.get(id, toPath);
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
