import { type Columns, type FilterColumns, type FilterName, type InstantColumn, TRAITS } from "../../contract/index-format.ts";
import type { PostFacets } from "../assemble/posts/summarized-post.ts";
import { compareText } from "../shared/diagnostics.ts";

/** What every document with facets has. */
export interface Faceted {
  readonly slug: string;
  readonly tags: readonly { readonly slug: string }[];
}

/**
 * @param numbered documents by number
 * @param order numbers in list order, or null where that is the reverse of the numbering
 */
export function toColumns(numbered: readonly Faceted[], order: readonly number[] | null): Columns {
  return { order, tags: toPostings(numbered, ({ tags }) => tags.map(({ slug }) => slug)) };
}

/** By filter, the values that a document has of it. */
export type Filters<T> = Readonly<Partial<Record<FilterName, (document: T) => readonly string[]>>>;

export const POST_FILTERS: Filters<PostFacets> = {
  category: ({ categories }) => categories.map(({ slug }) => slug),
  author: ({ authors }) => authors.map(({ slug }) => slug),
  series: ({ series }) => (series === null ? [] : [series.slug]),
  language: ({ language }) => [language.toLowerCase()],
  featured: ({ featured }) => [String(featured)],
};

/** The columns, and those of further filters. */
export function toFilterColumns<T>(columns: Columns, numbered: readonly T[], filters: Filters<T>): FilterColumns {
  const found = Object.entries(filters).map(([name, valuesOf]) => [name, toPostings(numbered, valuesOf)] as const);
  return { ...columns, filters: Object.fromEntries(found) };
}

/** By value, sorted: the numbers of the documents that have it. */
function toPostings<T>(numbered: readonly T[], valuesOf: (document: T) => readonly string[]): Record<string, string> {
  const postings = new Map<string, number[]>();
  numbered.forEach((document, number) => {
    for (const value of valuesOf(document)) {
      const numbers = postings.get(value);
      if (numbers === undefined) postings.set(value, [number]);
      else if (numbers[numbers.length - 1] !== number) numbers.push(number);
    }
  });
  const sorted = [...postings].sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(sorted.map(([value, numbers]) => [value, toDifferences(numbers)]));
}

export function toPostColumns(numbered: readonly PostFacets[], aliases: Readonly<Record<string, string>>): Columns {
  return {
    ...toColumns(numbered, null),
    traits: numbered
      .map(({ type, hasCode }) => TRAITS[type][hasCode ? 1 : 0])
      .reverse()
      .join(""),
    publishedAt: toInstants(
      numbered.flatMap(({ publishedAt }) => (publishedAt === null ? [] : Date.parse(publishedAt))),
      numbered.length,
    ),
    aliases,
  };
}

const RADIX = 36;

/** How many there are, and each number but the greatest as the difference to the next greater one. */
function toDifferences(numbers: readonly number[]): string {
  const texts = [numbers.length.toString(RADIX)];
  for (let at = numbers.length - 1; at >= 0; at -= 1) {
    const next = at + 1 < numbers.length ? (numbers[at + 1] ?? 0) - (numbers[at] ?? 0) : (numbers[at] ?? 0);
    texts.push(next.toString(RADIX));
  }
  return texts.join(" ");
}

/**
 * @param instants ms since 1970 ascending, of the last documents
 * @param total documents, those included that have none
 */
function toInstants(instants: readonly number[], total: number): InstantColumn {
  const [first = 0] = instants;
  const unit = instants.reduce((divisor, instant) => findDivisor(instant - first, divisor), 0) || 1;
  const width = (((instants.at(-1) ?? 0) - first) / unit).toString(RADIX).length;
  const digits = instants.map((instant) => ((instant - first) / unit).toString(RADIX).padStart(width, "0")).join("");
  return { missing: total - instants.length, first, unit, digits, width };
}

/** The greatest common one. */
function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}
