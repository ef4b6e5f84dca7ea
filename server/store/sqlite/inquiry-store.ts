import type { InquiryNote, InquiryStore, NewInquiry, StoredInquiry, SubmitInquiryResult } from "../inquiry-types.ts";
import { findRepeat, keepRepeat } from "./idempotency.ts";
import { findPublicIds } from "./ids.ts";
import { takeInquiry } from "./join/join-inquiries.ts";
import { addNoticeEvent } from "./notices/notice-store.ts";
import { findWrittenEmails } from "./privacy/find-person.ts";
import type { Connection, SqlValue, StoreContext } from "./store-context.ts";
import { containsWord } from "./word-search.ts";

type ListQuery = NonNullable<Parameters<InquiryStore["list"]>[0]>;

const COLUMNS = `public_id AS id, state, email, message, name, telegram, service_id AS serviceId, origin, created_at AS createdAt, due_on AS dueOn,
  (SELECT json_group_array(json_object('at', at, 'text', text) ORDER BY id) FROM inquiry_note WHERE inquiry_id = inquiry.id) AS notes`;

/** The searched columns. */
const SEARCHED =
  "concat_ws(char(10), email, name, telegram, service_id, message, (SELECT group_concat(text, char(10)) FROM inquiry_note WHERE inquiry_id = inquiry.id))";

interface InquiryRow extends Omit<StoredInquiry, "notes"> {
  /** JSON. */
  notes: string;
}

export function createInquiries(context: StoreContext): InquiryStore {
  const { connection, newId, read, write } = context;
  return {
    submit: (inquiry) => {
      const id = newId();
      return write((now) => submitInquiry(context, inquiry, { id, createdAt: now }));
    },
    get: (id) => read(() => connection.all<InquiryRow>(`SELECT ${COLUMNS} FROM inquiry WHERE public_id = ?`, id).map(toInquiry)[0] ?? null),
    findIds: (prefix, limit) => read(() => findPublicIds(connection, "inquiry", prefix, limit)),
    list: (query = {}) => read(() => listInquiries(connection, query)),
    mark: (id, state) => write(() => connection.run("UPDATE inquiry SET state = ? WHERE public_id = ?", state, id) > 0),
    schedule: (id, dueOn) => write(() => connection.run("UPDATE inquiry SET due_on = ? WHERE public_id = ?", dueOn, id) > 0),
    due: ({ lastDay, limit = 50 }) =>
      read(() =>
        connection
          .all<InquiryRow>(
            `SELECT ${COLUMNS} FROM inquiry WHERE due_on <= ? AND state NOT IN ('closed', 'spam') ORDER BY due_on, created_at, inquiry.id LIMIT ?`,
            lastDay,
            limit,
          )
          .map(toInquiry),
      ),
    addNote: (id, text, notesMax = null) =>
      write(
        (now) =>
          connection.run(
            `INSERT INTO inquiry_note (inquiry_id, text, at) SELECT id, ?, ? FROM inquiry
             WHERE public_id = ? AND (? IS NULL OR (SELECT count(*) FROM inquiry_note WHERE inquiry_id = inquiry.id) < ?)`,
            ...[text, now, id, notesMax, notesMax],
          ) > 0,
      ),
    take: async (inquiries, options) => {
      const work = () => inquiries.map((inquiry) => takeInquiry(connection, inquiry, options));
      const counts = { added: 0, changed: 0, existing: 0, erased: 0 };
      for (const outcome of await (options.dryRun ? read(work) : write(work))) counts[outcome] += 1;
      return counts;
    },
    delete: (id) => write(() => eraseInquiry(connection, id)),
  };
}

/** False if there is no such inquiry. */
export function eraseInquiry(connection: Connection, id: string): boolean {
  connection.run("DELETE FROM notice_event WHERE kind = 'inquiry' AND subject = ?", id);
  connection.run("DELETE FROM inquiry_note WHERE inquiry_id = (SELECT id FROM inquiry WHERE public_id = ?)", id);
  return connection.run("DELETE FROM inquiry WHERE public_id = ?", id) > 0;
}

function submitInquiry(
  { connection, quotas }: StoreContext,
  inquiry: NewInquiry,
  accepted: { id: string; createdAt: number },
): SubmitInquiryResult {
  const repeat = findRepeat(connection, inquiry.idempotency, accepted.createdAt);
  if (repeat !== null) return repeat;
  const refused = quotas.use(inquiry.quotas, accepted.createdAt);
  if (refused !== null) return refused;
  connection.run(
    `INSERT INTO inquiry (public_id, state, email, message, name, telegram, service_id, origin, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accepted.id,
    inquiry.state === "received" ? "new" : "spam",
    inquiry.email,
    inquiry.message,
    inquiry.name,
    inquiry.telegram,
    inquiry.serviceId,
    inquiry.origin,
    accepted.createdAt,
  );
  if (inquiry.state === "received") addNoticeEvent(connection, "inquiry", accepted.id, accepted.createdAt);
  keepRepeat(connection, inquiry.idempotency, accepted);
  return { kind: "accepted", ...accepted };
}

function listInquiries(
  connection: Connection,
  { states, email, words = [], order = "newest", after, limit = 50 }: ListQuery,
): StoredInquiry[] {
  const where: string[] = [];
  const values: SqlValue[] = [];
  const [beyond, direction] = order === "oldest" ? [">", "ASC"] : ["<", "DESC"];
  if (states !== undefined) {
    where.push(`state IN (${states.map(() => "?").join(", ")})`);
    values.push(...states);
  }
  for (const word of words) {
    const contains = containsWord(SEARCHED, word);
    where.push(contains.sql);
    values.push(...contains.values);
  }
  if (email !== undefined) {
    where.push("email IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(findWrittenEmails(connection, "inquiry", { column: "email", email })));
  }
  if (after !== undefined) {
    where.push(`(created_at, inquiry.id) ${beyond} (SELECT created_at, id FROM inquiry WHERE public_id = ?)`);
    values.push(after);
  }
  return connection
    .all<InquiryRow>(
      `SELECT ${COLUMNS} FROM inquiry ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
     ORDER BY created_at ${direction}, inquiry.id ${direction} LIMIT ?`,
      ...values,
      limit,
    )
    .map(toInquiry);
}

function toInquiry({ notes, ...inquiry }: InquiryRow): StoredInquiry {
  return { ...inquiry, notes: JSON.parse(notes) as InquiryNote[] };
}
