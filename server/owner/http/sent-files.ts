/** The beginning of the name of a file that is being sent, beside the database. */
export const SENT_PREFIX = ".octavo-sent-";
