import MiniSearch from "minisearch";
import type { SearchedKind } from "../../search/format/layout.ts";
import type { SearchText } from "../../search/format/search-documents.ts";
import { fieldText, SEARCH_FIELDS, SEARCH_OPTIONS } from "../../search/format/search-options.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import type { SearchMatches, SearchOptions, SearchReader } from "../../search/read/matches.ts";
import { createSearchReader } from "../../search/read/reader.ts";
import { planQuery, termsOfPlan, toMiniSearchQuery } from "../../search/read/search-query.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { numberDocuments } from "../../search/write/number-documents.ts";
import { type IndexOptions, patchIndex, type WrittenIndex } from "../../search/write/patch-index.ts";

/** In the order that breaks ties. */
export const KINDS: readonly SearchedKind[] = [
  { name: "post", page: "https://fjord.example/{slug}", documents: "/posts" },
  { name: "project", page: "https://fjord.example/{slug}", documents: null },
  { name: "book", page: "https://fjord.example/{slug}", documents: null },
  { name: "talk", page: "https://fjord.example/{slug}", documents: "/talks" },
];

/** A search document as a test specifies it. */
export interface SearchDocument extends SearchText, Pick<IndexDocument, "kind" | "publishedAt" | "language"> {
  /** Part of its slug. */
  readonly number: number;
}

/** A date for each number; higher numbers get later dates. */
export function day(number: number): string {
  return new Date(Date.UTC(2020, 0, 1) + number * 86_400_000).toISOString();
}

/**
 * A document with the members that a test names; the others are empty, except that the language is
 * English. Posts get dates from their numbers.
 */
export function document(members: Partial<SearchDocument> & Pick<SearchDocument, "kind" | "number">): SearchDocument {
  const publishedAt = members.kind === "post" ? day(members.number) : null;
  return { title: "", tags: [], excerpt: "", headings: [], body: "", publishedAt, language: "en", ...members };
}

/** Converts a test document as a build does. Its slug consists of its kind and number. */
export function toIndexDocument(
  { kind, number, publishedAt, language, ...text }: SearchDocument,
  slug = `${kind}-${number}`,
  url = `https://fjord.example/${slug}`,
): IndexDocument {
  const head = { slug, url, title: text.title, tags: [], publishedAt, excerpt: text.excerpt, cover: null };
  const wordCount = text.body.split(" ").length;
  return { kind, slug, publishedAt, language, head, text, wordCount, ...toIds(kind, head, text) };
}

function toIds(kind: SearchDocument["kind"], head: IndexDocument["head"], text: SearchText): Pick<IndexDocument, "id" | "bodyId"> {
  return { id: JSON.stringify([kind, head, text]), bodyId: JSON.stringify([text.headings, text.body]) };
}

/** The hash in file names: two hashes in the style of FNV-1a. */
export function hash(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x1234567;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x01000197) + 1;
  }
  return (low >>> 0).toString(16).padStart(8, "0") + (high >>> 0).toString(16).padStart(8, "0").slice(4);
}

export function writeIndex(documents: readonly SearchDocument[], options: Partial<IndexOptions> = {}): WrittenIndex {
  return patchIndex(
    null,
    documents.map((each) => toIndexDocument(each)),
    { kinds: KINDS, hash, ...options },
  );
}

/** The text of each file, by name. */
export function textsOf(files: WrittenIndex["files"]): Map<string, string> {
  return new Map(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes())]));
}

export interface OpenedIndex {
  readonly reader: SearchReader;
  /** Names of the files read, in order. */
  readonly reads: string[];
  /** The text of each file, by name. A test changes them to simulate a deployment. */
  readonly texts: Map<string, string>;
}

/** Opens an index in memory. */
export function openIndex(
  { version, base, files }: Pick<WrittenIndex, "version" | "base" | "files">,
  cacheCharacters = 1_000_000,
): OpenedIndex {
  const texts = textsOf(files);
  const reads: string[] = [];
  const read = async (path: string): Promise<Uint8Array | null> => {
    const name = path.replace("index/v1/", "");
    reads.push(name);
    const text = texts.get(name);
    return text === undefined ? null : new TextEncoder().encode(text);
  };
  return { reader: createSearchReader({ files: createFiles(read, cacheCharacters), index: { version, base } }), reads, texts };
}

interface Serialized {
  documentCount: number;
  fieldLength: Record<string, number[]>;
  averageFieldLength: number[];
  index: [string, unknown][];
}

