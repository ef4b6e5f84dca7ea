/** Correct effects of `sort` and `period`, computed from docs/api.md: see oracle.ts. */

export type SortedKind = "posts" | "projects" | "books" | "photos";
type Values = Readonly<Record<string, unknown>> & { readonly slug: string };

export const SORT_KEYS: Readonly<Record<SortedKind, readonly string[]>> = {
  posts: ["publishedAt", "updatedAt", "title", "readingTimeMinutes"],
  projects: ["startedOn", "updatedAt", "title"],
  books: ["finishedOn", "startedOn", "rating", "publishedYear", "title"],
  photos: ["takenAt", "publishedAt", "title"],
};

/**
 * In ascending order, sorted by hand: folded, then by code point. The last but one is one code
 * unit, the last is two.
 */
export const TITLES = ["𝒜", "ａbc", "APPLE", "Apple", "apple", "Äpple", "Öre", "øre", "zebra", "日本", "\ue000", "😀"];

export function isWrongSort(kind: SortedKind, sort: string): boolean {
  return !SORT_KEYS[kind].some((key) => sort === key || sort === `-${key}`);
}

export function isWrongPeriod(period: string): boolean {
  if (period === "undated") return false;
  const [year = "", month, ...others] = period.split("-");
  const isNumber = (text: string, length: number): boolean =>
    text.length === length && [...text].every((one) => "0123456789".includes(one));
  if (!isNumber(year, 4) || others.length > 0) return true;
  return month !== undefined && (!isNumber(month, 2) || Number(month) < 1 || Number(month) > 12);
}

/** Items in an order other than the list's. */
export function inOrder<T extends { readonly slug: string }>(items: readonly T[], sort: string): T[] {
  const key = sort.replace("-", "");
  const read = (item: T): string | number | null => {
    const value = (item as unknown as Values)[key] as string | number | null;
    return key === "title" ? TITLES.indexOf(String(value)) : value;
  };
  const bySlug = items.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const present = bySlug.filter((item) => read(item) !== null);
  const values = [...new Set(present.map(read))].sort((a, b) => ((a ?? 0) < (b ?? 0) ? -1 : 1));
  if (sort.startsWith("-")) values.reverse();
  return [...values.flatMap((value) => present.filter((item) => read(item) === value)), ...bySlug.filter((item) => read(item) === null)];
}

/** Whether a date lies in a period. @param date on the site's clocks */
export function isInPeriod(date: string | null, period: string): boolean {
  if (period === "undated") return date === null;
  return date !== null && (period.length === 4 ? date.slice(0, 4) === period : date.slice(0, 7) === period);
}
