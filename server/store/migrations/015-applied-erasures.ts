/**
 * Records which erasures this database has applied: a digest that identifies nobody, and the time
 * up to which it applies (ms since 1970). `erasures.json` beside the database lists all of them.
 * The next start applies any that are missing here, so that a copied backup brings no erased data
 * back.
 */
export const APPLIED_ERASURES_SQL = `
CREATE TABLE applied_erasure (
  entry BLOB PRIMARY KEY CHECK (length(entry) = 32),
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
