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
  /** Milliseconds since 1970 as differences to the last that is not null. */
  readonly publishedAt: readonly (number | null)[];
  /** The same decoded, NaN where there is none. */
  instants(): Float64Array;
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
    publishedAt,
    instants() {
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

/** What a document must have, the tag apart; null: anything. */
interface Wanted {
  readonly type: string | null;
  readonly hasCode: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

function toWanted({ type = null, hasCode = null, publishedFrom: from = null, publishedTo: to = null }: Filter): Wanted {
  return { type: type?.charAt(0) ?? null, hasCode: hasCode === null ? null : hasCode ? "1" : "0", from, to };
}

function createTest(facets: Facets, { type, hasCode, from, to }: Wanted): (number: number) => boolean {
  const instants = from === null && to === null ? null : facets.instants();
  return (number) => {
    if (type !== null && facets.types[number] !== type) return false;
    if (hasCode !== null && facets.hasCode[number] !== hasCode) return false;
    if (instants === null) return true;
    // NaN, for no date, is neither at or after nor at or before anything.
    const instant = instants[number] ?? Number.NaN;
    return instant >= (from ?? Number.NEGATIVE_INFINITY) && instant <= (to ?? Number.POSITIVE_INFINITY);
  };
}

/** Numbers of the documents that pass, in the order of the list. */
export function selectNumbers(facets: Facets, total: number, filter: Filter): number[] {
  const wanted = toWanted(filter);
  if (facets.order !== null) {
    const tagged = filter.tag === null ? null : new Set(facets.tagged(filter.tag));
    const test = createTest(facets, wanted);
    return facets.order.filter((number) => (tagged === null || tagged.has(number)) && test(number));
  }
  const ascending = filter.tag === null ? scanAll(facets, total, wanted) : scanTagged(facets, facets.tagged(filter.tag), wanted);
  return ascending.reverse();
}

function scanTagged(facets: Facets, tagged: Float64Array, wanted: Wanted): number[] {
  const test = createTest(facets, wanted);
  const selected: number[] = [];
  for (const number of tagged) if (test(number)) selected.push(number);
  return selected;
}

// Each as small as can be: what a function that has just been started spends is compiling, and most of it on the loops that go over all documents.

function scanAll({ types, hasCode, publishedAt }: Facets, total: number, { type, hasCode: code, from, to }: Wanted): number[] {
  if (from !== null || to !== null) {
    const dated = scanDated(publishedAt, from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY);
    return dated.filter((number) => (type === null || types[number] === type) && (code === null || hasCode[number] === code));
  }
  return type === null && code === null ? countUp(total) : scanLetters(total, { types, type, codes: hasCode, code });
}

function countUp(total: number): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < total; number += 1) numbers.push(number);
  return numbers;
}

interface Letters {
  readonly types: string;
  readonly type: string | null;
  readonly codes: string;
  readonly code: string | null;
}

function scanLetters(total: number, { types, type, codes, code }: Letters): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < total; number += 1) {
    if ((type === null || types[number] === type) && (code === null || codes[number] === code)) numbers.push(number);
  }
  return numbers;
}

function scanDated(differences: readonly (number | null)[], from: number, to: number): number[] {
  const numbers: number[] = [];
  let instant = 0;
  for (let number = 0; number < differences.length; number += 1) {
    const difference = differences[number] ?? null;
    if (difference === null) continue;
    instant += difference;
    if (instant >= from && instant <= to) numbers.push(number);
  }
  return numbers;
}
