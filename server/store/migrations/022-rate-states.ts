/**
 * Rate limits of an engine whose memory is lost between two requests: theoretical arrival times by
 * keyed hashes of kinds and addresses. A row is deleted once its time has passed.
 */
export const RATE_STATES_SQL = `
CREATE TABLE rate_state (
  key BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 32),
  tat REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;
