/**
 * `event_pack`: raw events, one row for each transaction and UTC day instead of one for each event
 * (engagement/event-packs.ts), because the hosts of some engines bill each written row. Its id is
 * the day × 2²⁴ + a number. The existing events are packed by minute. `engagement_inbox`:
 * engagement requests that are waiting to be counted in groups. Its slots are overwritten, because
 * a deleted row is billed too (object/engagement-inbox.ts).
 */
export const EVENT_PACKS_SQL = `
CREATE TABLE event_pack (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  events TEXT NOT NULL CHECK (length(events) > 2)
) STRICT;
INSERT INTO event_pack (id, events)
  SELECT day * 16777216 + minute + 1, json_group_array(json_array(ms, type, firsts, path_id, slug_id, referrer_id, target_id, value, active_ms))
  FROM (
    SELECT id / 2048 / 86400000 AS day, id / 2048 / 60000 % 1440 AS minute, id / 2048 % 86400000 AS ms, type, firsts,
      coalesce(path_id, 0) AS path_id, coalesce(slug_id, 0) AS slug_id, coalesce(referrer_id, 0) AS referrer_id,
      coalesce(target_id, 0) AS target_id, value, active_ms
    FROM event ORDER BY id
  ) GROUP BY day, minute;
DROP TABLE event;
CREATE TABLE engagement_inbox (
  slot INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  at INTEGER NOT NULL,
  rows_today INTEGER NOT NULL CHECK (rows_today >= 0),
  request TEXT NOT NULL
) STRICT;
`;
