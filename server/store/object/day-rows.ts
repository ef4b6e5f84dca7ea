import { DAY_MS, dayOf } from "../../days.ts";
import { writeMetaText } from "../sqlite/database/meta.ts";
import type { ObjectConnection } from "./object-connection.ts";

const NAME = "rows-today";
/** Rows that may be lost with the memory of an object that falls asleep. Keeping costs one more. */
const KEPT_AFTER = 50;

/** Rows that the object has written since midnight UTC. A plan has a number of them for each day. */
export interface DayRows {
  readonly used: number;
  /** Rows that no statement writes: an alarm. */
  add(rows: number): void;
  /** Until the count begins again. */
  readonly msLeft: number;
  /** Keeps the count if much of it is only in memory. Runs in a transaction, before its commit. */
  keep(): void;
  /** The count is stored with another row. */
  noteKept(): void;
}

/** The count is kept with the inbox's requests, which costs no row, and else in `meta`. */
export function createDayRows(connection: ObjectConnection, clock: () => number): DayRows {
  let day = dayOf(clock());
  let base = readKept(connection, day) - connection.rowsWritten;
  let kept = 0;
  const used = (): number => {
    const today = dayOf(clock());
    if (today !== day) {
      day = today;
      base = -connection.rowsWritten;
      kept = 0;
    }
    return base + connection.rowsWritten;
  };
  kept = used();
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
    keep: () => {
      const rows = used();
      if (rows - kept < KEPT_AFTER) return;
      writeMetaText(connection, NAME, `${day} ${rows + 1}`);
      kept = rows;
    },
    noteKept: () => {
      kept = used();
    },
  };
}

function readKept(connection: ObjectConnection, day: number): number {
  const text = connection.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", NAME)?.value ?? "";
  const [keptDay, rows = 0] = text.split(" ").map(Number);
  const last = connection.get<{ at: number; rows: number }>(
    "SELECT at, rows_today AS rows FROM engagement_inbox ORDER BY sequence DESC LIMIT 1",
  );
  return Math.max(keptDay === day ? rows : 0, last !== undefined && dayOf(last.at) === day ? last.rows : 0);
}
