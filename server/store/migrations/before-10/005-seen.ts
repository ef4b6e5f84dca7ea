/**
 * Which keys came on which day, for two days: 8 bytes each, those of one transaction in one row (seen-keys.ts). In place of tables with a row a key, whose pages were
 * most of what an event had written. What they held goes: on the day of the change visitors count once more, and so do records that are sent again.
 */
export const SEEN_SQL = `
CREATE TABLE seen (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
  day INTEGER NOT NULL,
  keys BLOB NOT NULL CHECK (length(keys) > 0 AND length(keys) % 8 = 0)
) STRICT;
CREATE INDEX seen_day ON seen (kind, day);
DROP TABLE visit;
DROP TABLE retry_id;
`;
