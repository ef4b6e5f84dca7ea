/**
 * Posts whose comments the owner has closed; the daily digest, a new kind of notice; and the totals
 * of bulk decisions on comments. The two indexes on comments find what changed since the owner last
 * looked. Neither has an entry for a new comment, so a submission costs as much as before.
 */
export const THREADS_AND_DIGESTS_SQL = `
ALTER TABLE post ADD COLUMN closed_at INTEGER;
CREATE INDEX post_closed ON post (closed_at) WHERE closed_at IS NOT NULL;

CREATE INDEX comment_by_edit ON comment (edited_at) WHERE edited_at IS NOT NULL;
CREATE INDEX comment_by_decision ON comment (decided_at) WHERE decided_at IS NOT NULL;

CREATE TABLE undo_total (
  selection TEXT NOT NULL PRIMARY KEY CHECK (length(selection) = 24),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'spam')),
  decided INTEGER NOT NULL CHECK (decided > 0),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX undo_total_by_time ON undo_total (at);

CREATE TABLE digest_outbox (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL CHECK (length(public_id) = 24),
  channel TEXT NOT NULL CHECK (channel <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('comments', 'inquiries', 'report', 'digest', 'confirmation', 'replies')),
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
INSERT INTO digest_outbox SELECT id, public_id, channel, kind, subjects, state, attempts, created_at, due_at, lease, lease_until, finished_at, error FROM outbox;
DROP TABLE outbox;
ALTER TABLE digest_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
`;
