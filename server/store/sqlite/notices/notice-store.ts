import { DAY_MS, fromDayText, HOUR_MS } from "../../../days.ts";
import { type LeasedNotice, MAIL_CHANNEL, type NoticeKind, type NoticeStore, type StoredNotice } from "../../notice-types.ts";
import { readMetaText, writeMetaText } from "../database/meta.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { hasDueSubscriptions, planSubscriptions } from "../subscription-store.ts";
import { COMMENTS_DELAY_MS, COMMENTS_INTERVAL_MS, createNoticeDues, INQUIRIES_AN_HOUR } from "./notice-dues.ts";
import { createNoticeHealth } from "./notice-health.ts";

/** Maximum number of subjects in a notice. */
const SUBJECTS_MAX = 200;
const LIST_MAX = 200;
const DAYS_A_WEEK = 7;
const LEASE_BYTES = 16;

const COLUMNS = `public_id AS id, channel, kind, subjects, created_at AS createdAt, attempts, state, due_at AS dueAt, finished_at AS finishedAt, error`;

type Row = Omit<StoredNotice, "subjects"> & { subjects: string };
type Key = Pick<LeasedNotice, "id" | "channel" | "lease">;

/** Runs in the transaction that stores the comment or inquiry. */
export function addNoticeEvent(connection: Connection, kind: "comment" | "inquiry", subject: string, now: number): void {
  connection.run("INSERT INTO notice_event (kind, subject, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", kind, subject, now);
}

export function createNotices(context: StoreContext): NoticeStore {
  const { connection, read, write } = context;
  return {
    plan: (channels, { withoutComments = false } = {}) => planNotices(context, channels, withoutComments),
    digest: (digest) => planDigest(context, digest),
    report: ({ firstDay, channels }) =>
      write((now) => {
        const subjects = JSON.stringify([firstDay]);
        if (!hasRecordBefore(connection, (fromDayText(firstDay) + DAYS_A_WEEK) * DAY_MS)) return false;
        if (connection.get("SELECT 1 FROM outbox WHERE kind = 'report' AND subjects = ?", subjects) !== undefined) return false;
        addNotice(context, { kind: "report", subjects: [firstDay] }, channels, now);
        return true;
      }),
    lease: (query) => leaseNotice(context, query),
    sent: (key) =>
      write((now) =>
        finish(connection, key, "UPDATE outbox SET state = 'sent', finished_at = ?, error = NULL, lease = NULL, lease_until = NULL", now),
      ),
    failed: (key, { error, retryAt }) =>
      write((now) => {
        const free = "UPDATE outbox SET error = ?, lease = NULL, lease_until = NULL";
        return retryAt === null
          ? finish(connection, key, `${free}, state = 'dead', finished_at = ?`, error, now)
          : finish(connection, key, `${free}, due_at = ?`, error, retryAt);
      }),
    drop: (key) => write(() => finish(connection, key, "DELETE FROM outbox")),
    list: (states) => read(() => listNotices(connection, states)),
    ...createNoticeHealth(context),
    ...createNoticeDues(context),
    retry: (ids) =>
      write((now) => {
        const again = "UPDATE outbox SET state = 'waiting', finished_at = NULL, attempts = 0, due_at = ? WHERE state = 'dead'";
        return ids === null
          ? connection.run(again, now)
          : ids.reduce((changed, id) => changed + connection.run(`${again} AND public_id = ?`, now, id), 0);
      }),
  };
}

/** Adds one row of the outbox per channel. Runs inside a transaction. */
function addNotice({ connection, newId }: StoreContext, { kind, subjects }: PlannedNotice, channels: readonly string[], now: number): void {
  const id = newId();
  for (const channel of channels) {
    connection.run(
      "INSERT INTO outbox (public_id, channel, kind, subjects, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      channel,
      kind,
      JSON.stringify(subjects),
      now,
      now,
    );
  }
}

/** Runs inside a transaction. False if the lease was lost. */
function finish(connection: Connection, key: Key, sql: string, ...values: (string | number | null)[]): boolean {
  const where = "WHERE public_id = ? AND channel = ? AND lease = ? AND state = 'waiting'";
  return connection.run(`${sql} ${where}`, ...values, key.id, key.channel, key.lease) > 0;
}

async function planNotices(context: StoreContext, channels: readonly string[], withoutComments: boolean): Promise<number> {
  const { connection, read, write } = context;
  // Reads first, without a transaction, because there is hardly ever something to send.
  const isIdle = await read(() => connection.get("SELECT 1 FROM notice_event LIMIT 1") === undefined && !hasDueSubscriptions(connection));
  if (isIdle || channels.length === 0) return 0;
  return write((now) => {
    if (withoutComments) connection.run("DELETE FROM notice_event WHERE kind = 'comment'");
    const notices = [...planComments(connection, now), ...planInquiries(connection, now)];
    for (const notice of notices) addNotice(context, notice, channels, now);
    // Visitors get only emails.
    const mails = channels.includes(MAIL_CHANNEL) ? planSubscriptions(connection, now) : [];
    for (const { kind, id } of mails) addNotice(context, { kind, subjects: [id] }, [MAIL_CHANNEL], now);
    return notices.length + mails.length;
  });
}

