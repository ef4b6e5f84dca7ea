import { type FilterColumns, type FilterName, type InstantColumn, TRAITS } from "../contract/index-format.ts";
import type { PostSummary } from "../contract/schemas/post.ts";
import { isRecord } from "./manifest.ts";
import { intersect, NOTHING, type Selection, selectPosting, selectRange, toSelection, uniteDisjoint } from "./selections.ts";

/** The documents of a kind as filters see them, by document number. */
export interface Facets {
  /** Numbers in the order of the unfiltered list; null: the reverse of the numbering. */
  readonly order: readonly number[] | null;
  tagged(slug: string): Selection;
  /** Documents by a value of a further filter; all values that there are. */
  filtered(name: FilterName, value: string): Selection;
  valuesOf(name: FilterName): readonly string[];
  readonly traits: string;
  readonly publishedAt: InstantColumn;
  /** Present slug of a post by a former one. */
  alias(slug: string): string | null;
}

/** What a list's query asks for; null: anything. */
export interface Filter {
  /** All of them. */
  readonly tag: readonly string[] | null;
  readonly category?: string | null;
  readonly author?: string | null;
  readonly series?: string | null;
  readonly album?: string | null;
  readonly status?: string | null;
  /** In lower case; takes what it begins, too. */
  readonly language?: string | null;
  readonly featured?: boolean | null;
  readonly type?: PostSummary["type"] | null;
  readonly hasCode?: boolean | null;
  /** Inclusive, milliseconds since 1970. */
  readonly publishedFrom?: number | null;
  readonly publishedTo?: number | null;
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
  const { order, tags, traits = "", publishedAt = NO_INSTANTS, aliases = {}, filters = {} } = columns as unknown as FilterColumns;
  return {
    order,
    tagged: (slug) => selectBy(tags, slug),
    filtered: (name, value) => selectBy(filters[name] ?? {}, value),
    valuesOf: (name) => Object.keys(filters[name] ?? {}),
    traits,
    publishedAt,
    alias: (slug) => (Object.hasOwn(aliases, slug) ? (aliases[slug] ?? null) : null),
  };
}

function selectBy(postings: Readonly<Record<string, string>>, value: string): Selection {
  return Object.hasOwn(postings, value) ? selectPosting(postings[value] ?? "0") : NOTHING;
}

/** Filters that a value alone decides. */
const PLAIN = ["category", "author", "series", "album", "status"] as const satisfies readonly FilterName[];

/** Whether the columns alone do not tell what passes. */
export function needsFilters({ language = null, featured = null, ...filter }: Filter): boolean {
  return language !== null || featured !== null || PLAIN.some((name) => (filter[name] ?? null) !== null);
}

/** Whether nothing is filtered. */
export function isWhole(filter: Filter): boolean {
  const { tag, type = null, hasCode = null, publishedFrom = null, publishedTo = null } = filter;
  return tag === null && type === null && hasCode === null && publishedFrom === null && publishedTo === null && !needsFilters(filter);
}

/** Documents that pass a filter. */
export function select(facets: Facets, total: number, filter: Filter): Selection {
  const { order } = facets;
  const listed = selectListed(facets, filter);
  if (order !== null) {
    if (listed === null) return toSelection(order);
    const passing = new Set(listed.slice(0, total));
    return toSelection(order.filter((number) => passing.has(number)));
  }
  const { publishedFrom, publishedTo } = filter;
  // Numbers rise with the date, those without one before all others.
  const from =
    publishedFrom == null ? (publishedTo == null ? 0 : facets.publishedAt.missing) : findInstant(facets.publishedAt, publishedFrom);
  const to = publishedTo == null ? total : findInstant(facets.publishedAt, publishedTo + 1);
  const traits = toTraits(filter);
  if (listed === null) return traits === "" ? selectRange(from, to) : selectTraits(facets.traits, traits, total, from, to);
  if (traits === "" && from === 0 && to === total) return listed;
  const passes = (number: number): boolean =>
    number >= from && number < to && (traits === "" || traits.includes(facets.traits[total - 1 - number] ?? " "));
  return toSelection(listed.slice(0, total).filter(passes));
}

/** What passes the filters that lists of documents answer; null: there is none of them. */
function selectListed(facets: Facets, { tag, language = null, featured = null, ...filter }: Filter): Selection | null {
  const selections = (tag ?? []).map((slug) => facets.tagged(slug));
  for (const name of PLAIN) {
    const value = filter[name] ?? null;
    if (value !== null) selections.push(facets.filtered(name, value));
  }
  if (featured !== null) selections.push(facets.filtered("featured", String(featured)));
  if (language !== null) {
    const found = facets.valuesOf("language").filter((value) => value === language || value.startsWith(`${language}-`));
    selections.push(uniteDisjoint(found.map((value) => facets.filtered("language", value))));
  }
  return selections.length === 0 ? null : intersect(selections);
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
