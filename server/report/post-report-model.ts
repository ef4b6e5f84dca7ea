import type { z } from "zod";
import { fromDayText, toDayText } from "../days.ts";
import type { OnePost } from "../owner/figures/figure-schemas.ts";
import type { PostEngagement } from "../store/engagement-types.ts";
import type { Store } from "../store/store.ts";
import { OTHER_TYPES, periodBefore, type ReportDay } from "./report-model.ts";

export interface PostReportQuery {
  readonly slug: string;
  /** UTC days, `YYYY-MM-DD`, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Maximum number of referrers to list. */
  readonly limit: number;
}

/** Figures of one post or another document, without data about individual visitors. */
export type PostReport = z.infer<typeof OnePost>;

const VIEWS = ["post_view", ...OTHER_TYPES];

export async function readPostReport({ engagement }: Pick<Store, "engagement">, query: PostReportQuery): Promise<PostReport> {
  const { slug, fromDay, toDay, limit } = query;
  const [post, before, referrers] = await Promise.all([
    engagement.post({ slug, fromDay, toDay }),
    engagement.post({ slug, ...periodBefore(query) }),
    engagement.postReferrers({ slug, fromDay, toDay, limit }),
  ]);
  const days = toPostDays(post, query);
  return {
    ...{ slug, fromDay, toDay, days, referrers },
    ...sumViews(days),
    estimated: days.some(({ estimated }) => estimated),
    before: { ...sumViews(toPostDays(before, periodBefore(query))), reading: before.reading },
    reading: post.reading,
  };
}

function sumViews(days: readonly ReportDay[]): { readonly views: number; readonly visitors: number } {
  return days.reduce((sum, day) => ({ views: sum.views + day.views, visitors: sum.visitors + day.visitors }), { views: 0, visitors: 0 });
}

function toPostDays({ days }: PostEngagement, { fromDay, toDay }: Pick<PostReportQuery, "fromDay" | "toDay">): ReportDay[] {
  const byDay = Map.groupBy(
    days.filter(({ type }) => VIEWS.includes(type)),
    ({ day }) => day,
  );
  const first = fromDayText(fromDay);
  return Array.from({ length: fromDayText(toDay) - first + 1 }, (_, at) => {
    const day = toDayText(first + at);
    const rows = byDay.get(day) ?? [];
    return {
      ...{ day, searches: 0, emptySearches: 0 },
      views: rows.reduce((sum, { count }) => sum + count, 0),
      visitors: rows.reduce((sum, { visitors }) => sum + visitors, 0),
      estimated: rows.some(({ estimated }) => estimated),
    };
  });
}
