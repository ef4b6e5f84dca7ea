/**
 * A withdrawn like stays as `liked = 0` until the end of the day, so that withdrawing and liking
 * again does not use the quota twice.
 */
export const LIKES_AND_INQUIRIES_SQL = `
ALTER TABLE post ADD COLUMN like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0);

CREATE TABLE post_like (
  post_id INTEGER NOT NULL REFERENCES post (id),
  visitor BLOB NOT NULL CHECK (length(visitor) = 32),
  liked INTEGER NOT NULL CHECK (liked IN (0, 1)),
  at INTEGER NOT NULL,
  PRIMARY KEY (post_id, visitor)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_like_withdrawn ON post_like (at) WHERE liked = 0;

CREATE TABLE inquiry (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 24),
  state TEXT NOT NULL CHECK (state IN ('received', 'spam')),
  email TEXT NOT NULL CHECK (email <> ''),
  message TEXT NOT NULL CHECK (message <> ''),
  name TEXT,
  telegram TEXT,
  service_id TEXT,
  origin TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX inquiry_by_time ON inquiry (created_at, id);
CREATE INDEX inquiry_by_email ON inquiry (email);
`;
