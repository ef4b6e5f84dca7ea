import { type InstantColumn, type SortColumns, type SortOrder, TRAITS } from "../../contract/index-format.ts";
import type { ListFilter } from "../../kinds/list-filter.ts";
import { isRecord } from "../manifest.ts";
import { requirePart } from "../read-file.ts";
import { intersect, NOTHING, type Selection, selectPosting, selectRange, toSelection, uniteDisjoint } from "./selections.ts";

/** Facets of the documents of a kind, by document number. */
export interface Facets {
  /**
   * Document numbers in the order of the unfiltered list; null if that is the reverse of the
   * numbering.
   */
  readonly order: readonly number[] | null;
  tagged(slug: string): Selection;
  /** Documents with a value of any other filter. */
  filtered(name: string, value: string): Selection;
  valuesOf(name: string): readonly string[];
  /** @throws IndexUnavailable if there is no such order */
  sorted(key: string): SortOrder;
  readonly traits: string;
  readonly publishedAt: InstantColumn;
  /** Current slug of a post, from a former one. */
  alias(slug: string): string | null;
}

/** Values that a query gives for a list's filters; null for no restriction. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** A filter with its value in the query. */
export interface GivenFilter {
  readonly filter: ListFilter;
  /** As returned by the query parser. */
  readonly value: string | number | boolean | readonly string[];
}

/** The facets that a response needs. Filters and sort orders need larger files. */
export interface FacetNeeds {
  readonly given?: readonly GivenFilter[];
  /** As in the query. */
  readonly sort?: string | null;
}

/** The filters for which a query gives a value. */
export function givenFilters(filters: readonly ListFilter[], values: FilterValues): readonly GivenFilter[] {
  return filters.flatMap((filter) => {
    const value = values[filter.name] ?? null;
    // The query parser reads each filter by its row.
    return value === null ? [] : [{ filter, value: value as GivenFilter["value"] }];
  });
}

const NO_INSTANTS: InstantColumn = { missing: 0, first: 0, unit: 1, digits: "", width: 1 };
const RADIX = 36;

/** @throws Error if the text is not a valid Columns document */
export function parseColumns(text: string): Facets {
  const columns: unknown = JSON.parse(text);
  if (!isRecord(columns) || !isRecord(columns.tags) || !(columns.order === null || Array.isArray(columns.order))) {
    throw new Error("not columns");
  }
  // build/outputs/index/columns.ts wrote it, and its name contains a hash of these bytes.
  const { order, tags, traits = "", publishedAt = NO_INSTANTS, aliases = {}, filters = {}, sorts = {} } = columns as unknown as SortColumns;
  const postingsOf = (name: string) => requirePart(filters[name], name);
  return {
    order,
    tagged: (slug) => selectBy(tags, slug),
    filtered: (name, value) => selectBy(postingsOf(name), value),
    valuesOf: (name) => Object.keys(postingsOf(name)),
    sorted: (key) => requirePart(sorts[key], key),
    traits,
    publishedAt,
    alias: (slug) => (Object.hasOwn(aliases, slug) ? (aliases[slug] ?? null) : null),
  };
}

function selectBy(postings: Readonly<Record<string, string>>, value: string): Selection {
  return Object.hasOwn(postings, value) ? selectPosting(postings[value] ?? "0") : NOTHING;
}

/** Whether the filters need more than the columns. */
export function needsFilters(given: readonly GivenFilter[]): boolean {
  return given.some(({ filter: { column } }) => column === "posting" || column === "prefix");
}

/** Documents that match all filters. */
export function select(facets: Facets, total: number, given: readonly GivenFilter[]): Selection {
  const { order } = facets;
  const listed = selectListed(facets, given);
  if (order !== null) {
    if (listed === null) return toSelection(order);
    const passing = new Set(listed.slice(0, total));
    return toSelection(order.filter((number) => passing.has(number)));
  }
  const { from, to } = findRange(facets.publishedAt, total, given);
  const traits = toTraits(given);
  if (listed === null) return traits === "" ? selectRange(from, to) : selectTraits(facets.traits, traits, total, from, to);
  if (traits === "" && from === 0 && to === total) return listed;
  const passes = (number: number): boolean =>
    number >= from && number < to && (traits === "" || traits.includes(facets.traits[total - 1 - number] ?? " "));
  return toSelection(listed.slice(0, total).filter(passes));
}

/** Documents that match the filters with postings, or null if there are no such filters. */
function selectListed(facets: Facets, given: readonly GivenFilter[]): Selection | null {
  const selections = given.flatMap((one) => selectPostings(facets, one));
  return selections.length === 0 ? null : intersect(selections);
}

function selectPostings(facets: Facets, { filter: { name, column }, value }: GivenFilter): readonly Selection[] {
  if (column === "tags") return Array.isArray(value) ? value.map((slug) => facets.tagged(slug)) : [];
  if (column === "posting") return [facets.filtered(name, String(value))];
  if (column !== "prefix") return [];
  const found = facets.valuesOf(name).filter((candidate) => candidate === value || candidate.startsWith(`${String(value)}-`));
  return [uniteDisjoint(found.map((candidate) => facets.filtered(name, candidate)))];
}

/** Numbers ascend with the date; documents without a date come first. */
function findRange(dates: InstantColumn, total: number, given: readonly GivenFilter[]): { readonly from: number; readonly to: number } {
  let [from, to] = [0, total];
  for (const { filter, value } of given) {
    if (filter.column !== "instant" || typeof value !== "number") continue;
    from = Math.max(from, filter.bound === "from" ? findInstant(dates, value) : dates.missing);
    if (filter.bound === "to") to = findInstant(dates, value + 1);
  }
  return { from, to };
}

/** The number of the first document published at or after an instant. */
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

/** The characters of TRAITS that match, or "" if all do. */
function toTraits(given: readonly GivenFilter[]): string {
  const [type, hasCode] = ["type", "hasCode"].map((name) => given.find(({ filter }) => filter.name === name)?.value);
  if (type === undefined && hasCode === undefined) return "";
  return Object.entries(TRAITS)
    .filter(([name]) => type === undefined || name === type)
    .map(([, [without, having]]) => (hasCode === undefined ? without + having : hasCode === true ? having : without))
    .join("");
}

/**
 * Counts and searches with regular expressions, because a loop over all documents is faster in the
 * engine than in JavaScript that has not been optimized yet.
 */
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
