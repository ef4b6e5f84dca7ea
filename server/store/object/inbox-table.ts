import { dayOf } from "../../days.ts";
import type { EngagementEvent, RecordedRequest } from "../engagement-types.ts";
import { writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";

const FOLDED = "engagement-folded";
const WAITING_SQL = `SELECT slot, sequence, at, request FROM engagement_inbox
  WHERE sequence > coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE name = '${FOLDED}'), 0) ORDER BY sequence`;
const PUT_SQL = `INSERT INTO engagement_inbox (slot, sequence, at, rows_today, request) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (slot) DO UPDATE SET sequence = excluded.sequence, at = excluded.at, rows_today = excluded.rows_today, request = excluded.request`;
/** Bytes of a visitor's key that are stored. */
const VISITOR_BYTES = 8;

export interface WaitingRequest {
  readonly slot: number;
  /** When it arrived, milliseconds since 1970. */
  readonly at: number;
  readonly request: RecordedRequest;
}

/**
 * Requests that wait until they are counted. A slot is overwritten once its request is counted: a
 * deleted row is billed like a written one. Slots begin again after each fold, so their number is
 * that of the largest group.
 */
export interface InboxTable {
  /** Runs inside a transaction. One row is written. */
  put(request: RecordedRequest, at: number, rowsToday: number): void;
  /** Oldest first. */
  waiting(): WaitingRequest[];
  /** Runs inside the transaction that counts all waiting requests. One row is written. */
  markFolded(): void;
  /** Waiting requests. */
  readonly size: number;
  /** Waiting records, dropped ones included. */
  readonly records: number;
  /** Waiting events that arrived on a UTC day. */
  eventsOn(day: number): number;
  /** Whether an event with this id waits. */
  hasId(retryId: Uint8Array): boolean;
  /** When the oldest waiting request arrived; null if none waits. */
  readonly oldest: number | null;
  /** Called after a rollback. */
  forget(): void;
}

interface State {
  /** The highest one that was ever used. */
  sequence: number;
  /** The highest one with a waiting request. */
  slot: number;
  size: number;
  records: number;
  oldest: number | null;
  readonly events: Map<number, number>;
  /** Ids of waiting events, base64. */
  readonly ids: Set<string>;
}

export function createInboxTable(connection: Connection): InboxTable {
  let cached: State | null = null;
  const waiting = (): WaitingRequest[] =>
    connection
      .all<{ slot: number; at: number; request: string }>(WAITING_SQL)
      .map(({ slot, at, request }) => ({ slot, at, request: parseRequest(request) }));
  const load = (): State => {
    const sequence = connection.get<{ last: number | null }>("SELECT max(sequence) AS last FROM engagement_inbox")?.last ?? 0;
    const state = emptyState(Math.max(sequence, readFolded(connection)));
    for (const { slot, at, request } of waiting()) {
      note(state, request, at);
      state.slot = Math.max(state.slot, slot);
    }
    return state;
  };
  const state = (): State => (cached ??= load());
  return {
    put: (request, at, rowsToday) => {
      const current = state();
      connection.run(PUT_SQL, current.slot + 1, current.sequence + 1, at, rowsToday, formatRequest(request));
      // Last: a row that the engine refuses does not wait.
      current.sequence += 1;
      current.slot += 1;
      note(current, request, at);
    },
    waiting,
    markFolded: () => {
      const { sequence } = state();
      writeMetaText(connection, FOLDED, String(sequence));
      cached = emptyState(sequence);
    },
    get size() {
      return state().size;
    },
    get records() {
      return state().records;
    },
    eventsOn: (day) => state().events.get(day) ?? 0,
    hasId: (retryId) => state().ids.has(toBase64(retryId)),
    get oldest() {
      return state().oldest;
    },
    forget: () => {
      cached = null;
    },
  };
}

function emptyState(sequence: number): State {
  return { sequence, slot: 0, size: 0, records: 0, oldest: null, events: new Map(), ids: new Set() };
}

function note(state: State, { events, dropped = [] }: RecordedRequest, at: number): void {
  state.size += 1;
  state.records += events.length + dropped.length;
  state.oldest ??= at;
  for (const { retryId } of events) if (retryId !== null) state.ids.add(toBase64(retryId));
  state.events.set(dayOf(at), (state.events.get(dayOf(at)) ?? 0) + events.length);
}

function readFolded(connection: Connection): number {
  return Number(connection.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", FOLDED)?.value ?? 0);
}

type StoredEvent = Omit<EngagementEvent, "retryId" | "visitor"> & { readonly retryId: string | null; readonly visitor: string | null };

function formatRequest({ events, dropped = [], quota = null }: RecordedRequest): string {
  const stored = events.map(
    (event): StoredEvent => ({
      ...event,
      retryId: event.retryId === null ? null : toBase64(event.retryId),
      visitor: event.visitor === null ? null : toBase64(event.visitor.subarray(0, VISITOR_BYTES)),
    }),
  );
  return JSON.stringify({ events: stored, dropped, quota });
}

function parseRequest(text: string): RecordedRequest {
  const { events, ...rest } = JSON.parse(text) as Omit<RecordedRequest, "events"> & { readonly events: readonly StoredEvent[] };
  return {
    ...rest,
    events: events.map((event) => ({
      ...event,
      retryId: event.retryId === null ? null : Buffer.from(event.retryId, "base64"),
      visitor: event.visitor === null ? null : Buffer.from(event.visitor, "base64"),
    })),
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
