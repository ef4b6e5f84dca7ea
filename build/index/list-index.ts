import { hash } from "node:crypto";
import { byKey } from "../../contract/by-key.ts";
import {
  CHUNK_SIZE,
  type Columns,
  type FilterColumns,
  LARGE_CHUNK_SIZE,
  LARGE_CHUNKS_ABOVE,
  type ListIndex,
  type Manifest,
} from "../../contract/index-format.ts";
import { isListedByDate } from "../../kinds/list-kind.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../kinds/own-kind.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../assemble/assemble.ts";
import { compareByNumber, orderValueOf } from "../assemble/document-order.ts";
import type { AssembledPost } from "../assemble/posts/post-in-site.ts";
import type { PostFacets } from "../assemble/posts/summarized-post.ts";
import type { Memos } from "../cache/memos.ts";
import { toColumns, toFilterColumns } from "./columns.ts";
import { memberTexts } from "./member-texts.ts";
import { type SortRow, toSortColumns } from "./sort-orders.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./text-file.ts";

export interface ListsIndex {
  readonly lists: Readonly<Record<ListKind, ListIndex>>;
  readonly files: readonly TextFile[];
  /** Slugs by document number: what the search index refers to. */
  readonly numbering: Readonly<Record<ListKind, readonly string[]>>;
  /** Of the kinds that the configuration defines, by name. */
  readonly own: NonNullable<Manifest["kinds"]>;
}

/** What every document of a list has. */
interface Faceted {
  readonly slug: string;
}

/** A document of a list, and what names its text. */
interface ListItem {
  readonly facets: Faceted;
  /** What `sort` looks at. */
  readonly sortable: object;
  /** What the list shows. */
  readonly document: object;
  /** Of all that the document is made of; null: only its text tells. */
  readonly id: string | null;
}

/** Columns and chunks of every list (contract/index-format.ts). */
export function indexLists(site: Assembled, aliases: Readonly<Record<string, string>>, memos: Memos): ListsIndex {
  const { timeZone } = site.siteSettings;
  const posts = {
    listed: site.posts.map((post) => new PostItem(post)),
    aliases,
    columnsId: hash("sha1", `${site.facetsId} ${timeZone} ${JSON.stringify(aliases)}`, "base64url"),
    timeZone,
  };
  const parts = byKey(LIST_KINDS, (kind) =>
    indexList(
      LISTS[kind],
      kind === "posts" ? posts : { listed: itemsOf(site, kind).map((document) => new WholeItem(document)), timeZone },
      memos,
    ),
  );
  const own = ownKindsOf(site).map(({ kind, documents }) => {
    const part = indexList(kind, { listed: documents.map(({ item }) => new WholeItem(item)), timeZone }, memos);
    const { name, pageSize, date, order, filters, sorts } = kind;
    return { ...part, name, index: { ...part.list, definition: { name, pageSize, date, order, filters, sorts } } };
  });
  return {
    lists: byKey(LIST_KINDS, (kind) => parts[kind].list),
    files: [...LIST_KINDS.flatMap((kind) => parts[kind].files), ...own.flatMap(({ files }) => files)],
    own: Object.fromEntries(own.map(({ name, index }) => [name, index])),
    numbering: byKey(LIST_KINDS, (kind) => parts[kind].slugs),
  };
}

/** A class: to make an object with a getter takes several times as long. */
class PostItem implements ListItem {
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

  get sortable(): object {
    return this.#post.sortable;
  }
}

class WholeItem implements ListItem {
  readonly facets: Faceted;
  readonly document: Faceted;
  readonly sortable: Faceted;
  readonly id = null;

  constructor(document: Faceted) {
    this.facets = document;
    this.document = document;
    this.sortable = document;
  }
}

interface ListInput {
  /** In the order of the list. */
  readonly listed: readonly ListItem[];
  readonly aliases?: Readonly<Record<string, string>>;
  /** Of all that columns and filters are made of; not given: only their text tells. */
  readonly columnsId?: string;
  /** IANA name of the site's. */
  readonly timeZone: string;
}

