import { byKey } from "../../../contract/by-key.ts";
import type { SortOrder } from "../../../contract/index-format.ts";
import { CHUNK_SIZE, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE, type ListIndex, type Manifest } from "../../../contract/index-format.ts";
import { isListedByDate } from "../../../kinds/list-kind.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../../kinds/own-kind.ts";
import { type Assembled, ownKindsOf } from "../../assemble/assemble.ts";
import type { ListedDocument } from "../../assemble/documents/assembled-document.ts";
import { compareByNumber, compareKeys, type OrderValue, orderValueOf, toOrderKey } from "../../assemble/documents/document-order.ts";
import { idOf } from "../../assemble/documents/identity.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import type { PostFacets } from "../../assemble/posts/post-summary.ts";
import type { Memos } from "../../cache/memos.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { toColumns, toFilterColumns } from "./columns.ts";
import { type ChunkCut, cutByKeys, cutEvenly } from "./cut-list.ts";
import { toFacetFiles, toLateFile } from "./facet-files.ts";
import { memberTexts } from "./member-texts.ts";
import { type LateFile, nameOf } from "./text-file.ts";

export interface ListsIndex {
  readonly lists: Readonly<Record<ListKind, ListIndex>>;
  readonly files: readonly LateFile[];
  /** Slugs by document number. The search index refers to these numbers. */
  readonly numbering: Readonly<Record<ListKind, readonly string[]>>;
  /** The site's own kinds, by name. */
  readonly own: NonNullable<Manifest["kinds"]>;
}

/**
 * Chunk sizes of all kinds except posts. 10,000 documents fill at most 26 large chunks.
 */
const CHUNK_CUT = { min: 16, max: 64, one: 16 };
const LARGE_CHUNK_CUT = { min: 384, max: 640, one: 128 };

type ListItem = Pick<ListedDocument<object>, "facets" | "sortable" | "item" | "itemId">;

