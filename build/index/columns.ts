import type { Columns } from "../../contract/index-format.ts";
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

const TYPE_LETTERS = { TEXT: "T", VIDEO: "V", IMAGE: "I" } as const;

export function toPostColumns(numbered: readonly PostSummary[], aliases: Readonly<Record<string, string>>): Columns {
  return {
    ...toColumns(numbered, null),
    types: numbered.map(({ type }) => TYPE_LETTERS[type]).join(""),
    hasCode: numbered.map(({ hasCode }) => (hasCode ? "1" : "0")).join(""),
    publishedAt: toDifferences(numbered.map(({ publishedAt }) => (publishedAt === null ? null : Date.parse(publishedAt)))),
    aliases,
  };
}

/** Each value but the first as the difference to the last one that is not null. */
function toDifferences<T extends number | null>(values: readonly T[]): T[] {
  let last = 0;
  return values.map((value) => {
    if (value === null) return value;
    const difference = value - last;
    last = value;
    return difference as T;
  });
}
