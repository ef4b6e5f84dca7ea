import type { InquiryNote, InquiryState, StoredInquiry } from "../../inquiry-types.ts";
import type { ErasedSubjects } from "../../privacy-types.ts";
import type { Connection } from "../store-context.ts";
import { copyRows } from "./copy-rows.ts";
import type { JoinOutcome } from "./join-comments.ts";
import type { JoinSource } from "./join-source.ts";

export interface JoinedInquiry extends Omit<StoredInquiry, "notes"> {
  readonly row: number;
}

export const INQUIRY_PAGE_SQL = `SELECT id AS row, public_id AS id, state, email, message, name, telegram, service_id AS serviceId, origin, created_at AS createdAt,
  due_on AS dueOn FROM inquiry WHERE id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY inquiry.id LIMIT ?`;

interface TakeOptions {
  readonly erased: Pick<ErasedSubjects, "email">;
  readonly dryRun: boolean;
}

/** Runs in the caller's transaction. */
export function joinInquiry(
  connection: Connection,
  { row, ...theirs }: JoinedInquiry,
  { source, ...options }: TakeOptions & { readonly source: JoinSource },
): JoinOutcome {
  const outcome = takeInquiry(connection, { ...theirs, notes: readNotes(source, row) }, options);
  if (outcome === "added" && !options.dryRun)
    copyRows(connection, source, { table: "idempotency_key", column: "result_id", from: theirs.id, to: theirs.id });
  return outcome;
}

export function readNotes(source: JoinSource, row: number): InquiryNote[] {
  return source.all<InquiryNote>("SELECT text, at FROM inquiry_note WHERE inquiry_id = ? ORDER BY id", row);
}

/** Takes over an inquiry from another database of the site. Runs in the caller's transaction. */
export function takeInquiry(connection: Connection, theirs: StoredInquiry, { erased, dryRun }: TakeOptions): JoinOutcome {
  const ours = connection.get<{ id: number; state: InquiryState; dueOn: string | null }>(
    "SELECT id, state, due_on AS dueOn FROM inquiry WHERE public_id = ?",
    theirs.id,
  );
  if (ours === undefined) {
    if (theirs.createdAt <= (erased.email(theirs.email) ?? Number.NEGATIVE_INFINITY)) return "erased";
    if (!dryRun) addTheirs(connection, theirs);
    return "added";
  }
  const notes = theirs.notes.filter(({ text, at }) => !hasNote(connection, ours.id, text, at));
  // The time of a state change is not stored, so a state set in this database takes precedence.
  const state = ours.state === "new" ? theirs.state : ours.state;
  const dueOn = ours.dueOn ?? (state === theirs.state ? theirs.dueOn : null);
  if (notes.length === 0 && state === ours.state && dueOn === ours.dueOn) return "existing";
  if (dryRun) return "changed";
  connection.run("UPDATE inquiry SET state = ?, due_on = ? WHERE id = ?", state, dueOn, ours.id);
  addNotes(connection, ours.id, notes);
  return "changed";
}

function hasNote(connection: Connection, inquiry: number, text: string, at: number): boolean {
  return connection.get("SELECT 1 FROM inquiry_note WHERE inquiry_id = ? AND at = ? AND text = ?", inquiry, at, text) !== undefined;
}

function addTheirs(connection: Connection, theirs: StoredInquiry): void {
  const id = connection.insert(
    `INSERT INTO inquiry (public_id, state, email, message, name, telegram, service_id, origin, created_at, due_on)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[theirs.id, theirs.state, theirs.email, theirs.message, theirs.name, theirs.telegram, theirs.serviceId],
    ...[theirs.origin, theirs.createdAt, theirs.dueOn],
  );
  addNotes(connection, id, theirs.notes);
}

function addNotes(connection: Connection, inquiry: number, notes: readonly InquiryNote[]): void {
  for (const { text, at } of notes) connection.run("INSERT INTO inquiry_note (inquiry_id, text, at) VALUES (?, ?, ?)", inquiry, text, at);
}
