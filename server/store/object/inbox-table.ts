import { dayOf } from "../../days.ts";
import type { EngagementEvent, RecordedRequest } from "../engagement-types.ts";
import { readMetaText, writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";

const FOLDED = "engagement-folded";
/** Number of rows read at a time when searching the slots. */
const STEP_ROWS = 64;
const FIRST_SQL = "SELECT slot, sequence FROM engagement_inbox WHERE slot > 0 ORDER BY slot LIMIT 1";
const FROM_SQL = `SELECT slot, sequence, at, request FROM engagement_inbox WHERE slot >= ? ORDER BY slot LIMIT ${STEP_ROWS}`;
/** Requests that are set aside have negative slots, which nothing overwrites. */
const ASIDE_SQL = "SELECT slot, sequence, at, request FROM engagement_inbox WHERE slot < 0 ORDER BY sequence";
const PUT_SQL = `INSERT INTO engagement_inbox (slot, sequence, at, rows_today, request) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (slot) DO UPDATE SET sequence = excluded.sequence, at = excluded.at, rows_today = excluded.rows_today, request = excluded.request`;
/** Number of bytes of a visitor's key that are stored. */
const VISITOR_BYTES = 8;

export interface WaitingRequest {
  readonly slot: number;
  /** Requests are counted in this order. */
  readonly sequence: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  /** null if the row is damaged. */
  readonly request: RecordedRequest | null;
}

/**
 * Requests that wait to be counted. A slot is overwritten once its request is counted, because a
 * deleted row is billed like a written one. Slot numbers start again after each fold, so there are
 * as many slots as the largest group had requests.
 */
export interface InboxTable {
  /** Runs inside a transaction. Writes one row. */
  put(request: RecordedRequest, at: number, rowsToday: number): void;
  /** Oldest first. */
  waiting(): WaitingRequest[];
  /**
   * Runs inside the transaction that counts the waiting requests up to this one. Writes one row.
   */
  markFolded(sequence: number): void;
  /**
   * Sets a waiting request aside, without its visitor's key. Runs inside the transaction that
   * counts a later one.
   */
  setAside(request: WaitingRequest): void;
  /** Requests that are set aside, oldest first. */
  aside(): WaitingRequest[];
  /** Runs inside the transaction that counts a request which was set aside. */
  deleteAside(request: WaitingRequest): void;
  /** Number of requests that are set aside. */
  readonly asideSize: number;
  /** Number of waiting requests. */
  readonly size: number;
  /** Number of waiting records, including dropped ones. */
  readonly records: number;
  /** Number of waiting events that arrived on a UTC day. */
  eventsOn(day: number): number;
  /** Whether an event with this id is waiting. */
  hasId(retryId: Uint8Array): boolean;
  /** When the oldest waiting request arrived; null if none is waiting. */
  readonly oldest: number | null;
  /** Called after a rollback. */
  forget(): void;
}

interface State {
  /** The highest sequence number ever used. */
  sequence: number;
  /** The highest slot with a waiting request. */
  slot: number;
  size: number;
  records: number;
  oldest: number | null;
  aside: number;
  readonly events: Map<number, number>;
  /** Ids of waiting events, in base64. */
  readonly ids: Set<string>;
}

export function createInboxTable(connection: Connection): InboxTable {
  let cached: State | null = null;
  const state = (): State => (cached ??= loadState(connection));
  return {
    put: (request, at, rowsToday) => {
      const current = state();
      connection.run(PUT_SQL, current.slot + 1, current.sequence + 1, at, rowsToday, formatRequest(request));
      // Done last, because a row that the engine refuses is not waiting.
      current.sequence += 1;
      current.slot += 1;
      note(current, request, at);
    },
    waiting: () => listWaiting(connection),
    markFolded: (sequence) => {
      const { sequence: last, aside } = state();
      writeMetaText(connection, FOLDED, String(sequence));
      cached = sequence === last ? emptyState(last, aside) : null;
    },
    setAside: ({ slot, sequence, request }) => {
      const events = request?.events.map((event) => ({ ...event, visitor: null })) ?? [];
      const text = request === null ? "" : formatRequest({ ...request, events });
      connection.run("UPDATE engagement_inbox SET slot = ?, request = ? WHERE slot = ?", -sequence, text, slot);
      cached = null;
    },
    aside: () => toRequests(connection.all(ASIDE_SQL)),
    deleteAside: ({ slot }) => {
      connection.run("DELETE FROM engagement_inbox WHERE slot = ?", slot);
      cached = null;
    },
    get asideSize() {
      return state().aside;
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

/** A row in its stored form. */
type StoredRequest = Omit<WaitingRequest, "request"> & { readonly request: string };

/**
 * The requests after the last counted one. Reading rows is also billed and limited, so counted ones
 * are skipped: within a group, slots and sequence numbers rise together, which gives the first
 * waiting slot. Only rows of earlier groups follow the last waiting slot.
 */
function listWaiting(connection: Connection): WaitingRequest[] {
  const first = connection.get<{ slot: number; sequence: number }>(FIRST_SQL);
  if (first === undefined) return [];
  const folded = readFolded(connection);
  let slot = first.slot + Math.max(folded + 1 - first.sequence, 0);
  const waiting: StoredRequest[] = [];
  while (true) {
    const rows = connection.all<StoredRequest>(FROM_SQL, slot);
    const end = rows.findIndex(({ sequence }) => sequence <= folded);
    waiting.push(...(end < 0 ? rows : rows.slice(0, end)));
    if (end >= 0 || rows.length < STEP_ROWS) return toRequests(waiting);
    slot = (rows.at(-1)?.slot ?? slot) + 1;
  }
}

function toRequests(rows: readonly StoredRequest[]): WaitingRequest[] {
  return rows.map(({ request, ...place }) => ({ ...place, request: parseRequest(request) }));
}

function loadState(connection: Connection): State {
  const aside = connection.get<{ n: number; last: number | null }>(
    "SELECT count(*) AS n, max(sequence) AS last FROM engagement_inbox WHERE slot < 0",
  );
  const waiting = listWaiting(connection);
  const sequence = Math.max(waiting.at(-1)?.sequence ?? 0, readFolded(connection), aside?.last ?? 0);
  const state = emptyState(sequence, aside?.n ?? 0);
  for (const { slot, at, request } of waiting) {
    note(state, request, at);
    state.slot = slot;
  }
  return state;
}

function emptyState(sequence: number, aside: number): State {
  return { sequence, aside, slot: 0, size: 0, records: 0, oldest: null, events: new Map(), ids: new Set() };
}

function note(state: State, request: RecordedRequest | null, at: number): void {
  const { events, dropped = [] } = request ?? { events: [] };
  state.size += 1;
  state.records += events.length + dropped.length;
  state.oldest ??= at;
  for (const { retryId } of events) if (retryId !== null) state.ids.add(toBase64(retryId));
  state.events.set(dayOf(at), (state.events.get(dayOf(at)) ?? 0) + events.length);
}

function readFolded(connection: Connection): number {
  return Number(readMetaText(connection, FOLDED) ?? 0);
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

function parseRequest(text: string): RecordedRequest | null {
  try {
    const { events, ...rest } = JSON.parse(text) as Omit<RecordedRequest, "events"> & { readonly events: readonly StoredEvent[] };
    return {
      ...rest,
      events: events.map((event) => ({
        ...event,
        retryId: event.retryId === null ? null : Buffer.from(event.retryId, "base64"),
        visitor: event.visitor === null ? null : Buffer.from(event.visitor, "base64"),
      })),
    };
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
