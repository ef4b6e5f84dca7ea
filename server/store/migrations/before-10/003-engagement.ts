/**
 * Engagement: raw events and their roll-ups, stored compactly. Strings are stored once in `label`.
 * An event's time is the upper part of its id (at × 2048 + n), so time needs no index. Types,
 * reasons and dimensions are indexes into their lists (engagement-types.ts).
 * The event does not contain the visitor's key. `visit` holds (key, subject) for two days, to tell
 * whether a view is the first. The event keeps only the answer: `firsts` bit 1 marks the first view
 * of this subject on that day, and bit 2 the first view of the site. So nothing links two events of
 * a visitor, deleting `visit` removes all keys, and unique visitors can still be recomputed from
 * raw events for 90 days.
 */
export const ENGAGEMENT_SQL = `
CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO label (id, text) VALUES (1, '(other)');

CREATE TABLE event (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  type INTEGER NOT NULL CHECK (type >= 0),
  path_id INTEGER REFERENCES label (id),
  slug_id INTEGER REFERENCES label (id),
  referrer_id INTEGER REFERENCES label (id),
  target_id INTEGER REFERENCES label (id),
  value INTEGER CHECK (value >= 0),
  active_ms INTEGER CHECK (active_ms >= 0),
  firsts INTEGER NOT NULL CHECK (firsts BETWEEN 0 AND 3)
) STRICT;

CREATE TABLE visit (
  day INTEGER NOT NULL,
  visitor BLOB NOT NULL CHECK (length(visitor) = 8),
  label_id INTEGER NOT NULL REFERENCES label (id),
  PRIMARY KEY (day, visitor, label_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE retry_id (
  id BLOB PRIMARY KEY CHECK (length(id) = 8),
  day INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_day (
  day INTEGER NOT NULL,
  dimension INTEGER NOT NULL CHECK (dimension >= 0),
  label_id INTEGER NOT NULL REFERENCES label (id),
  type INTEGER NOT NULL CHECK (type >= 0),
  count INTEGER NOT NULL CHECK (count > 0),
  visitors INTEGER NOT NULL CHECK (visitors BETWEEN 0 AND count),
  PRIMARY KEY (day, dimension, label_id, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE dimension_day (
  day INTEGER NOT NULL,
  dimension INTEGER NOT NULL,
  distinct_values INTEGER NOT NULL CHECK (distinct_values BETWEEN 1 AND 1000),
  PRIMARY KEY (day, dimension)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_hour (
  hour INTEGER NOT NULL,
  type INTEGER NOT NULL CHECK (type >= 0),
  count INTEGER NOT NULL CHECK (count > 0),
  visitors INTEGER NOT NULL CHECK (visitors BETWEEN 0 AND count),
  PRIMARY KEY (hour, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_read (
  day INTEGER NOT NULL,
  label_id INTEGER NOT NULL REFERENCES label (id),
  tenth INTEGER NOT NULL CHECK (tenth BETWEEN 0 AND 10),
  count INTEGER NOT NULL CHECK (count > 0),
  active_ms INTEGER NOT NULL CHECK (active_ms >= 0),
  PRIMARY KEY (day, label_id, tenth)
) STRICT, WITHOUT ROWID;

CREATE TABLE dropped_day (
  day INTEGER NOT NULL,
  reason INTEGER NOT NULL CHECK (reason >= 0),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, reason)
) STRICT, WITHOUT ROWID;
`;
