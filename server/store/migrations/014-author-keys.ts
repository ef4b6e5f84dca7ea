/** Finds an author's other comments by the keys stored with one of them. */
export const AUTHOR_KEYS_SQL = `
CREATE INDEX author_key_by_hash ON author_key (kind, hash);
`;
