/**
 * Notices to the owner. A `notice_event` is written in the same transaction as its subject. The
 * notifier turns events into messages, one row of `outbox` per channel, and limits their frequency
 * (notice-store.ts). Both refer to comments and inquiries only by public id. Their text is read
 * when the message is sent, so erased data is never sent.
 */
export const NOTICES_SQL = `
CREATE TABLE notice_event (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('comment', 'inquiry')),
  subject TEXT NOT NULL CHECK (length(subject) = 24),
  at INTEGER NOT NULL,
  UNIQUE (kind, subject)
) STRICT;
CREATE INDEX notice_event_by_time ON notice_event (kind, at);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL CHECK (length(public_id) = 24),
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook', 'telegram')),
  kind TEXT NOT NULL CHECK (kind IN ('comments', 'inquiries', 'report')),
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
CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
`;
