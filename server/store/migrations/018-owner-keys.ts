/** Keys for the owner's commands on other machines. Only the SHA-256 of a secret is stored. */
export const OWNER_KEYS_SQL = `
CREATE TABLE owner_key (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  name TEXT NOT NULL CHECK (name <> ''),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_on TEXT
) STRICT, WITHOUT ROWID;
`;
