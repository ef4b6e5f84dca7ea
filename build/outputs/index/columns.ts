import { type Columns, type FilterColumns, type InstantColumn, TRAITS } from "../../../contract/index-format.ts";
import { foldValue, type ListFilter, type PeriodFilter, UNDATED_PERIOD } from "../../../kinds/list-filter.ts";
import { findOffsets, toZoneMonth } from "../../assemble/zone-offsets.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { createMemberReader } from "./member-texts.ts";

export interface ColumnsOptions {
  /** Filters of the kind. */
  readonly filters: readonly ListFilter[];
  /** Document numbers in list order; null for the reverse of the numbering. */
  readonly order: readonly number[] | null;
  /** Former slugs → current slugs; only posts have any. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * Creates the columns that every page of a list needs.
 * @param numbered documents by number
 */
export function toColumns(numbered: readonly object[], { filters, order, aliases }: ColumnsOptions): Columns {
  const [tags] = filters.filter(({ column }) => column === "tags");
  const [dates] = filters.filter(({ column }) => column === "instant");
  return {
    order,
    tags: tags === undefined ? {} : toPostings(toValues(numbered, tags)),
    ...(filters.some(({ column }) => column === "trait") ? { traits: toTraits(numbered) } : {}),
    ...(dates === undefined ? {} : { publishedAt: toInstants(numbered, dates.member) }),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

/**
 * Adds the columns of the other filters.
 * @param timeZone IANA name of the site's zone
 */
export function toFilterColumns(
  columns: Columns,
  numbered: readonly object[],
  { filters, timeZone }: { readonly filters: readonly ListFilter[]; readonly timeZone: string },
): FilterColumns {
  const further = filters.filter(({ column }) => column === "posting" || column === "prefix");
  return {
    ...columns,
    filters: Object.fromEntries(further.map((filter) => [filter.name, toPostings(toValues(numbered, filter, timeZone))])),
  };
}

/** Returns only the columns of languages, or null if all documents have the same language. */
export function toLanguageColumns({ order, filters = {} }: FilterColumns): FilterColumns | null {
  const { language = {} } = filters;
  return Object.keys(language).length < 2 ? null : { order, tags: {}, filters: { language } };
}

/** The values of a filter, by document number. */
function toValues(numbered: readonly object[], filter: ListFilter, timeZone = "UTC"): readonly (readonly string[])[] {
  if (filter.type === "period") return toPeriods(numbered, filter, timeZone).map((period) => [period]);
  const read = createMemberReader(filter.member);
  const toValue = filter.type === "folded" ? foldValue : filter.type === "language" ? (text: string) => text.toLowerCase() : null;
  if (toValue === null) return numbered.map(read);
  // Few values are distinct, so each is converted only once.
  const values = new Map<string, string>();
  const toCached = (text: string): string => {
    const value = values.get(text) ?? toValue(text);
    values.set(text, value);
    return value;
  };
  return numbered.map((document) => read(document).map(toCached));
}

/** Document numbers by value, sorted. */
function toPostings(values: readonly (readonly string[])[]): Record<string, string> {
  const postings = new Map<string, number[]>();
  values.forEach((ofDocument, number) => {
    for (const value of ofDocument) {
      const numbers = postings.get(value);
      if (numbers === undefined) postings.set(value, [number]);
      else if (numbers[numbers.length - 1] !== number) numbers.push(number);
    }
  });
  const sorted = [...postings].sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(sorted.map(([value, numbers]) => [value, toDifferences(numbers)]));
}

/** One character per document, in list order. */
function toTraits(numbered: readonly object[]): string {
  const [readType, readHasCode] = [createMemberReader("type"), createMemberReader("hasCode")];
  const traits = numbered.map((document) => {
    const [[type = ""], [hasCode]] = [readType(document), readHasCode(document)];
    return TRAITS[type as keyof typeof TRAITS][hasCode === "true" ? 1 : 0];
  });
  return traits.reverse().join("");
}

const RADIX = 36;

/**
 * Formats the count, then the greatest number, then the difference from each number to the next
 * smaller one.
 */
function toDifferences(numbers: readonly number[]): string {
  const texts = [numbers.length.toString(RADIX)];
  for (let at = numbers.length - 1; at >= 0; at -= 1) {
    const next = at + 1 < numbers.length ? (numbers[at + 1] ?? 0) - (numbers[at] ?? 0) : (numbers[at] ?? 0);
    texts.push(next.toString(RADIX));
  }
  return texts.join(" ");
}

/** @param numbered documents without an instant first, the others ascending */
function toInstants(numbered: readonly object[], member: string): InstantColumn {
  const instants = numbered.flatMap(createMemberReader(member)).map((text) => Date.parse(text));
  const [first = 0] = instants;
  const unit = instants.reduce((divisor, instant) => findDivisor(instant - first, divisor), 0) || 1;
  const width = (((instants.at(-1) ?? 0) - first) / unit).toString(RADIX).length;
  const digits = instants.map((instant) => ((instant - first) / unit).toString(RADIX).padStart(width, "0")).join("");
  return { missing: numbered.length - instants.length, first, unit, digits, width };
}

/** Greatest common divisor. */
function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}

const INSTANT = /Z$/;
/** A year with or without a month. */
const PERIOD = /^\d{4}(?:-\d{2})?/;

/**
 * Period of each document: `2025-04`, `2025` if the month is unknown, or `undated`.
 * @param timeZone IANA name
 */
function toPeriods(documents: readonly object[], { member, otherwise }: PeriodFilter, timeZone: string): readonly string[] {
  const readers = [member, ...(otherwise === undefined ? [] : [otherwise])].map(createMemberReader);
  const dates = documents.map((document) => {
    for (const read of readers) for (const date of read(document)) return date;
    return UNDATED_PERIOD;
  });
  const instants = dates.filter((date) => INSTANT.test(date));
  const offsets = findOffsets(timeZone, instants);
  return dates.map((date) => {
    const local = INSTANT.test(date) ? toZoneMonth(date, offsets) : date;
    return PERIOD.exec(local)?.[0] ?? UNDATED_PERIOD;
  });
}
