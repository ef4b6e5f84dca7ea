/**
 * Adds the day on which an inquiry is due (`YYYY-MM-DD` in the site's time zone; null if none is
 * set). Adds figures of whole months, computed from the daily ones once a month is over
 * (month-rollups.ts), so that a report on a year reads about a thousand rows instead of every day.
 * `closed_month` names the months that have them, and `site_day` has sums of `rollup_hour`.
 * `empty_search_day` counts searches that found nothing. Months count from January 1970.
 */
export const INQUIRY_DUE_AND_REPORTS_SQL = `
ALTER TABLE inquiry ADD COLUMN due_on TEXT CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
CREATE INDEX inquiry_by_due ON inquiry (due_on, created_at) WHERE due_on IS NOT NULL;

CREATE TABLE closed_month (month INTEGER PRIMARY KEY) STRICT;

CREATE TABLE rollup_month (
  dimension INTEGER NOT NULL CHECK (dimension >= 0),
  month INTEGER NOT NULL,
  label_id INTEGER NOT NULL REFERENCES label (id),
  type INTEGER NOT NULL CHECK (type >= 0),
  count INTEGER NOT NULL CHECK (count > 0),
  visitors INTEGER NOT NULL CHECK (visitors BETWEEN 0 AND count),
  PRIMARY KEY (dimension, month, type, label_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE read_month (
  month INTEGER NOT NULL,
  label_id INTEGER NOT NULL REFERENCES label (id),
  tenth_0 INTEGER NOT NULL, tenth_1 INTEGER NOT NULL, tenth_2 INTEGER NOT NULL, tenth_3 INTEGER NOT NULL,
  tenth_4 INTEGER NOT NULL, tenth_5 INTEGER NOT NULL, tenth_6 INTEGER NOT NULL, tenth_7 INTEGER NOT NULL,
  tenth_8 INTEGER NOT NULL, tenth_9 INTEGER NOT NULL, tenth_10 INTEGER NOT NULL,
  active_ms INTEGER NOT NULL CHECK (active_ms >= 0),
  PRIMARY KEY (month, label_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE site_day (
  day INTEGER NOT NULL,
  type INTEGER NOT NULL CHECK (type >= 0),
  count INTEGER NOT NULL CHECK (count > 0),
  visitors INTEGER NOT NULL CHECK (visitors BETWEEN 0 AND count),
  PRIMARY KEY (day, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE empty_search_day (
  day INTEGER PRIMARY KEY,
  count INTEGER NOT NULL CHECK (count > 0)
) STRICT;
INSERT INTO empty_search_day (day, count)
  SELECT id / 2048 / 86400000, count(*) FROM event WHERE type = 9 AND value = 0 GROUP BY 1;
`;
