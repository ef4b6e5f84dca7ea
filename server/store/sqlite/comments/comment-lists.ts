import {
  COMMENT_STATES,
  type CommentCountQuery,
  type CommentListQuery,
  type CommentState,
  type StaleRendering,
  type StoredComment,
} from "../../comment-types.ts";
import type { SelectionCount } from "../../selection-types.ts";
import { findWrittenEmails } from "../privacy/find-person.ts";
import type { Connection, SqlValue } from "../store-context.ts";
import { type Condition, containsHost, containsWord } from "../word-search.ts";
import { UNRENDERED } from "./first-renderings.ts";

/** Default page size of the owner's lists. */
const LIST_LIMIT = 50;

const SELECT_STORED = `
SELECT c.public_id AS id, post.slug, parent.public_id AS parentId, c.depth, c.state, c.revision, c.author_name AS authorName,
  c.author_email AS authorEmail, c.author_url AS authorUrl, c.body, c.body_html AS bodyHtml, c.created_at AS createdAt, c.edited_at AS editedAt,
  c.decided_at AS decidedAt, c.reply_count AS replyCount, c.is_author AS isAuthor, c.origin, c.spam_reason AS spamReason
FROM comment AS c JOIN post ON post.id = c.post_id LEFT JOIN comment AS parent ON parent.id = c.parent_id`;

export function findComment(connection: Connection, id: string): StoredComment | null {
  const row = connection.get<StoredRow>(`${SELECT_STORED} WHERE c.public_id = (SELECT ?)`, id);
  return row === undefined ? null : toStored(row);
}

/** SQLite has no booleans. */
type StoredRow = Omit<StoredComment, "isAuthor"> & { isAuthor: number };

function toStored(row: StoredRow): StoredComment {
  return { ...row, isAuthor: row.isAuthor === 1 };
}

/**
 * Filters are joined by AND. Pages continue after the last comment seen, so that none is skipped if
 * the queue changes.
 */
export function listComments(connection: Connection, query: CommentListQuery): StoredComment[] {
  const { order = "oldest", limit = LIST_LIMIT } = query;
  const { condition, values } = toCondition(connection, query);
  const direction = order === "oldest" ? "ASC" : "DESC";
  return connection
    .all<StoredRow>(`${SELECT_STORED} ${condition} ORDER BY c.created_at ${direction}, c.id ${direction} LIMIT ?`, ...values, limit)
    .map(toStored);
}

export function countComments(connection: Connection, query: CommentCountQuery): number {
  const { condition, values } = toCondition(connection, query);
  return connection.get<{ n: number }>(`SELECT count(*) AS n FROM comment AS c ${condition}`, ...values)?.n ?? 0;
}

/** Counts the comments and finds the one that arrived last (null if there is none), in one scan. */
export function countSelected(connection: Connection, query: CommentCountQuery): SelectionCount {
  const { condition, values } = toCondition(connection, query);
  const sql = `SELECT n AS count, (SELECT public_id FROM comment WHERE id = last) AS newest
    FROM (SELECT count(*) AS n, max(c.id) AS last FROM comment AS c ${condition})`;
  return connection.get<SelectionCount>(sql, ...values) ?? { count: 0, newest: null };
}

type AddTerm = (term: string, ...given: SqlValue[]) => void;

const AUTHOR = "concat_ws(char(10), c.author_name, c.author_email, c.author_url)";

function addSearch(
  add: AddTerm,
  { words = [], author, linkHost, until, upTo, notEditedSince, changedSince, since }: CommentCountQuery,
): void {
  const addCondition = ({ sql, values }: Condition): void => add(sql, ...values);
  for (const word of words) addCondition(containsWord("c.body", word));
  if (author !== undefined) addCondition(containsWord(AUTHOR, author));
  if (linkHost !== undefined) {
    // Also searches the text, because an imported comment has no HTML until it is first read.
    const [text, html] = [containsHost("concat_ws(' ', c.body, c.author_url, '')", linkHost), containsHost("c.body_html", linkHost)];
    add(`(${text.sql} OR ${html.sql})`, ...text.values, ...html.values);
  }
  if (since !== undefined) add("c.created_at > ?", since);
  if (until !== undefined) add("c.created_at <= ?", until);
  if (upTo !== undefined) add("c.id <= (SELECT id FROM comment WHERE public_id = ?)", upTo);
  if (notEditedSince !== undefined) add("(c.edited_at IS NULL OR c.edited_at <= ?)", notEditedSince);
  if (changedSince !== undefined) add("(c.edited_at > ? OR c.decided_at > ?)", changedSince, changedSince);
}

function toCondition(
  connection: Connection,
  query: CommentCountQuery,
): {
  condition: string;
  values: SqlValue[];
} {
  const { states, slug, authorEmail, sameAuthorAs, order = "oldest", after } = query;
  const where: string[] = [];
  const values: SqlValue[] = [];
  const add: AddTerm = (term, ...given) => {
    where.push(term);
    values.push(...given);
  };
  addSearch(add, query);
  if (states !== undefined) add(`c.state IN (${states.map(() => "?").join(", ")})`, ...states);
  if (slug !== undefined) add("c.post_id = (SELECT id FROM post WHERE slug = ?)", slug);
  if (authorEmail !== undefined) {
    const written = findWrittenEmails(connection, "comment", { column: "author_email", email: authorEmail });
    add("c.author_email IN (SELECT value FROM json_each(?))", JSON.stringify(written));
  }
  if (sameAuthorAs !== undefined)
    add(
      `c.public_id <> ? AND c.id IN (SELECT other.comment_id FROM author_key AS own JOIN author_key AS other USING (kind, hash)
        WHERE own.comment_id = (SELECT id FROM comment WHERE public_id = ?))`,
      sameAuthorAs,
      sameAuthorAs,
    );
  const beyond = order === "oldest" ? ">" : "<";
  if (after !== undefined) add(`(c.created_at, c.id) ${beyond} (SELECT created_at, id FROM comment WHERE public_id = ?)`, after);
  return { condition: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}

export function countCommentsByState(connection: Connection): Record<CommentState, number> {
  const rows = connection.all<{ state: CommentState; n: number }>("SELECT state, count(*) AS n FROM comment GROUP BY state");
  const counted = new Map(rows.map((row) => [row.state, row.n]));
  return Object.fromEntries(COMMENT_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<CommentState, number>;
}

export function findStale(connection: Connection, version: number, limit: number): StaleRendering[] {
  return connection.all<StaleRendering>(
    `SELECT public_id AS id, revision, body FROM comment WHERE sanitizer_version < ? AND sanitizer_version > ${UNRENDERED} AND state <> 'deleted'
     ORDER BY sanitizer_version, comment.id LIMIT ?`,
    version,
    limit,
  );
}
