import type { Columns } from "../contract/index-format.ts";
import { isRecord } from "./manifest.ts";

/** The documents of a kind as filters see them, by document number. */
export interface Facets {
  /** Numbers in the order of the unfiltered list; null: the reverse of the numbering. */
  readonly order: readonly number[] | null;
  /** Numbers of the documents that have a tag, ascending. */
  tagged(slug: string): readonly number[];
  readonly types: string;
  readonly hasCode: string;
  /** Milliseconds since 1970, NaN where there is none. */
  readonly publishedAt: Float64Array;
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
  const decoded = new Map<string, readonly number[]>();
  return {
    order,
    tagged(slug) {
      const known = decoded.get(slug);
      if (known !== undefined) return known;
      if (!Object.hasOwn(tags, slug)) return [];
      const numbers = sumUp(tags[slug] ?? []);
      decoded.set(slug, numbers);
      return numbers;
    },
    types,
    hasCode,
    publishedAt: Float64Array.from(sumUp(publishedAt), (instant) => instant ?? Number.NaN),
    alias: (slug) => (Object.hasOwn(aliases, slug) ? (aliases[slug] ?? null) : null),
  };
}

/** Undoes differences to the last value that is not null. */
function sumUp<T extends number | null>(differences: readonly T[]): T[] {
  let last = 0;
  return differences.map((difference) => {
    if (difference === null) return difference;
    last += difference;
    return last as T;
  });
}

/** Whether a document passes everything but the tag. */
function createTest(facets: Facets, filter: Filter): (number: number) => boolean {
  const { type = null, hasCode = null, publishedFrom = null, publishedTo = null } = filter;
  const letter = type?.charAt(0);
  const code = hasCode ? "1" : "0";
  const dated = publishedFrom !== null || publishedTo !== null;
  const from = publishedFrom ?? Number.NEGATIVE_INFINITY;
  const to = publishedTo ?? Number.POSITIVE_INFINITY;
  return (number) => {
    if (letter !== undefined && facets.types[number] !== letter) return false;
    if (hasCode !== null && facets.hasCode[number] !== code) return false;
    // NaN, for no date, is neither at or after nor at or before anything.
    const instant = facets.publishedAt[number] ?? Number.NaN;
    return !dated || (instant >= from && instant <= to);
  };
}

/** Numbers of the documents that pass, in the order of the list. */
export function selectNumbers(facets: Facets, total: number, filter: Filter): number[] {
  const test = createTest(facets, filter);
  const candidates = filter.tag === null ? null : facets.tagged(filter.tag);
  if (facets.order !== null) {
    const tagged = candidates === null ? null : new Set(candidates);
    return facets.order.filter((number) => (tagged === null || tagged.has(number)) && test(number));
  }
  const selected: number[] = [];
  for (let index = (candidates?.length ?? total) - 1; index >= 0; index -= 1) {
    const number = candidates?.[index] ?? index;
    if (test(number)) selected.push(number);
  }
  return selected;
}
