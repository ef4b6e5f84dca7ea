/**
 * Indexes the email addresses of comments by age, so that deleting old ones skips comments without
 * one.
 */
export const PRIVACY_SQL = `
CREATE INDEX comment_email_by_time ON comment (created_at) WHERE author_email IS NOT NULL;
`;
