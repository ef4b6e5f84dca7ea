/**
 * Posts, comments and their protection. A comment has two parents: `parent_id` is the comment it
 * replies to, and `hang_id` the one it is shown below. They differ only for replies to comments at
 * depth 5. `reply_count` counts approved descendants by `parent_id`; `visible_count` also counts
 * tombstones. `thread_member` lists each comment's visible descendants in the shown tree, in page
 * order.
 */
export const COMMENTS_SQL = `
CREATE TABLE post (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 160),
  comment_count INTEGER NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  thread_count INTEGER NOT NULL DEFAULT 0 CHECK (thread_count >= 0),
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;

CREATE TABLE comment (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 24),
  post_id INTEGER NOT NULL REFERENCES post (id),
  parent_id INTEGER REFERENCES comment (id),
  hang_id INTEGER REFERENCES comment (id),
  depth INTEGER NOT NULL CHECK (depth BETWEEN 0 AND 5),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'spam', 'deleted')),
  revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1),
  author_name TEXT CHECK (author_name <> ''),
  author_email TEXT,
  author_url TEXT,
  body TEXT CHECK (body <> ''),
  body_html TEXT,
  sanitizer_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  decided_at INTEGER,
  origin TEXT,
  spam_reason TEXT,
  reply_count INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  visible_count INTEGER NOT NULL DEFAULT 0 CHECK (visible_count >= reply_count),
  visible INTEGER NOT NULL GENERATED ALWAYS AS (state = 'approved' OR reply_count > 0) VIRTUAL,
  CHECK ((depth = 0) = (parent_id IS NULL) AND (depth = 0) = (hang_id IS NULL)),
  CHECK (CASE WHEN state = 'deleted'
    THEN coalesce(author_name, author_email, author_url, body, body_html, origin, spam_reason) IS NULL
    ELSE author_name IS NOT NULL AND body IS NOT NULL AND body_html IS NOT NULL END)
) STRICT;
CREATE INDEX comment_threads_by_time ON comment (post_id, created_at, id) WHERE depth = 0 AND visible = 1;
CREATE INDEX comment_threads_by_replies ON comment (post_id, reply_count, created_at, id) WHERE depth = 0 AND visible = 1;
CREATE INDEX comment_by_parent ON comment (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX comment_by_time ON comment (created_at, id);
CREATE INDEX comment_by_state ON comment (state, created_at, id);
CREATE INDEX comment_by_post ON comment (post_id, created_at, id);
CREATE INDEX comment_by_email ON comment (author_email) WHERE author_email IS NOT NULL;
CREATE INDEX comment_by_sanitizer ON comment (sanitizer_version) WHERE state <> 'deleted';

CREATE TABLE thread_member (
  ancestor_id INTEGER NOT NULL REFERENCES comment (id),
  created_at INTEGER NOT NULL,
  comment_id INTEGER NOT NULL REFERENCES comment (id),
  PRIMARY KEY (ancestor_id, created_at, comment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE author_key (
  comment_id INTEGER NOT NULL REFERENCES comment (id),
  kind TEXT NOT NULL CHECK (kind IN ('email', 'address')),
  hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, kind, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX author_key_by_time ON author_key (at);

CREATE TABLE duplicate_mark (
  key BLOB PRIMARY KEY,
  comment_id INTEGER NOT NULL REFERENCES comment (id),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_mark_by_time ON duplicate_mark (at);
CREATE INDEX duplicate_mark_by_comment ON duplicate_mark (comment_id);

CREATE TABLE idempotency_key (
  scope TEXT NOT NULL,
  key TEXT NOT NULL CHECK (length(key) BETWEEN 16 AND 64),
  body_hash BLOB NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 200 AND 299),
  result_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_key_by_time ON idempotency_key (at);

CREATE TABLE quota (
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used > 0),
  PRIMARY KEY (day, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE ban (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('email', 'address')),
  hash BLOB NOT NULL,
  note TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  UNIQUE (kind, hash)
) STRICT;

CREATE TABLE spam_word (word TEXT PRIMARY KEY CHECK (word <> '')) STRICT, WITHOUT ROWID;
`;
