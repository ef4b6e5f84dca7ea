/**
 * Engagement: raw events and their roll-ups. Made small: strings live once in `label`; an event's time is the upper part of its id
 * (at × 2048 + n), which makes an index on time unneeded; types, reasons and dimensions are positions in their lists (engagement-types.ts).
 *
 * The visitor's key is not in the event. `visit` holds (key, subject) for two days, to tell whether a view is the first one; the event
 * keeps the answer alone: `firsts` bit 1: first view of this subject on that day, bit 2: first view of the site on that day. So nothing links two
 * events of a visitor, deleting `visit` leaves no key behind, and unique visitors can still be recomputed from raw events for 90 days.
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
