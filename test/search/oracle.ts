import MiniSearch from "minisearch";
import { idOffsets } from "../../search/layout.ts";
import { fieldText, SEARCH_FIELDS, SEARCH_KINDS, SEARCH_OPTIONS } from "../../search/options.ts";
import { planQuery, toMiniSearchQuery } from "../../search/query.ts";
import { createSearchReader } from "../../search/reader.ts";
import type { SearchDocument, SearchIndex, SearchMatches, SearchOptions, SearchReader } from "../../search/types.ts";
import { createSearchWriter, type SearchWriterOptions } from "../../search/writer.ts";

/** A document with the members that a test names; the others are empty. */
export function document(members: Partial<SearchDocument> & Pick<SearchDocument, "kind" | "number">): SearchDocument {
  return { title: "", tags: [], excerpt: "", headings: [], body: "", ...members };
}

export function writeIndex(documents: readonly SearchDocument[], options?: SearchWriterOptions): SearchIndex {
  const writer = createSearchWriter(options);
  for (const each of documents) writer.add(each);
  return writer.finish();
}

/** A reader of an index in memory, and the paths that it read. */
export function openIndex(index: SearchIndex): { reader: SearchReader; reads: string[] } {
  const texts = new Map([
    ["index/v1/base.json", index.base],
    ...index.parts.map((part, at): [string, string] => [`index/v1/part-${at}.json`, part]),
  ]);
  const reads: string[] = [];
  const reader = createSearchReader({
    read: async (path) => {
      reads.push(path);
      const text = texts.get(path);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    files: { version: index.version, base: "base.json", parts: index.parts.map((_, at) => `part-${at}.json`) },
  });
  return { reader, reads };
}

interface Serialized {
  documentCount: number;
  fieldLength: Record<string, number[]>;
  averageFieldLength: number[];
  index: [string, unknown][];
}

/**
 * One whole MiniSearch over the same documents, made canonical: terms sorted by UTF-16 code unit, averages from whole
 * sums. It shares the tokeniser and the plan of a query with search/, and nothing else.
 */
export function createOracle(documents: readonly SearchDocument[]): (text: string, options?: SearchOptions) => SearchMatches {
  const kinds = { post: 0, project: 0, book: 0 };
  for (const { kind } of documents) kinds[kind] += 1;
  const { first, total } = idOffsets(kinds);
  const raw = new MiniSearch(SEARCH_OPTIONS);
  const byId = documents
    .map((each) => ({
      id: first[each.kind] + each.number,
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

  return (text, { accept = () => true, kinds: wanted } = {}) => {
    const plan = planQuery(text, lexicon);
    const find = (combine: "AND" | "OR") =>
      whole
        .search(toMiniSearchQuery(plan, combine))
        .map(({ id, score, match }) => {
          const kind = SEARCH_KINDS.findLast((candidate) => id >= first[candidate]) ?? "post";
          const fields = SEARCH_FIELDS.filter((field) => Object.values(match).some((found) => found.includes(field)));
          return { kind, number: id - first[kind], score: Number(score.toPrecision(6)), terms: Object.keys(match).sort(), fields };
        })
        .filter(({ kind, number }) => accept(kind, number));
    let hits = plan.length === 0 ? [] : find("AND");
    const isWanted = ({ kind }: { readonly kind: SearchDocument["kind"] }) => wanted?.includes(kind) ?? true;
    if (plan.length > 0 && !hits.some(isWanted)) hits = find("OR");
    const facets = { post: 0, project: 0, book: 0 };
    for (const { kind } of hits) facets[kind] += 1;
    const order = ["post", "project", "book"];
    return {
      facets,
      hits: hits.filter(isWanted).sort((a, b) => b.score - a.score || order.indexOf(a.kind) - order.indexOf(b.kind) || b.number - a.number),
    };
  };
}
