import { toLocalDay } from "../format-values.ts";
import type { SiteView } from "../site-view.ts";

/** Path segment that stands for the year of posts without a date. */
export const UNDATED_YEAR = "undated";

/** The month of an instant in the site's time zone: `2025-04`; "" for null. */
export function toMonth(publishedAt: string | null, { offsets }: SiteView): string {
  return publishedAt === null ? "" : toLocalDay(publishedAt, offsets).slice(0, "2025-04".length);
}

/** The year of a post, as used in paths of the archive. */
export function toYear(publishedAt: string | null, site: SiteView): string {
  return toMonth(publishedAt, site).slice(0, "2025".length) || UNDATED_YEAR;
}

/** Path of a year's page, relative to the site's base. */
export function toYearPath(year: string): string {
  return `/archive/${year}`;
}
