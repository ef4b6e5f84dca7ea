/**
 * Stores the id of an imported comment in its former system (`disqus:123`), so that importing an
 * export again changes nothing. The key stays with a comment that is deleted here, so that it is
 * not imported again.
 */
export const COMMENT_IMPORTS_SQL = `
ALTER TABLE comment ADD COLUMN import_key TEXT CHECK (import_key <> '');
CREATE UNIQUE INDEX comment_by_import_key ON comment (import_key) WHERE import_key IS NOT NULL;
`;