function indexList(
  { name: kind, filters, sorts, ...definition }: OwnListDefinition,
  { listed, aliases, columnsId, timeZone }: ListInput,
  memos: Memos,
): { readonly list: ListIndex; readonly files: readonly TextFile[]; readonly slugs: readonly string[] } {
  const numbered = sortByNumber(listed, definition);
  const small = cut(numbered, CHUNK_SIZE);
  const large = small.length > LARGE_CHUNKS_ABOVE ? cut(numbered, LARGE_CHUNK_SIZE) : [];
  const chunks = toChunks(`${kind}.chunk`, small, memos);
  const largeChunks = toChunks(`${kind}.large`, large, memos);
  const facets = numbered.map((item) => item.facets);
  const toFile = (name: string, toText: () => string): LateFile =>
    toLateFile(name, { id: columnsId ?? null, toText, paths: memos.table(name) });
  let columns: Columns | null = null;
  const columnsOnce = (): Columns => {
    columns ??= toColumns(facets, {
      filters,
      order: isListedByDate(definition) ? null : toOrder(numbered, listed),
      ...(aliases === undefined ? {} : { aliases }),
    });
    return columns;
  };
  const toFilters = (): FilterColumns => toFilterColumns(columnsOnce(), facets, { filters, timeZone });
  const columnsFile = toFile(`${kind}.columns`, () => JSON.stringify(columnsOnce()));
  const filtersFile = toFile(`${kind}.filters`, () => JSON.stringify(toFilters()));
  const sortsFile = toSortsFile(`${kind}.sorts`, { numbered, sorts, filtersFile, toFilters, memos });
  return {
    list: {
      total: numbered.length,
      columns: nameOf(columnsFile),
      filters: nameOf(filtersFile),
      sorts: nameOf(sortsFile),
      chunks: chunks.map(nameOf),
      largeChunks: largeChunks.map(nameOf),
    },
    files: [columnsFile, filtersFile, sortsFile, ...chunks, ...largeChunks],
    slugs: facets.map(({ slug }) => slug),
  };
}

interface SortsInput {
  readonly numbered: readonly ListItem[];
  readonly sorts: readonly string[];
  /** Its name tells what it holds. */
  readonly filtersFile: LateFile;
  readonly toFilters: () => FilterColumns;
  readonly memos: Memos;
}

/** Known by the values of the keys, so that an edit of a text sorts nothing. */
function toSortsFile(name: string, { numbered, sorts, filtersFile, toFilters, memos }: SortsInput): LateFile {
  const rows = numbered.map(({ facets, sortable }): SortRow => [facets.slug, ...sorts.map((key) => orderValueOf(sortable, key))]);
  let text: string | null = null;
  // Sorting takes long: the file's name and the file are made of one text.
  const toText = (): string => {
    text ??= JSON.stringify(toSortColumns(rows, sorts, toFilters()));
    return text;
  };
  const id = hash("sha1", JSON.stringify([filtersFile.path, sorts, rows]), "base64url");
  return toLateFile(name, { id, toText, paths: memos.table(name) });
}

function sortByNumber(items: readonly ListItem[], kind: Pick<OwnListDefinition, "order" | "date">): readonly ListItem[] {
  if (isListedByDate(kind)) return items.toReversed();
  const { date } = kind;
  const compare = compareByNumber<Faceted>((document) => (date === null ? null : (memberTexts(document, date)[0] ?? null)));
  return items.toSorted((a, b) => compare(a.facets, b.facets));
}

/** Numbers in the order of the list. */
function toOrder(numbered: readonly ListItem[], listed: readonly ListItem[]): readonly number[] {
  const numbers = new Map(numbered.map((item, number) => [item, number]));
  return listed.map((item) => numbers.get(item) ?? 0);
}

function cut<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** The names of chunks hash their texts: known by what the documents are made of, so that only new chunks are put together. */
function toChunks(name: string, parts: readonly (readonly ListItem[])[], memos: Memos): LateFile[] {
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
