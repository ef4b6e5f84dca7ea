/** Facts about the whole database. `secrets`: fingerprint of the secrets that made its hashes. */
export const META_SQL = `
CREATE TABLE meta (name TEXT PRIMARY KEY CHECK (name <> ''), value TEXT NOT NULL CHECK (value <> '')) STRICT, WITHOUT ROWID;
`;
