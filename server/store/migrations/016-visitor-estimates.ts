/**
 * `estimate_day`: days with more visitors than stored keys (visitor-sketches.ts), for the site
 * (subject 0) and for subjects (labels). Registers are deleted with the day's keys; the row stays
 * to mark the number as an estimate. `repeats`: views of a subject that the visitor had already
 * seen that day, mostly reloads; null for rows older than this column.
 */
export const VISITOR_ESTIMATES_SQL = `
CREATE TABLE estimate_day (
  day INTEGER NOT NULL,
  subject_id INTEGER NOT NULL CHECK (subject_id >= 0),
  counted INTEGER NOT NULL CHECK (counted >= 0),
  registers BLOB NOT NULL CHECK (length(registers) IN (0, 1024, 4096)),
  PRIMARY KEY (day, subject_id)
) STRICT;
ALTER TABLE rollup_day ADD COLUMN repeats INTEGER CHECK (repeats BETWEEN 0 AND count);
ALTER TABLE rollup_month ADD COLUMN repeats INTEGER CHECK (repeats BETWEEN 0 AND count);
ALTER TABLE rollup_hour ADD COLUMN repeats INTEGER CHECK (repeats BETWEEN 0 AND count);
ALTER TABLE site_day ADD COLUMN repeats INTEGER CHECK (repeats BETWEEN 0 AND count);
`;
