/**
 * Separates limits for values that strangers choose. `since` is the day when a label was first
 * counted (null if before this column), so that values known from earlier days and published pages
 * do not take the room of new ones. `distinct_values` counts all values of a day; `fresh_values`
 * and `known_values` count the limited ones.
 */
export const LABEL_ROOM_SQL = `
ALTER TABLE label ADD COLUMN since INTEGER;
CREATE TABLE dimension_day_6 (
  day INTEGER NOT NULL,
  dimension INTEGER NOT NULL,
  distinct_values INTEGER NOT NULL CHECK (distinct_values >= 1),
  fresh_values INTEGER NOT NULL CHECK (fresh_values BETWEEN 0 AND 1000),
  known_values INTEGER NOT NULL CHECK (known_values BETWEEN 0 AND 10000),
  PRIMARY KEY (day, dimension),
  CHECK (fresh_values + known_values <= distinct_values)
) STRICT, WITHOUT ROWID;
INSERT INTO dimension_day_6 SELECT day, dimension, distinct_values, distinct_values, 0 FROM dimension_day;
DROP TABLE dimension_day;
ALTER TABLE dimension_day_6 RENAME TO dimension_day;
`;
