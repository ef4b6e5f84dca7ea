import type { Archive } from "../../contract/schemas/list.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import { findOffsets, toZoneMonth } from "../index/zone-offsets.ts";
import { compareText } from "../shared/diagnostics.ts";

/**
 * The number of posts published in each month of a time zone, newest first.
 * @param timeZone IANA name
 */
export function toArchive(posts: readonly Pick<PostSummary, "publishedAt">[], timeZone: string): Archive {
  const dates = posts.map(({ publishedAt }) => publishedAt).filter((date) => date !== null);
  const offsets = findOffsets(timeZone, dates);
  const counts = new Map<string, number>();
  for (const date of dates) {
    const month = toZoneMonth(date, offsets);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const newestFirst = [...counts].sort(([a], [b]) => compareText(b, a));
  const items = [...Map.groupBy(newestFirst, ([month]) => month.slice(0, 4))].map(([year, found]) => {
    const months = found.map(([month, count]) => ({ month: Number(month.slice(5)), count }));
    return { year: Number(year), count: months.reduce((sum, { count }) => sum + count, 0), months };
  });
  return { items, undated: posts.length - dates.length };
}
