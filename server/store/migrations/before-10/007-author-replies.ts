/** Marks comments that the owner wrote with the owner's tools. */
export const AUTHOR_REPLIES_SQL = `
ALTER TABLE comment ADD COLUMN is_author INTEGER NOT NULL DEFAULT 0 CHECK (is_author IN (0, 1));
`;
