/**
 * Tables of a report. A file of its own, because each start of the command loads these names for
 * its help.
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
