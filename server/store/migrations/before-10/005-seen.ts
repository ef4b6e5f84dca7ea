/**
 * Stores which keys were seen on which day, for two days: 8 bytes per key, and one row per
 * transaction (seen-keys.ts). It replaces tables with one row per key, whose pages made up most of
 * the data that an event wrote. Their content is dropped: on the day of the change, visitors and
 * repeated records count once more.
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
