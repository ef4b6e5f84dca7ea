/**
 * Names of a report's tables. They have their own file, because the command loads them for its help
 * at each start.
 */
export const REPORT_TABLE_NAMES = [
  "totals",
  "days",
  "posts",
  "reading",
  "referrers",
  "links",
  "pages",
  "others",
  "shares",
  "calls",
  "campaigns",
  "dropped",
] as const;
export type ReportTableName = (typeof REPORT_TABLE_NAMES)[number];