export interface OracleOptions extends Pick<SearchOptions, "kinds" | "language"> {
  /**
   * The kinds that provide the hits and decide whether all terms are required. Default: all.
   */
  readonly over?: readonly SearchDocument["kind"][];
}

/**
 * A single MiniSearch over the same documents, in canonical form: its terms are sorted by UTF-16 code
 * unit, and its averages are computed from totals. It shares the options, the query plan and the
 * document numbers with search/.
 */
export function createOracle(
  documents: readonly SearchDocument[],
): (text: string, options?: OracleOptions) => Pick<SearchMatches, "hits" | "facets"> {
  const total = documents.length;
  const order = KINDS.map(({ name }) => name).filter((name) => documents.some(({ kind }) => kind === name));
  const { ordered } = numberDocuments(documents.map((each) => toIndexDocument(each)));
  const idOf = ({ kind, number }: SearchDocument): number =>
    ordered.findIndex((each) => each.kind === kind && each.slug === `${kind}-${number}`);
  const numberOf = (document: SearchDocument): number => {
    const key = ({ publishedAt }: SearchDocument): string => publishedAt ?? "";
    const slug = ({ kind, number }: SearchDocument): string => `${kind}-${number}`;
    const own = documents.filter(({ kind }) => kind === document.kind);
    return own.filter((each) => key(each) < key(document) || (key(each) === key(document) && slug(each) > slug(document))).length;
  };
  const raw = new MiniSearch(SEARCH_OPTIONS);
  const byId = documents
    .map((each, id) => ({
      id,
      ...Object.fromEntries(SEARCH_FIELDS.map((field) => [field, fieldText(each, field)])),
    }))
    .sort((a, b) => a.id - b.id);
  raw.addAll(byId);
  const json = JSON.parse(JSON.stringify(raw)) as Serialized;
  json.index.sort(([a], [b]) => (a < b ? -1 : 1));
  json.averageFieldLength = SEARCH_FIELDS.map(
    (_, field) => Object.values(json.fieldLength).reduce((sum, lengths) => sum + (lengths[field] ?? 0), 0) / total,
  );
  const whole = MiniSearch.loadJSON(JSON.stringify(json), SEARCH_OPTIONS);
  const terms = json.index.map(([term]) => term);
  const lexicon = {
    has: (term: string) => terms.includes(term),
    hasPrefix: (prefix: string) => terms.some((term) => term.startsWith(prefix)),
  };

  return (text, { kinds: wanted, over, language } = {}) => {
    const plan = planQuery(text, lexicon);
    // For a single character of a script without spaces, the match is the character, not the pair
    // that it begins.
    const characters = termsOfPlan(plan).flatMap(({ term, prefix }) => (prefix && [...term].length === 1 ? [term] : []));
    const find = (combine: "AND" | "OR") =>
      whole
        .search(toMiniSearchQuery(plan, combine))
        .map(({ id, score, match }) => {
          const found = documents[id];
          if (found === undefined) throw new Error(`there is no document ${id}`);
          const { kind } = found;
          const fields = SEARCH_FIELDS.filter((field) => Object.values(match).some((names) => names.includes(field)));
          const terms = [...new Set(Object.keys(match).map((term) => characters.find((each) => term.startsWith(each)) ?? term))].sort();
          const place = { id: idOf(found), number: numberOf(found), language: found.language };
          return { kind, ...place, score: Number(score.toPrecision(6)), terms, fields };
        })
        .filter(({ kind }) => over?.includes(kind) ?? true);
    // docs/api.md, Search: the text of all documents decides whether all terms are required, before any
    // filter; facets ignore `kind`.
    let hits = plan.length === 0 ? [] : find("AND");
    if (plan.length > 0 && hits.length === 0) hits = find("OR");
    if (language !== undefined) hits = hits.filter((hit) => hit.language?.toLowerCase().split("-")[0] === language);
    const isWanted = ({ kind }: { readonly kind: SearchDocument["kind"] }) => wanted?.includes(kind) ?? true;
    return {
      facets: Object.fromEntries(order.map((name) => [name, hits.filter(({ kind }) => kind === name).length])),
      hits: hits
        .filter(isWanted)
        .map(({ language: _, ...hit }) => hit)
        .sort((a, b) => b.score - a.score || order.indexOf(a.kind) - order.indexOf(b.kind) || b.number - a.number),
    };
  };
}
