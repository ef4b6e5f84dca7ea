/**
 * Which erasures this database has: a digest of whose (nobody can be found by it), and until when (ms since 1970). `erasures.json` beside the database lists all; what is listed
 * there and missing here is erased at the next start, so that a copied backup does not bring it back.
 */
export const APPLIED_ERASURES_SQL = `
CREATE TABLE applied_erasure (
  entry BLOB PRIMARY KEY CHECK (length(entry) = 32),
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
