import type { InquiryStore, NewInquiry, StoredInquiry, SubmitInquiryResult } from "../store.ts";
import type { Connection, SqlValue } from "./database/connection.ts";
import { findRepeat, keepRepeat } from "./idempotency.ts";
import { addNoticeEvent } from "./notice-store.ts";
import type { StoreContext } from "./store-context.ts";

type ListQuery = NonNullable<Parameters<InquiryStore["list"]>[0]>;

const COLUMNS = `public_id AS id, state, email, message, name, telegram, service_id AS serviceId, origin, created_at AS createdAt`;

export function createInquiries(context: StoreContext): InquiryStore {
  const { connection, clock, newId, read, write } = context;
  return {
    submit: (inquiry) => {
      const accepted = { id: newId(), createdAt: clock() };
      return write(() => submitInquiry(context, inquiry, accepted));
    },
    get: (id) => read(() => connection.get<StoredInquiry>(`SELECT ${COLUMNS} FROM inquiry WHERE public_id = ?`, id) ?? null),
    list: (query = {}) => read(() => listInquiries(connection, query)),
    delete: (id) =>
      write(() => {
        connection.run("DELETE FROM notice_event WHERE kind = 'inquiry' AND subject = ?", id);
        return connection.run("DELETE FROM inquiry WHERE public_id = ?", id) > 0;
      }),
  };
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
    inquiry.state,
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

function listInquiries(connection: Connection, { state, email, order = "newest", after, limit = 50 }: ListQuery): StoredInquiry[] {
  const where: string[] = [];
  const values: SqlValue[] = [];
  const [beyond, direction] = order === "oldest" ? [">", "ASC"] : ["<", "DESC"];
  if (state !== undefined) {
    where.push("state = ?");
    values.push(state);
  }
  if (email !== undefined) {
    where.push("email = ?");
    values.push(email);
  }
  if (after !== undefined) {
    where.push(`(created_at, inquiry.id) ${beyond} (SELECT created_at, id FROM inquiry WHERE public_id = ?)`);
    values.push(after);
  }
  return connection.all<StoredInquiry>(
    `SELECT ${COLUMNS} FROM inquiry ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
     ORDER BY created_at ${direction}, inquiry.id ${direction} LIMIT ?`,
    ...values,
    limit,
  );
}
