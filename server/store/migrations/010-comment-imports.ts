/**
 * Which comment of another system a comment was (`disqus:123`), so that an export that is imported again changes nothing. It stays with a comment that is deleted here:
 * that one does not come back.
 */
export const COMMENT_IMPORTS_SQL = `
ALTER TABLE comment ADD COLUMN import_key TEXT CHECK (import_key <> '');
CREATE UNIQUE INDEX comment_by_import_key ON comment (import_key) WHERE import_key IS NOT NULL;
`;
