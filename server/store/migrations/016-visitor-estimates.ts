/**
 * `estimate_day`: days on which more visitors came than keys are kept for (visitor-sketches.ts), of the site (subject 0) and of subjects (labels). Registers go with the day's
 * keys; the row stays and says that the number is an estimate. `repeats`: views of a subject that their visitor had seen on that day, reloads mostly; null: of before this column.
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
