import type { CommentState } from "../../comment-types.ts";
import type { ErasedRows, ErasedSubjects, PersonQuery } from "../../privacy-types.ts";
import { eraseComment } from "../comments/comment-changes.ts";
import { keepLastErasure, markCompactionDue } from "../database/meta.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { type FoundRecord, findPerson, type PersonParts, readEmails, toPersonRows } from "./find-person.ts";
import { PERSON_TABLES, type PersonRows } from "./person-tables.ts";

/**
 * Maximum number of comments, and of inquiries, erased by one write, so that other writes can run
 * in between.
 */
const BATCH = 50;

/** Counts and slugs of several batches. */
interface Sum {
  readonly rows: Record<string, number>;
  readonly posts: Set<string>;
}

export async function erasePerson({ connection, write }: StoreContext, person: PersonQuery, until: number): Promise<ErasedRows> {
  const sum = newSum();
  await write(() => keepLastErasure(connection, until));
  for (;;) {
    const found = await write((now) => {
      // A batch may run twice, so its counts are added only after the commit.
      const batch = newSum();
      const rows = findPerson(connection, person, { until, limit: BATCH });
      eraseRows(connection, rows, now, batch);
      return { batch, more: "email" in person && (isFull(rows.commentRows) || isFull(rows.inquiryRows)) };
    });
    addSum(sum, found.batch);
    if (!found.more) return toErasedRows(sum);
  }
}

/**
 * Repeats earlier erasures in a database that nobody else uses, such as a restored one. Runs in the
 * caller's transaction.
 */
export function eraseAgain(connection: Connection, erased: ErasedSubjects, now: number): ErasedRows {
  const sum = newSum();
  for (const parts of findErased(connection, erased)) eraseRows(connection, toPersonRows(connection, parts), now, sum);
  return toErasedRows(sum);
}

function findErased(connection: Connection, erased: ErasedSubjects): PersonParts[] {
  const byEmail = (table: "comment" | "inquiry", column: string): FoundRecord[] =>
    readEmails(connection, table, column).flatMap((email) => {
      const until = erased.email(email);
      return until === null
        ? []
        : connection.all<FoundRecord>(
            `SELECT id AS row, public_id AS id FROM ${table} WHERE ${column} = ? AND created_at <= ?`,
            email,
            until,
          );
    });
  const ofComments = connection
    .all<FoundRecord & { at: number }>("SELECT id AS row, public_id AS id, created_at AS at FROM comment WHERE state <> 'deleted'")
    .filter(({ id, at }) => at <= (erased.comment(id) ?? Number.NEGATIVE_INFINITY));
  // A later ban is for something written after the erasure.
  const hashes = erased.emailHashes
    .filter(({ hash, until }) => connection.get("SELECT 1 FROM ban WHERE hash = ? AND created_at <= ?", hash, until) !== undefined)
    .map(({ hash }) => ({ comments: [], inquiries: [], emailHash: hash }));
  return [
    { comments: [...byEmail("comment", "author_email"), ...ofComments], inquiries: byEmail("inquiry", "email"), emailHash: null },
    ...hashes,
  ];
}

/** Erases the last tables first, because they refer to the others. */
function eraseRows(connection: Connection, rows: PersonRows, now: number, { rows: counts, posts }: Sum): void {
  let isAny = false;
  for (const table of PERSON_TABLES.toReversed()) {
    let erased: number;
    if (table.table === "comment") erased = eraseComments(connection, rows, now, posts);
    else if (table.table === "outbox") erased = eraseSubjects(connection, rows.publicIds);
    else erased = connection.run(`DELETE FROM "${table.table}" AS t WHERE ${table.where}`, rows[table.list]);
    counts[table.name] = (counts[table.name] ?? 0) + erased;
    isAny ||= erased > 0;
  }
  if (isAny) markCompactionDue(connection);
}

function eraseComments(connection: Connection, { commentRows }: PersonRows, now: number, posts: Set<string>): number {
  const comments = connection.all<{ id: number; state: CommentState; slug: string }>(
    `SELECT comment.id, comment.state, post.slug FROM comment JOIN post ON post.id = comment.post_id
     WHERE comment.state <> 'deleted' AND comment.id IN (SELECT value FROM json_each(?)) ORDER BY comment.id`,
    commentRows,
  );
  for (const { id, state, slug } of comments) {
    eraseComment(connection, id, state, now);
    posts.add(slug);
  }
  return comments.length;
}

/**
 * A notice that also concerns others is kept without these subjects. An error quoted from a channel
 * may contain anything, so it is removed.
 */
function eraseSubjects(connection: Connection, publicIds: string): number {
  const named = "EXISTS (SELECT 1 FROM json_each(subjects) AS subject WHERE subject.value IN (SELECT value FROM json_each(?)))";
  const changed = connection.run(
    `UPDATE outbox SET error = NULL, subjects =
       (SELECT json_group_array(value ORDER BY key) FROM json_each(subjects) WHERE value NOT IN (SELECT value FROM json_each(?)))
     WHERE ${named}`,
    publicIds,
    publicIds,
  );
  connection.run("DELETE FROM outbox WHERE subjects = '[]'");
  return changed;
}

/** Expects a list as JSON. */
function isFull(list: string): boolean {
  return (JSON.parse(list) as unknown[]).length >= BATCH;
}

function newSum(): Sum {
  return { rows: {}, posts: new Set() };
}

function addSum(sum: Sum, { rows, posts }: Sum): void {
  for (const [name, count] of Object.entries(rows)) sum.rows[name] = (sum.rows[name] ?? 0) + count;
  for (const slug of posts) sum.posts.add(slug);
}

function toErasedRows({ rows, posts }: Sum): ErasedRows {
  return { rows, posts: [...posts].sort() };
}
