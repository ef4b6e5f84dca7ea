import { type Columns, type InstantColumn, TRAITS } from "../contract/index-format.ts";
import type { PostSummary } from "../contract/schemas/post.ts";
import { isRecord } from "./manifest.ts";

/** The documents of a kind as filters see them, by document number. */
export interface Facets {
  /** Numbers in the order of the unfiltered list; null: the reverse of the numbering. */
  readonly order: readonly number[] | null;
  /** The documents that have a tag, the greatest number first. */
  tagged(slug: string): Selection;
  readonly traits: string;
  readonly publishedAt: InstantColumn;
  /** Present slug of a post by a former one. */
  alias(slug: string): string | null;
}

/** What a list's query asks for; null: anything. */
export interface Filter {
  readonly tag: string | null;
  readonly type?: PostSummary["type"] | null;
  readonly hasCode?: boolean | null;
  /** Inclusive, milliseconds since 1970. */
  readonly publishedFrom?: number | null;
  readonly publishedTo?: number | null;
}

/** Documents that pass, in the order of the list. */
export interface Selection {
  readonly total: number;
  /** Numbers of those in a range of places. */
  slice(start: number, end: number): readonly number[];
}

const NO_INSTANTS: InstantColumn = { missing: 0, first: 0, unit: 1, digits: "", width: 1 };
const RADIX = 36;

/** @throws Error where the text is not that of a Columns */
export function parseColumns(text: string): Facets {
  const columns: unknown = JSON.parse(text);
  if (!isRecord(columns) || !isRecord(columns.tags) || !(columns.order === null || Array.isArray(columns.order))) {
    throw new Error("columns have an order and tags");
  }
  // Written by build/index/columns.ts under a name that holds the hash of these very bytes.
  const { order, tags, traits = "", publishedAt = NO_INSTANTS, aliases = {} } = columns as unknown as Columns;
  return {
    order,
    tagged: (slug) => selectTagged(Object.hasOwn(tags, slug) ? (tags[slug] ?? "0") : "0"),
    traits,
    publishedAt,
    alias: (slug) => (Object.hasOwn(aliases, slug) ? (aliases[slug] ?? null) : null),
  };
}

/** Whether nothing is filtered. */
export function isWhole({ tag, type = null, hasCode = null, publishedFrom = null, publishedTo = null }: Filter): boolean {
  return tag === null && type === null && hasCode === null && publishedFrom === null && publishedTo === null;
}

/** Of all numbers from one to before another, the last first. */
export function selectRange(from: number, to: number): Selection {
  const total = Math.max(0, to - from);
  const slice = (start: number, end: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(end, total) - start) }, (_, at) => to - 1 - start - at);
  return { total, slice };
}

export function toSelection(numbers: readonly number[]): Selection {
  return { total: numbers.length, slice: (start, end) => numbers.slice(start, end) };
}

function selectTagged(column: string): Selection {
  return {
    total: Number.parseInt(column, RADIX),
    slice(start, end) {
      let number = 0;
      const numbers: number[] = [];
      for (const difference of column.split(" ", end + 1).slice(1)) {
        const value = Number.parseInt(difference, RADIX);
        number = numbers.length === 0 ? value : number - value;
        numbers.push(number);
      }
      return numbers.slice(start);
    },
  };
}

/** Documents that pass a filter. */
export function select(facets: Facets, total: number, filter: Filter): Selection {
  const { order } = facets;
  const { tag, publishedFrom, publishedTo } = filter;
  if (order !== null) {
    if (tag === null) return toSelection(order);
    const tagged = new Set(facets.tagged(tag).slice(0, total));
    return toSelection(order.filter((number) => tagged.has(number)));
  }
  // Numbers rise with the date, those without one before all others.
  const from =
    publishedFrom == null ? (publishedTo == null ? 0 : facets.publishedAt.missing) : findInstant(facets.publishedAt, publishedFrom);
  const to = publishedTo == null ? total : findInstant(facets.publishedAt, publishedTo + 1);
  const traits = toTraits(filter);
  if (tag !== null) {
    const tagged = facets.tagged(tag);
    if (traits === "" && from === 0 && to === total) return tagged;
    const passes = (number: number): boolean =>
      number >= from && number < to && (traits === "" || traits.includes(facets.traits[total - 1 - number] ?? " "));
    return toSelection(tagged.slice(0, total).filter(passes));
  }
  return traits === "" ? selectRange(from, to) : selectTraits(facets.traits, traits, total, from, to);
}

/** The number of the first document that was published at an instant or after it. */
function findInstant({ missing, first, unit, digits, width }: InstantColumn, instant: number): number {
  let low = 0;
  let high = digits.length / width;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (first + unit * Number.parseInt(digits.slice(middle * width, (middle + 1) * width), RADIX) < instant) low = middle + 1;
    else high = middle;
  }
  return missing + low;
}

/** The characters of TRAITS that pass; "": all do. */
function toTraits({ type = null, hasCode = null }: Filter): string {
  if (type === null && hasCode === null) return "";
  const pairs = type === null ? Object.values(TRAITS) : [TRAITS[type]];
  return pairs.map(([without, having]) => (hasCode === null ? without + having : hasCode ? having : without)).join("");
}

/** Counts and finds by regular expressions: what goes over all documents runs in the engine, not in code that nothing has optimised yet. */
function selectTraits(column: string, traits: string, total: number, from: number, to: number): Selection {
  const text = column.slice(total - to, total - from);
  return {
    total: text.replace(new RegExp(`[^${traits}]+`, "g"), "").length,
    slice(start, end) {
      const wanted = new RegExp(`[${traits}]`, "g");
      const numbers: number[] = [];
      for (let place = 0; place < end; place += 1) {
        const found = wanted.exec(text);
        if (found === null) break;
        if (place >= start) numbers.push(to - 1 - found.index);
      }
      return numbers;
    },
  };
}
