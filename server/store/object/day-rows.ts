import { DAY_MS, dayOf } from "../../days.ts";
import { writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";

const NAME = "rows-today";
/** Rows that may be lost with the memory of an object that falls asleep. Keeping costs one more. */
const STORED_AFTER = 50;

/** Rows that the object has written since midnight UTC. A plan has a number of them for each day. */
export interface DayRows {
  readonly used: number;
  /** Counts rows that no statement writes: an alarm. */
  add(rows: number): void;
  /** Until the count begins again. */
  readonly msLeft: number;
  /** Stores the count, which is one row more. */
  keep(): void;
  /** Stores it if much of it is only in memory. Runs in a transaction, before its commit. */
  keepIfMany(): void;
  /** The count was stored in another row. */
  noteKept(): void;
}

/**
 * The count is stored with the inbox's requests, which costs no row, and else in `meta`.
 * @param rowsWritten since the object woke up
 */
export function createDayRows(connection: Connection, rowsWritten: () => number, clock: () => number): DayRows {
  let day = dayOf(clock());
  let base = readStored(connection, day) - rowsWritten();
  const used = (): number => {
    const today = dayOf(clock());
    if (today !== day) {
      day = today;
      base = -rowsWritten();
      stored = 0;
    }
    return base + rowsWritten();
  };
  let stored = used();
  const keep = (): void => {
    const rows = used();
    writeMetaText(connection, NAME, `${day} ${rows + 1}`);
    stored = rows;
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
    keepIfMany: () => {
      if (used() - stored >= STORED_AFTER) keep();
    },
    noteKept: () => {
      stored = used();
    },
  };
}

function readStored(connection: Connection, day: number): number {
  const text = connection.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", NAME)?.value ?? "";
  const [storedDay, rows = 0] = text.split(" ").map(Number);
  // Rows that are read are counted, too: this reads each row of the inbox once, and no index costs a write.
  const counted = connection.get<{ rows: number | null }>(
    "SELECT max(rows_today) AS rows FROM engagement_inbox WHERE at >= ?",
    day * DAY_MS,
  );
  return Math.max(storedDay === day ? rows : 0, counted?.rows ?? 0);
}
