import type { Connection, SqlValue } from "../database/connection.ts";

/** The rows of `comment` and `inquiry` that are a person's, and the hashes that lead to them. All as JSON lists, for `json_each`. */
export interface PersonRows {
  readonly commentRows: string;
  /** Public ids of comments, inquiries and subscriptions to replies. */
  readonly publicIds: string;
  readonly inquiryRows: string;
  /** Hexadecimal. */
  readonly hashes: string;
  /** Ends of the keys of daily quotas. */
  readonly quotaEnds: string;
}

/** Which rows of a table are a person's: a condition with `?` for a list of theirs. */
interface PersonTable {
  readonly table: string;
  /** In an export. */
  readonly name: string;
  /** Columns and joins that say in public terms what internal numbers mean. */
  readonly shown?: { readonly columns: string; readonly joins: string };
  readonly where: string;
  readonly values: (rows: PersonRows) => SqlValue[];
}

const COMMENT_OF = { columns: ", of_comment.public_id AS comment", joins: "JOIN comment AS of_comment ON of_comment.id = t.comment_id" };

/** In the order of an export; the last ones are deleted first. */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: "comment",
    name: "comments",
    shown: {
      columns: ", post.slug AS post, answered.public_id AS parent",
      joins: "JOIN post ON post.id = t.post_id LEFT JOIN comment AS answered ON answered.id = t.parent_id",
    },
    // A deleted comment keeps only a place, an id and times.
    where: "t.state <> 'deleted' AND t.id IN (SELECT value FROM json_each(?))",
    values: ({ commentRows }) => [commentRows],
  },
  {
    table: "inquiry",
    name: "inquiries",
    where: "t.id IN (SELECT value FROM json_each(?))",
    values: ({ inquiryRows }) => [inquiryRows],
  },
  {
    table: "inquiry_note",
    name: "inquiryNotes",
    shown: { columns: ", inquiry.public_id AS inquiry", joins: "JOIN inquiry ON inquiry.id = t.inquiry_id" },
    where: "t.inquiry_id IN (SELECT value FROM json_each(?))",
    values: ({ inquiryRows }) => [inquiryRows],
  },
  {
    table: "reply_subscription",
    name: "replySubscriptions",
    shown: COMMENT_OF,
    where: "t.comment_id IN (SELECT value FROM json_each(?))",
    values: ({ commentRows }) => [commentRows],
  },
  {
    table: "author_key",
    name: "authorKeys",
    shown: COMMENT_OF,
    where: "t.comment_id IN (SELECT value FROM json_each(?))",
    values: ({ commentRows }) => [commentRows],
  },
  {
    table: "duplicate_mark",
    name: "duplicateMarks",
    shown: COMMENT_OF,
    where: "t.comment_id IN (SELECT value FROM json_each(?))",
    values: ({ commentRows }) => [commentRows],
  },
  {
    table: "idempotency_key",
    name: "idempotencyKeys",
    where: "t.result_id IN (SELECT value FROM json_each(?))",
    values: ({ publicIds }) => [publicIds],
  },
  {
    table: "notice_event",
    name: "noticeEvents",
    where: "t.subject IN (SELECT value FROM json_each(?))",
    values: ({ publicIds }) => [publicIds],
  },
  {
    table: "outbox",
    name: "notices",
    where: "EXISTS (SELECT 1 FROM json_each(t.subjects) AS subject WHERE subject.value IN (SELECT value FROM json_each(?)))",
    values: ({ publicIds }) => [publicIds],
  },
  {
    table: "ban",
    name: "bans",
    where: "lower(hex(t.hash)) IN (SELECT value FROM json_each(?))",
    values: ({ hashes }) => [hashes],
  },
  {
    table: "quota",
    name: "quotas",
    where: "EXISTS (SELECT 1 FROM json_each(?) AS ends WHERE t.key LIKE '%:' || replace(ends.value, '_', '!_') ESCAPE '!')",
    values: ({ quotaEnds }) => [quotaEnds],
  },
];

/** Every other table of the schema, and why no row of it is anybody's. A test finds a table that is in neither list. */
export const NOBODYS_TABLES: Readonly<Record<string, string>> = {
  post: "slugs of the site's own posts, and counts",
  thread_member: "places of comments, by their numbers",
  spam_word: "the owner's list",
  meta: "what is true of the whole database",
  applied_erasure: "digests of entries in erasures.json: nobody is found by them",
  post_like: "the hash of a random number in a browser's cookie: without the cookie nobody can tell whose it is",
  label: "paths, referrers' hosts and targets, counted together",
  event: "what was read, without any key: no event belongs to anybody",
  seen: "keys under a salt of the day, which is deleted with it; nobody is found by them",
  rollup_day: "counts",
  rollup_hour: "counts",
  rollup_read: "counts",
  dimension_day: "counts",
  dropped_day: "counts",
  empty_search_day: "counts",
  closed_month: "which months were added up",
  rollup_month: "counts",
  read_month: "counts",
  site_day: "counts",
  estimate_day: "counts, and sketches of them that go with the day's keys",
};

/** Rows as they are stored, and what their internal numbers mean. */
export function selectRows(connection: Connection, { table, shown, where, values }: PersonTable, rows: PersonRows): StoredRow[] {
  const sql = `SELECT t.*${shown?.columns ?? ""} FROM "${table}" AS t ${shown?.joins ?? ""} WHERE ${where} ORDER BY 1, 2`;
  return connection.all<StoredRow>(sql, ...values(rows));
}

export type StoredRow = Readonly<Record<string, string | number | Uint8Array | null>>;
