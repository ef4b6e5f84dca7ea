import MiniSearch, { type SearchResult } from "minisearch";
import { INDEX_PREFIX } from "../contract/paths.ts";
import type { SearchKind } from "../contract/schemas/list.ts";
import { SearchIndexError } from "./errors.ts";
import { decodeTerm, idOffsets, type SearchBase } from "./layout.ts";
import { createLexicon, type TermLexicon } from "./lexicon.ts";
import { SEARCH_FIELDS, SEARCH_KINDS, SEARCH_OPTIONS, SEARCH_VERSION } from "./options.ts";
import { planQuery, type QueryClause, termsOfPlan, toMiniSearchQuery } from "./query.ts";
import type { SearchHitRef, SearchMatches, SearchOptions, SearchReader, SearchReaderOptions } from "./types.ts";

/**
 * Significant digits of a score. `Math.log` may differ between engines in the last bit, and a sum of some ten such
 * terms in a few: 6 digits stay the same everywhere, so that the same hits tie everywhere and pages are cut alike.
 */
const SCORE_DIGITS = 6;

const HIT_ORDER: Readonly<Record<SearchKind, number>> = { post: 0, project: 1, book: 2 };
const EMPTY: SearchMatches = { hits: [], facets: { post: 0, project: 0, book: 0 } };

interface LoadedIndex {
  readonly base: SearchBase;
  readonly averages: readonly number[];
  readonly lexicon: TermLexicon;
}

/**
 * Searches an index that `createSearchWriter` wrote. All its files are read at the first search and kept; a read
 * that failed is tried again at the next one.
 */
export function createSearchReader({ read, files }: SearchReaderOptions): SearchReader {
  let loading: Promise<LoadedIndex> | null = null;

  async function readText(name: string): Promise<string> {
    const file = `${INDEX_PREFIX.slice(1)}/${name}`;
    const bytes = await read(file);
    if (bytes === null) throw new SearchIndexError("missing", file, `the search index lacks ${file}; deploy a complete build`);
    return new TextDecoder().decode(bytes);
  }

  async function load(): Promise<LoadedIndex> {
    checkVersion(files.version, files.base);
    const [baseText, ...parts] = await Promise.all([files.base, ...files.parts].map(readText));
    const base = parseBase(baseText ?? "", files.base);
    const { total } = idOffsets(base.kinds);
    const averages = base.fieldLengths.map((lengths) => (total === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / total));
    for (const [at, part] of parts.entries()) checkPart(part, files.parts[at] ?? "");
    return { base, averages, lexicon: createLexicon(parts) };
  }

  return {
    async search(text, options = {}) {
      loading ??= load();
      let index: LoadedIndex;
      try {
        index = await loading;
      } catch (error) {
        loading = null;
        throw error;
      }
      return searchIndex(index, text, options);
    },
  };
}

function checkVersion(version: unknown, file: string): void {
  if (version === SEARCH_VERSION) return;
  throw new SearchIndexError(
    "version",
    file,
    `the search index has version ${String(version)}, this reader wants ${SEARCH_VERSION}; build the site again`,
  );
}

function parseBase(text: string, file: string): SearchBase {
  let base: SearchBase;
  try {
    base = JSON.parse(text);
  } catch (cause) {
    throw new SearchIndexError("malformed", file, "the base of the search index is not JSON; deploy a complete build", { cause });
  }
  checkVersion(base?.version, file);
  return base;
}

/**
 * Parts are looked up without being parsed: what a host puts in the place of one (a page of its own, half of it) would else be a part
 * without terms, and a search would find nothing in it.
 */
function checkPart(text: string, file: string): void {
  if (text.startsWith('[\n["') && text.endsWith("]\n]\n")) return;
  throw new SearchIndexError("malformed", file, `${file} is not a part of a search index; deploy a complete build`);
}

function searchIndex(index: LoadedIndex, text: string, options: SearchOptions): SearchMatches {
  const plan = planQuery(text, index.lexicon);
  if (plan.length === 0) return EMPTY;
  const engine = loadTerms(index, plan);
  const { first } = idOffsets(index.base.kinds);
  const characters = termsOfPlan(plan).flatMap(({ term, prefix }) => (prefix && [...term].length === 1 ? [term] : []));
  const { accept, kinds } = options;
  const isOfKind = ({ kind }: SearchHitRef): boolean => kinds === undefined || kinds.includes(kind);
  const find = (combine: "AND" | "OR") => {
    const hits = engine.search(toMiniSearchQuery(plan, combine)).map((result) => toHit(result, first, characters));
    return accept === undefined ? hits : hits.filter(({ kind, number }) => accept(kind, number));
  };
  let hits = find("AND");
  if (!hits.some(isOfKind)) hits = find("OR");
  const facets = { post: 0, project: 0, book: 0 };
  for (const { kind } of hits) facets[kind] += 1;
  return { hits: hits.filter(isOfKind).sort(compareHits), facets };
}

/**
 * A MiniSearch of the plan's terms alone, with the counts and averages of the whole index: its results and scores
 * are those of a MiniSearch that holds everything.
 */
function loadTerms({ base, averages, lexicon }: LoadedIndex, plan: readonly QueryClause[]): MiniSearch {
  const documentIds: Record<string, number> = {};
  const fieldLength: Record<string, number[]> = {};
  const index = lexicon.expand(termsOfPlan(plan)).map((line): [string, Record<string, Record<string, number>>] => {
    const { term, fields } = decodeTerm(line);
    for (const postings of Object.values(fields)) {
      for (const key of Object.keys(postings)) {
        if (documentIds[key] !== undefined) continue;
        const id = Number(key);
        documentIds[key] = id;
        fieldLength[key] = base.fieldLengths.map((lengths) => lengths[id] ?? 0);
      }
    }
    return [term, fields];
  });
  const { total } = idOffsets(base.kinds);
  const serialized = {
    documentCount: total,
    nextId: total,
    documentIds,
    fieldIds: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, id])),
    fieldLength,
    averageFieldLength: [...averages],
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  };
  return MiniSearch.loadJS(serialized as unknown as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
}

/** @param characters single characters of a script without spaces that were asked for: not the pair that they begin was found, but they */
function toHit(result: SearchResult, first: Readonly<Record<SearchKind, number>>, characters: readonly string[]): SearchHitRef {
  const id: number = result.id;
  const kind = SEARCH_KINDS.findLast((candidate) => id >= first[candidate]) ?? "post";
  const found = new Set<string>();
  for (const fields of Object.values(result.match)) for (const field of fields) found.add(field);
  let terms = Object.keys(result.match);
  if (characters.length > 0) terms = [...new Set(terms.map((term) => characters.find((character) => term.startsWith(character)) ?? term))];
  return {
    kind,
    number: id - first[kind],
    score: Number(result.score.toPrecision(SCORE_DIGITS)),
    terms: terms.length > 1 ? terms.sort() : terms,
    fields: SEARCH_FIELDS.filter((field) => found.has(field)),
  };
}

/** Numbers rise with the date and, on one date, against the slug: the greater one is newer, or earlier in slugs. */
function compareHits(a: SearchHitRef, b: SearchHitRef): number {
  return b.score - a.score || HIT_ORDER[a.kind] - HIT_ORDER[b.kind] || b.number - a.number;
}
