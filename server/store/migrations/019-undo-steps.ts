/** Decisions on many comments, kept for a day so that they can be undone. Ids and states only. */
export const UNDO_STEPS_SQL = `
CREATE TABLE undo_step (
  id INTEGER PRIMARY KEY,
  selection TEXT NOT NULL CHECK (length(selection) = 24),
  at INTEGER NOT NULL,
  items TEXT NOT NULL CHECK (json_valid(items))
) STRICT;
CREATE INDEX undo_step_by_selection ON undo_step (selection);
`;
