/**
 * Visitors who asked for emails about replies. The address is stored for that purpose only, and is
 * deleted with the row. `asked_at`: when the confirmation email entered the outbox. `due`: whether
 * there is something to plan. `address_hash` is a keyed hash that limits confirmation emails to one
 * per day and address. The outbox also holds these emails. SQLite changes a CHECK only by
 * recreating the table.
 */
export const REPLY_NOTICES_SQL = `
CREATE TABLE reply_subscription (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 24),
  comment_id INTEGER NOT NULL UNIQUE REFERENCES comment (id),
  email TEXT NOT NULL CHECK (email <> ''),
  address_hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  asked_at INTEGER,
  confirmed_at INTEGER CHECK (confirmed_at IS NULL OR asked_at IS NOT NULL),
  told_at INTEGER,
  due INTEGER NOT NULL DEFAULT 0 CHECK (due IN (0, 1))
) STRICT;
CREATE INDEX reply_subscription_due ON reply_subscription (id) WHERE due = 1;
CREATE INDEX reply_subscription_by_time ON reply_subscription (created_at);

CREATE TABLE outbox_with_replies (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL CHECK (length(public_id) = 24),
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook', 'telegram')),
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
INSERT INTO outbox_with_replies SELECT id, public_id, channel, kind, subjects, state, attempts, created_at, due_at, lease, lease_until, finished_at, error FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_with_replies RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
`;
