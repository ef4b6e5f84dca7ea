/**
 * Ids of first keys that were used, and of keys and passkeys that were revoked. None of them may
 * become valid again through a file or a deployment. `revoked_at` is NULL for a first key that was
 * not revoked.
 */
export const ACCESS_HISTORY_SQL = `
CREATE TABLE access_history (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO access_history (id, revoked_at)
  SELECT value, CASE WHEN EXISTS (SELECT 1 FROM owner_key WHERE id = value) THEN NULL ELSE 0 END
  FROM meta WHERE name = 'first-key' AND length(value) = 12;
`;