/** The day and end of the last digest are stored with its messages, so a restart repeats none. */
async function planDigest(context: StoreContext, { day, channels }: Parameters<NoticeStore["digest"]>[0]): Promise<boolean> {
  const { connection, read, write } = context;
  const findLast = (): { readonly day: string; readonly at: number } | null => {
    const text = readMetaText(connection, "digest");
    return text === null ? null : (JSON.parse(text) as { day: string; at: number });
  };
  if (channels.length === 0 || ((await read(findLast))?.day ?? "") >= day) return false;
  return write((now) => {
    const last = findLast();
    if (last !== null && last.day >= day) return false;
    writeMetaText(connection, "digest", JSON.stringify({ day, at: now }));
    if (last === null) return false;
    addNotice(context, { kind: "digest", subjects: [day, String(last.at), String(now)] }, channels, now);
    return true;
  });
}

async function leaseNotice(
  { connection, clock, random, read, write }: StoreContext,
  { channel, ms }: Parameters<NoticeStore["lease"]>[0],
): Promise<LeasedNotice | null> {
  const now = clock();
  const due = "FROM outbox WHERE channel = ? AND state = 'waiting' AND due_at <= ? AND coalesce(lease_until, 0) <= ?";
  if ((await read(() => connection.get(`SELECT 1 ${due} LIMIT 1`, channel, now, now))) === undefined) return null;
  const lease = Buffer.from(random(LEASE_BYTES)).toString("hex");
  return write(() => {
    const row = connection.get<Row>(
      `UPDATE outbox SET lease = ?, lease_until = ?, attempts = attempts + 1
       WHERE id = (SELECT id ${due} ORDER BY due_at, id LIMIT 1) RETURNING ${COLUMNS}`,
      lease,
      now + ms,
      channel,
      now,
      now,
    );
    return row === undefined ? null : { ...toNotice(row), lease };
  });
}

function listNotices(connection: Connection, states: readonly StoredNotice["state"][]): StoredNotice[] {
  const marks = states.map(() => "?").join(", ");
  const sql = `SELECT ${COLUMNS} FROM outbox WHERE state IN (${marks}) ORDER BY created_at DESC, outbox.id DESC LIMIT ?`;
  return connection.all<Row>(sql, ...states, LIST_MAX).map(toNotice);
}

/** Whether anything was recorded before the end of the week. */
function hasRecordBefore(connection: Connection, end: number): boolean {
  const sql = `SELECT 1 WHERE EXISTS (SELECT 1 FROM rollup_hour WHERE hour < ?) OR EXISTS (SELECT 1 FROM comment WHERE created_at < ?)
    OR EXISTS (SELECT 1 FROM inquiry WHERE created_at < ?)`;
  return connection.get(sql, Math.floor(end / HOUR_MS), end, end) !== undefined;
}

function toNotice({ subjects, ...row }: Row): StoredNotice {
  return { ...row, subjects: JSON.parse(subjects) as string[] };
}

interface PlannedNotice {
  readonly kind: NoticeKind;
  readonly subjects: readonly string[];
}

/** Combines all pending comments in one notice. */
function planComments(connection: Connection, now: number): PlannedNotice[] {
  connection.run(
    `DELETE FROM notice_event WHERE kind = 'comment' AND NOT EXISTS
       (SELECT 1 FROM comment WHERE comment.public_id = notice_event.subject AND comment.state = 'pending')`,
  );
  const events = takeEvents(connection, "comment");
  const [first] = events;
  if (first === undefined) return [];
  const last = connection.get<{ at: number | null }>("SELECT max(created_at) AS at FROM outbox WHERE kind = 'comments'")?.at ?? null;
  if (now < Math.max(first.at + COMMENTS_DELAY_MS, (last ?? Number.NEGATIVE_INFINITY) + COMMENTS_INTERVAL_MS)) return [];
  connection.run("DELETE FROM notice_event WHERE kind = 'comment'");
  return [{ kind: "comments", subjects: events.slice(0, SUBJECTS_MAX).map(({ subject }) => subject) }];
}

/** Gives each inquiry its own notice until the hourly limit; the remaining ones share one. */
function planInquiries(connection: Connection, now: number): PlannedNotice[] {
  const events = takeEvents(connection, "inquiry");
  if (events.length === 0) return [];
  const sent = connection.get<{ n: number }>(
    "SELECT count(DISTINCT public_id) AS n FROM outbox WHERE kind = 'inquiries' AND created_at > ?",
    now - HOUR_MS,
  );
  const room = INQUIRIES_AN_HOUR - (sent?.n ?? 0);
  if (room <= 0) return [];
  connection.run("DELETE FROM notice_event WHERE kind = 'inquiry'");
  const subjects = events.map(({ subject }) => subject);
  const alone = subjects.slice(0, subjects.length <= room ? room : room - 1).map((subject) => [subject]);
  const together = subjects.slice(alone.length, alone.length + SUBJECTS_MAX);
  return [...alone, ...(together.length === 0 ? [] : [together])].map((each) => ({ kind: "inquiries", subjects: each }));
}

function takeEvents(connection: Connection, kind: "comment" | "inquiry"): { subject: string; at: number }[] {
  return connection.all<{ subject: string; at: number }>("SELECT subject, at FROM notice_event WHERE kind = ? ORDER BY at, id", kind);
}
