import type { Columns } from "../contract/index-format.ts";
import { isRecord } from "./manifest.ts";

/** The documents of a kind as filters see them, by document number. */
export interface Facets {
  /** Numbers in the order of the unfiltered list; null: the reverse of the numbering. */
  readonly order: readonly number[] | null;
  /** Numbers of the documents that have a tag, ascending. */
  tagged(slug: string): Float64Array;
  readonly types: string;
  readonly hasCode: string;
  /** Milliseconds since 1970, NaN where there is none. */
  publishedAt(): Float64Array;
  /** Present slug of a post by a former one. */
  alias(slug: string): string | null;
}

/** What a list's query asks for; null: anything. */
export interface Filter {
  readonly tag: string | null;
  readonly type?: "TEXT" | "VIDEO" | "IMAGE" | null;
  readonly hasCode?: boolean | null;
  /** Inclusive, milliseconds since 1970. */
  readonly publishedFrom?: number | null;
  readonly publishedTo?: number | null;
}

/** @throws Error where the text is not that of a Columns */
export function parseColumns(text: string): Facets {
  const columns: unknown = JSON.parse(text);
  if (!isRecord(columns) || !isRecord(columns.tags) || !(columns.order === null || Array.isArray(columns.order))) {
    throw new Error("columns have an order and tags");
  }
  // Written by build/index/columns.ts under a name that holds the hash of these very bytes.
  const { order, tags, types = "", hasCode = "", publishedAt = [], aliases = {} } = columns as unknown as Columns;
  const decoded = new Map<string, Float64Array>();
  let instants: Float64Array | null = null;
  return {
    order,
    tagged(slug) {
      const known = decoded.get(slug);
      if (known !== undefined) return known;
      if (!Object.hasOwn(tags, slug)) return new Float64Array();
      const numbers = sumUp(tags[slug] ?? []);
      decoded.set(slug, numbers);
      return numbers;
    },
    types,
    hasCode,
    publishedAt() {
      instants ??= sumUp(publishedAt);
      return instants;
    },
    alias: (slug) => (Object.hasOwn(aliases, slug) ? (aliases[slug] ?? null) : null),
  };
}

/**
 * Undoes differences to the last value that is not null, which is NaN here. A loop, and only when it is asked for: a function that has just been started
 * runs code that nothing has optimised yet, and this is the longest piece of work of a first answer.
 */
function sumUp(differences: readonly (number | null)[]): Float64Array {
  const values = new Float64Array(differences.length);
  let last = 0;
  for (let index = 0; index < differences.length; index += 1) {
    const difference = differences[index] ?? null;
    if (difference !== null) last += difference;
    values[index] = difference === null ? Number.NaN : last;
  }
  return values;
}

/** Whether a document passes everything but the tag; null: all do. */
function createTest(facets: Facets, filter: Filter): ((number: number) => boolean) | null {
  const { type = null, hasCode = null, publishedFrom = null, publishedTo = null } = filter;
  const dated = publishedFrom !== null || publishedTo !== null;
  if (type === null && hasCode === null && !dated) return null;
  const { types, hasCode: codes } = facets;
  const letter = type?.charAt(0);
  const code = hasCode ? "1" : "0";
  const instants = dated ? facets.publishedAt() : null;
  const from = publishedFrom ?? Number.NEGATIVE_INFINITY;
  const to = publishedTo ?? Number.POSITIVE_INFINITY;
  return (number) => {
    if (letter !== undefined && types[number] !== letter) return false;
    if (hasCode !== null && codes[number] !== code) return false;
    if (instants === null) return true;
    // NaN, for no date, is neither at or after nor at or before anything.
    const instant = instants[number] ?? Number.NaN;
    return instant >= from && instant <= to;
  };
}

/** Numbers of the documents that pass, in the order of the list. */
export function selectNumbers(facets: Facets, total: number, filter: Filter): number[] {
  const test = createTest(facets, filter);
  const candidates = filter.tag === null ? null : facets.tagged(filter.tag);
  if (facets.order !== null) {
    const tagged = candidates === null ? null : new Set(candidates);
    return facets.order.filter((number) => (tagged === null || tagged.has(number)) && (test === null || test(number)));
  }
  const selected: number[] = [];
  for (let index = (candidates?.length ?? total) - 1; index >= 0; index -= 1) {
    const number = candidates?.[index] ?? index;
    if (test === null || test(number)) selected.push(number);
  }
  return selected;
}
