/** For deleting e-mail addresses of comments by their age: an address that is gone costs no look any more. */
export const PRIVACY_SQL = `
CREATE INDEX comment_email_by_time ON comment (created_at) WHERE author_email IS NOT NULL;
`;
