import { type Columns, type InstantColumn, TRAITS } from "../../contract/index-format.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import { compareText } from "../diagnostics.ts";

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
  const tags = new Map<string, number[]>();
  for (const [number, document] of numbered.entries())
    for (const { slug } of document.tags) {
      const numbers = tags.get(slug);
      if (numbers === undefined) tags.set(slug, [number]);
      else numbers.push(number);
    }
  const sorted = [...tags].sort(([a], [b]) => compareText(a, b));
  return { order, tags: Object.fromEntries(sorted.map(([slug, numbers]) => [slug, toDifferences(numbers)])) };
}

export function toPostColumns(numbered: readonly PostSummary[], aliases: Readonly<Record<string, string>>): Columns {
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
  const differences = numbers.toReversed().map((number, at, descending) => (at === 0 ? number : (descending[at - 1] ?? 0) - number));
  return [numbers.length, ...differences].map((number) => number.toString(RADIX)).join(" ");
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
