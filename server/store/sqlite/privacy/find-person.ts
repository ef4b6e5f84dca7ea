import { toEmailKey } from "../../../privacy/email-key.ts";
import type { Mention, PersonQuery } from "../../privacy-types.ts";
import type { Connection } from "../store-context.ts";
import { containsWord } from "../word-search.ts";
import type { PersonRows } from "./person-tables.ts";

/** A comment or an inquiry. */
export interface FoundRecord {
  readonly row: number;
  readonly id: string;
}

export interface FindOptions {
  /**
   * Only comments and inquiries that arrived by this time, in milliseconds since 1970. Default:
   * all.
   */
  readonly until?: number;
  /** At most this many comments and this many inquiries. */
  readonly limit?: number;
}

/** A person's comments and inquiries, and the keys that lead from them to other tables. */
export function findPerson(connection: Connection, person: PersonQuery, options: FindOptions = {}): PersonRows {
  if ("commentId" in person) {
    const comments = connection.all<FoundRecord>("SELECT id AS row, public_id AS id FROM comment WHERE public_id = ?", person.commentId);
    return toPersonRows(connection, { comments, inquiries: [], emailHash: null });
  }
  const comments = findByEmail(connection, { table: "comment", column: "author_email", email: person.email }, options);
  const inquiries = findByEmail(connection, { table: "inquiry", column: "email", email: person.email }, options);
  return toPersonRows(connection, { comments, inquiries, emailHash: person.emailHash });
}

export interface PersonParts {
  readonly comments: readonly FoundRecord[];
  readonly inquiries: readonly FoundRecord[];
  readonly emailHash: Uint8Array | null;
}

export function toPersonRows(connection: Connection, { comments, inquiries, emailHash }: PersonParts): PersonRows {
  const commentRows = JSON.stringify(comments.map(({ row }) => row));
  const keys = connection.all<{ kind: string; hash: Uint8Array }>(
    "SELECT DISTINCT kind, hash FROM author_key WHERE comment_id IN (SELECT value FROM json_each(?))",
    commentRows,
  );
  const subscriptions = connection.all<{ id: string }>(
    "SELECT public_id AS id FROM reply_subscription WHERE comment_id IN (SELECT value FROM json_each(?))",
    commentRows,
  );
  const hashes = [...(emailHash === null ? [] : [emailHash]), ...keys.map(({ hash }) => hash)];
  const addresses = keys.filter(({ kind }) => kind === "address");
  return {
    commentRows,
    inquiryRows: JSON.stringify(inquiries.map(({ row }) => row)),
    publicIds: JSON.stringify([...comments, ...inquiries, ...subscriptions].map(({ id }) => id)),
    hashes: JSON.stringify([...new Set(hashes.map((hash) => Buffer.from(hash).toString("hex")))]),
    quotaEnds: JSON.stringify([
      ...addresses.map(({ hash }) => Buffer.from(hash).toString("base64url")),
      ...hashes.map((hash) => Buffer.from(hash).toString("hex").toUpperCase()),
    ]),
  };
}

interface EmailColumn {
  readonly table: "comment" | "inquiry";
  readonly column: string;
  readonly email: string;
}

/** SQLite ignores case only for ASCII, so this compares all addresses. */
function findByEmail(
  connection: Connection,
  { table, column, email }: EmailColumn,
  { until = Number.MAX_SAFE_INTEGER, limit = -1 }: FindOptions,
): FoundRecord[] {
  const written = findWrittenEmails(connection, table, { column, email });
  return connection.all<FoundRecord>(
    `SELECT id AS row, public_id AS id FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?)) AND created_at <= ?
     ORDER BY created_at, ${table}.id LIMIT ?`,
    JSON.stringify(written),
    until,
    limit,
  );
}

/** The address in every spelling that visitors used, ignoring case. */
export function findWrittenEmails(
  connection: Connection,
  table: EmailColumn["table"],
  { column, email }: Pick<EmailColumn, "column" | "email">,
): string[] {
  const wanted = toEmailKey(email);
  return readEmails(connection, table, column).filter((found) => toEmailKey(found) === wanted);
}

/** All addresses as written. */
export function readEmails(connection: Connection, table: EmailColumn["table"], column: string): string[] {
  return connection
    .all<{ email: string }>(`SELECT DISTINCT ${column} AS email FROM ${table} WHERE ${column} IS NOT NULL`)
    .map(({ email }) => email);
}

/** Searches other people's texts. */
export function findMentions(connection: Connection, email: string): Mention[] {
  const own = findPerson(connection, { email, emailHash: null });
  const search = (kind: Mention["kind"], table: string, id: string, text: string, others: string): Mention[] => {
    const { sql, values } = containsWord(text, email.trim());
    return connection.all<Mention>(
      `SELECT '${kind}' AS kind, ${id} AS id FROM ${table} WHERE ${sql} AND ${others} ORDER BY ${table}.id`,
      ...values,
      own.publicIds,
    );
  };
  return [
    ...search("comment", "comment", "public_id", "concat_ws(char(10), body, author_name, author_url)", OTHERS),
    ...search("inquiry", "inquiry", "public_id", INQUIRY_TEXTS, OTHERS),
    ...search("ban", "ban", "CAST(ban.id AS TEXT)", "note", "? IS NOT NULL"),
  ];
}

const OTHERS = "public_id NOT IN (SELECT value FROM json_each(?))";
const INQUIRY_TEXTS =
  "concat_ws(char(10), message, name, telegram, (SELECT group_concat(text, char(10)) FROM inquiry_note WHERE inquiry_id = inquiry.id))";
