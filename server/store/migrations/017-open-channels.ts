/**
 * The program defines the set of channels, not the database, so a new channel needs no new table.
 */
export const OPEN_CHANNELS_SQL = `
CREATE TABLE open_outbox (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL CHECK (length(public_id) = 24),
  channel TEXT NOT NULL CHECK (channel <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('comments', 'inquiries', 'report', 'confirmation', 'replies')),
  subjects TEXT NOT NULL CHECK (json_valid(subjects)),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  lease TEXT,
  lease_until INTEGER,
  finished_at INTEGER,
  error TEXT,
  CHECK ((lease IS NULL) = (lease_until IS NULL)),
  CHECK ((state = 'waiting') = (finished_at IS NULL)),
  UNIQUE (public_id, channel)
) STRICT;
INSERT INTO open_outbox SELECT id, public_id, channel, kind, subjects, state, attempts, created_at, due_at, lease, lease_until, finished_at, error FROM outbox;
DROP TABLE outbox;
ALTER TABLE open_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
`;