/** Creates the columns and chunks of every list (contract/index-format.ts). */
export function indexLists(site: Assembled, aliases: Readonly<Record<string, string>>, memos: Memos): ListsIndex {
  const { timeZone } = site.siteSettings;
  const parts = byKey(LIST_KINDS, (kind) => {
    const posts = { listed: site.posts, facetsId: site.facetsId, facetSorts: FACET_SORTS, aliases };
    const documents = site.kinds.find(({ kind: { name } }) => name === kind)?.documents ?? [];
    const input = kind === "posts" ? posts : toListInput(documents);
    return indexList(LISTS[kind], { ...input, timeZone }, memos);
  });
  const own = ownKindsOf(site).map(({ kind, documents }) => {
    const part = indexList(kind, { ...toListInput(documents), timeZone }, memos);
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

function toListInput(listed: readonly ListItem[]): Pick<ListInput, "listed" | "facetsId"> {
  return { listed, facetsId: idOf(listed.map(({ itemId }) => itemId).join(" ")) };
}

/** Sort keys of posts that are facets. */
const FACET_SORTS: readonly (keyof PostFacets & keyof AssembledPost["sortable"])[] = ["publishedAt", "updatedAt"];

interface ListInput {
  /** In list order. */
  readonly listed: readonly ListItem[];
  readonly aliases?: Readonly<Record<string, string>>;
  /** Changes with the facets and the order of documents. */
  readonly facetsId: string;
  /** Sort keys with values that do not change while `facetsId` is the same. Default: none. */
  readonly facetSorts?: readonly string[];
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
}

function indexList(
  { name: kind, filters, sorts, ...definition }: OwnListDefinition,
  { listed, aliases, facetsId, facetSorts = [], timeZone }: ListInput,
  memos: Memos,
): { readonly list: ListIndex; readonly files: readonly LateFile[]; readonly slugs: readonly string[] } {
  const numbered = sortByNumber(listed, definition);
  // With `q`, a page of posts has just enough reads left for chunks of equal size.
  const isEven = kind === "posts";
  const cut = (size: number, ends: ChunkCut): readonly (readonly ListItem[])[] =>
    isEven ? cutEvenly(numbered, size) : cutByKeys(numbered, ends, ({ facets: { slug } }) => slug);
  const small = cut(CHUNK_SIZE, CHUNK_CUT);
  const large = small.length > LARGE_CHUNKS_ABOVE ? cut(LARGE_CHUNK_SIZE, LARGE_CHUNK_CUT) : [];
  const chunks = toChunks(`${kind}.chunk`, small, memos);
  const largeChunks = toChunks(`${kind}.large`, large, memos);
  const facets = numbered.map((item) => item.facets);
  const id = idOf(JSON.stringify([facetsId, timeZone, aliases]));
  const facetFiles = toFacetFiles(kind, {
    id,
    toOwn: () =>
      toColumns(facets, {
        filters,
        order: isListedByDate(definition) ? null : toOrder(numbered, listed),
        ...(aliases === undefined ? {} : { aliases }),
      }),
    addFilters: (columns) => toFilterColumns(columns, facets, { filters, timeZone }),
    memos,
  });
  const { columnsFile, filtersFile, languagesFile, toFilters } = facetFiles;
  const sortsFile = toSortsFile(kind, { numbered, sorts, facetsId, facetSorts, filtersFile, toFilters, memos });
  return {
    list: {
      total: numbered.length,
      columns: nameOf(columnsFile),
      filters: nameOf(filtersFile),
      ...(languagesFile === null ? {} : { languages: nameOf(languagesFile) }),
      sorts: nameOf(sortsFile),
      chunks: chunks.map(nameOf),
      largeChunks: largeChunks.map(nameOf),
      ...(isEven || numbered.length <= CHUNK_CUT.min ? {} : { starts: { chunks: toStarts(small), largeChunks: toStarts(large) } }),
    },
    files: [columnsFile, filtersFile, ...(languagesFile === null ? [] : [languagesFile]), sortsFile, ...chunks, ...largeChunks],
    slugs: facets.map(({ slug }) => slug),
  };
}

interface SortsInput extends Required<Pick<ListInput, "facetsId" | "facetSorts">> {
  readonly numbered: readonly ListItem[];
  readonly sorts: readonly string[];
  /** Its name identifies its content. */
  readonly filtersFile: LateFile;
  readonly toFilters: () => string;
  readonly memos: Memos;
}

/**
 * Orders are cached by the values of their keys, so an edited text causes no sorting, and an edited
 * title only a sort by title.
 */
function toSortsFile(kind: string, { numbered, sorts, facetsId, facetSorts, filtersFile, toFilters, memos }: SortsInput): LateFile {
  const slugs = numbered.map(({ facets }) => facets.slug);
  const slugsId = idOf(slugs.join(" "));
  const orders = sorts.map((key) => {
    const toValues = (): readonly OrderValue[] => numbered.map(({ sortable }) => orderValueOf(sortable, key));
    const values = facetSorts.includes(key) ? null : toValues();
    const id = values === null ? idOf(`${facetsId} ${key}`) : idOf(slugsId + JSON.stringify(values));
    const toText = (): string => memos.text(`${kind}.order ${key}`, id, () => JSON.stringify(toSortOrder(slugs, values ?? toValues())));
    return { id, toMember: () => `${JSON.stringify(key)}:${toText()}` };
  });
  const toText = (): string => `${toFilters().slice(0, -1)},"sorts":{${orders.map(({ toMember }) => toMember()).join()}}}`;
  return toLateFile(`${kind}.sorts`, { id: idOf([filtersFile.path, ...orders.map(({ id }) => id)].join(" ")), toText, memos });
}

function sortByNumber(items: readonly ListItem[], kind: Pick<OwnListDefinition, "order" | "date">): readonly ListItem[] {
  if (isListedByDate(kind)) return items.toReversed();
  const { date } = kind;
  const compare = compareByNumber<ListItem["facets"]>((document) => (date === null ? null : (memberTexts(document, date)[0] ?? null)));
  return items.toSorted((a, b) => compare(a.facets, b.facets));
}

/** Document numbers in list order. */
function toOrder(numbered: readonly ListItem[], listed: readonly ListItem[]): readonly number[] {
  const numbers = new Map(numbered.map((item, number) => [item, number]));
  return listed.map((item) => numbers.get(item) ?? 0);
}

/** The number of the first document of each chunk. */
function toStarts(parts: readonly (readonly unknown[])[]): readonly number[] {
  let next = 0;
  return parts.map(({ length }) => {
    next += length;
    return next - length;
  });
}

/**
 * The name of a chunk contains a hash of its text. Names are cached by the ids of the documents, so
 * only new chunks are assembled.
 */
function toChunks(name: string, parts: readonly (readonly ListItem[])[], memos: Memos): LateFile[] {
  return parts.map((items) => {
    const toText = (): string => `[\n${items.map(({ item }) => JSON.stringify(item)).join(",\n")}\n]\n`;
    return toLateFile(name, { id: idOf(items.map(({ itemId }) => itemId).join(" ")), toText, memos });
  });
}

const RADIX = 36;

/**
 * @param slugs by document number
 * @param values the key's values, by document number
 */
function toSortOrder(slugs: readonly string[], values: readonly OrderValue[]): SortOrder {
  const order = slugs
    .map((slug, number) => ({ key: toOrderKey(values[number] ?? null), number, slug }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.slug, b.slug));
  const present = order.findLastIndex(({ key }) => key !== null) + 1;
  const width = Math.max(0, order.length - 1).toString(RADIX).length;
  const ties: number[] = [];
  for (let start = 0, end = 1; start < present; start = end, end += 1) {
    while (end < present && order[end]?.key === order[start]?.key) end += 1;
    if (end - start > 1) ties.push(start, end - start);
  }
  const numbers = order.map(({ number }) => number.toString(RADIX).padStart(width, "0")).join("");
  return { numbers, width, missing: order.length - present, ties };
}
