import type { Connection } from "../store-context.ts";

/**
 * A person's rows of `comment` and `inquiry`, and the hashes that lead to other rows. All are JSON
 * lists for `json_each`.
 */
export interface PersonRows {
  readonly commentRows: string;
  /** Public ids of comments, inquiries and reply subscriptions. */
  readonly publicIds: string;
  readonly inquiryRows: string;
  /** Hexadecimal. */
  readonly hashes: string;
  /** Ends of the keys of daily quotas. */
  readonly quotaEnds: string;
}

/** Selects a person's rows in a table. */
interface PersonTable {
  readonly table: string;
  /** The name in an export. */
  readonly name: string;
  /** Columns and joins that replace internal numbers with public values. */
  readonly shown?: { readonly columns: string; readonly joins: string };
  /** A condition with `?` for the list. */
  readonly where: string;
  readonly list: keyof PersonRows;
}

/** Selects rows with a value from the list. */
function among(value: string, list: keyof PersonRows): Pick<PersonTable, "where" | "list"> {
  return { where: `${value} IN (SELECT value FROM json_each(?))`, list };
}

const OF_COMMENT = {
  shown: { columns: ", of_comment.public_id AS comment", joins: "JOIN comment AS of_comment ON of_comment.id = t.comment_id" },
  ...among("t.comment_id", "commentRows"),
};

/** In the order of an export. The last tables are erased first. */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: "comment",
    name: "comments",
    shown: {
      columns: ", post.slug AS post, answered.public_id AS parent",
      joins: "JOIN post ON post.id = t.post_id LEFT JOIN comment AS answered ON answered.id = t.parent_id",
    },
    // A deleted comment keeps only its place, id and times.
    ...among("t.state <> 'deleted' AND t.id", "commentRows"),
  },
  { table: "inquiry", name: "inquiries", ...among("t.id", "inquiryRows") },
  {
    table: "inquiry_note",
    name: "inquiryNotes",
    shown: { columns: ", inquiry.public_id AS inquiry", joins: "JOIN inquiry ON inquiry.id = t.inquiry_id" },
    ...among("t.inquiry_id", "inquiryRows"),
  },
  { table: "reply_subscription", name: "replySubscriptions", ...OF_COMMENT },
  { table: "author_key", name: "authorKeys", ...OF_COMMENT },
  { table: "duplicate_mark", name: "duplicateMarks", ...OF_COMMENT },
  { table: "idempotency_key", name: "idempotencyKeys", ...among("t.result_id", "publicIds") },
  { table: "notice_event", name: "noticeEvents", ...among("t.subject", "publicIds") },
  {
    table: "outbox",
    name: "notices",
    where: "EXISTS (SELECT 1 FROM json_each(t.subjects) AS subject WHERE subject.value IN (SELECT value FROM json_each(?)))",
    list: "publicIds",
  },
  { table: "ban", name: "bans", ...among("lower(hex(t.hash))", "hashes") },
  {
    table: "quota",
    name: "quotas",
    where: "EXISTS (SELECT 1 FROM json_each(?) AS ends WHERE substr(t.key, -1 - length(ends.value)) = ':' || ends.value)",
    list: "quotaEnds",
  },
];

/**
 * All other tables of the schema, and why their rows belong to nobody. A test finds a table that is
 * in neither list.
 */
export const NOBODYS_TABLES: Readonly<Record<string, string>> = {
  post: "slugs of the site's own posts, and counts",
  thread_member: "places of comments, by their numbers",
  spam_word: "the owner's list",
  undo_step: "ids and states of comments, for a day",
  undo_total: "how many comments a decision changed, for a day",
  owner_key: "the owner's keys, as hashes",
  owner_session: "the owner's signed-in browsers, as hashes; ids and states of comments",
  owner_passkey: "the owner's passkeys",
  access_history: "ids of the owner's keys and passkeys that must not become valid again",
  owner_link: "the owner's links, as hashes",
  owner_attempt: "failed attempts to sign in to the desk, by keyed hashes of addresses that are used nowhere else, for an hour",
  rate_state: "times until which clients must wait, by keyed hashes of addresses that are used nowhere else; kept until then",
  meta: "facts about the whole database",
  applied_erasure: "digests of entries in erasures.json, which identify nobody",
  post_like: "the hash of a random number in a browser's cookie: without the cookie nobody can tell whose it is",
  label: "paths, referrers' hosts and targets, counted together",
  event_pack: "views and reading, without any key: no event belongs to anybody",
  engagement_inbox:
    "requests that wait up to an hour to be counted, with visitors' keys under a salt that is lost after a day; requests that cannot be counted, without keys",
  seen: "keys under a daily salt, which is deleted afterwards; they identify nobody",
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
  estimate_day: "counts, and sketches that are deleted with the day's keys",
};

/** Rows as stored, plus the meaning of their internal numbers. */
export function selectRows(connection: Connection, { table, shown, where, list }: PersonTable, rows: PersonRows): StoredRow[] {
  const sql = `SELECT t.*${shown?.columns ?? ""} FROM "${table}" AS t ${shown?.joins ?? ""} WHERE ${where} ORDER BY 1, 2`;
  return connection.all<StoredRow>(sql, rows[list]);
}

export type StoredRow = Readonly<Record<string, string | number | Uint8Array | null>>;
