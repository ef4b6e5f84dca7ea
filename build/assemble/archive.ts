import type { Archive } from "../../contract/schemas/list.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import { findOffsets, toZoneMonth } from "./zone-offsets.ts";

/**
 * The number of posts published in each month of a time zone, newest first.
 * @param timeZone IANA name
 */
export function toArchive(posts: readonly Pick<PostSummary, "publishedAt">[], timeZone: string): Archive {
  const dates = posts.map(({ publishedAt }) => publishedAt).filter((date) => date !== null);
  const offsets = findOffsets(timeZone, dates);
  const counts = new Map<number, Map<number, number>>();
  for (const date of dates) {
    const [year = 0, month = 0] = toZoneMonth(date, offsets).split("-").map(Number);
    const months = counts.get(year) ?? new Map<number, number>();
    counts.set(year, months.set(month, (months.get(month) ?? 0) + 1));
  }
  const items = newestFirst(counts).map(([year, found]) => {
    const months = newestFirst(found).map(([month, count]) => ({ month, count }));
    return { year, count: months.reduce((sum, { count }) => sum + count, 0), months };
  });
  return { items, undated: posts.length - dates.length };
}

function newestFirst<T>(found: ReadonlyMap<number, T>): (readonly [number, T])[] {
  return [...found].sort(([a], [b]) => b - a);
}
