import { DAY_MS, dayOf } from "../../days.ts";
import { readMetaText, writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";

const NAME = "rows-today";
/** Allows for the row of an alarm that is set after a transaction and might not be counted. */
const ALARM_ROWS = 1;
/** A stored count includes rows that may follow, so that several small transactions share one. */
const ROWS_AHEAD = 3;

/** Number of rows that the object has written since midnight UTC. Plans limit it per day. */
export interface DayRows {
  readonly used: number;
  /** Counts rows that no statement writes, such as an alarm. */
  add(rows: number): void;
  /** Time until the count starts again, in ms. */
  readonly msLeft: number;
  /** Stores the count, which writes one more row. */
  keep(): void;
  /**
   * Stores the count if no stored one covers the rows of the transaction. Runs before its commit.
   */
  keepIfMore(): void;
  /** Returns the count, to be stored in a row that is written anyway. */
  keepElsewhere(): number;
  /** Called when a transaction was rolled back, together with the count that it stored. */
  noteRollback(): void;
}

/**
 * An object loses its memory when it is evicted, so the count is stored in transactions: with the
 * inbox's requests, which costs no extra row, or otherwise in `meta`.
 * @param rowsWritten since the object started
 */
export function createDayRows(connection: Connection, rowsWritten: () => number, clock: () => number): DayRows {
  let day = dayOf(clock());
  // Rows that the object wrote while starting are not in the stored count.
  let base = readStored(connection, day);
  /** Number of rows that the stored count covers; 0 at first, because the stored rows may be used up. */
  let enoughUntil = 0;
  let committed = 0;
  const used = (): number => {
    const today = dayOf(clock());
    if (today !== day) {
      day = today;
      base = -rowsWritten();
      enoughUntil = rowsWritten();
    }
    return base + rowsWritten();
  };
  const keep = (): void => {
    writeMetaText(connection, NAME, `${day} ${used() + 1 + ROWS_AHEAD}`);
    enoughUntil = rowsWritten() + ROWS_AHEAD;
  };
  return {
    get used() {
      return used();
    },
    add: (rows) => {
      used();
      base += rows;
    },
    get msLeft() {
      const now = clock();
      return (dayOf(now) + 1) * DAY_MS - now;
    },
    keep,
    keepIfMore: () => {
      used();
      if (rowsWritten() > enoughUntil) keep();
      committed = enoughUntil;
    },
    keepElsewhere: () => {
      const rows = used() + 1 + ALARM_ROWS;
      enoughUntil = rowsWritten() + 1;
      return rows;
    },
    noteRollback: () => {
      enoughUntil = committed;
    },
  };
}

function readStored(connection: Connection, day: number): number {
  const text = readMetaText(connection, NAME) ?? "";
  const [storedDay, rows = 0] = text.split(" ").map(Number);
  // Rows read are limited too. This reads each row of the inbox once, and needs no index, whose
  // updates would cost rows.
  const counted = connection.get<{ rows: number | null }>(
    "SELECT max(rows_today) AS rows FROM engagement_inbox WHERE at >= ?",
    day * DAY_MS,
  );
  return Math.max(storedDay === day ? rows : 0, counted?.rows ?? 0);
}
