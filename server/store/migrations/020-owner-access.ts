/**
 * The owner's access to the hosted desk. Sessions, links and challenges are stored as SHA-256
 * hashes, passkeys as public keys, and clients of failed attempts as keyed hashes. `undos` holds
 * ids and states of comments, and no text.
 */
export const OWNER_ACCESS_SQL = `
CREATE TABLE owner_session (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  browser BLOB NOT NULL CHECK (length(browser) = 32),
  name TEXT NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('passkey', 'link')),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  undos TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(undos))
) STRICT, WITHOUT ROWID;
CREATE INDEX owner_session_by_browser ON owner_session (browser);

CREATE TABLE owner_passkey (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
  credential TEXT NOT NULL UNIQUE CHECK (credential <> ''),
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  name TEXT NOT NULL CHECK (name <> ''),
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE owner_link (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  kind TEXT NOT NULL CHECK (kind IN ('mail', 'invite', 'challenge')),
  browser BLOB CHECK (length(browser) = 32),
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE owner_attempt (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign-in', 'mail')),
  client BLOB NOT NULL CHECK (length(client) = 32),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX owner_attempt_by_time ON owner_attempt (kind, at);
`;
