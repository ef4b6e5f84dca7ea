import { DAY_MS, dayOf } from "../../days.ts";
import { writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";

const NAME = "rows-today";
/** An alarm that is set after a transaction: its row may be forgotten. */
const ALARM_ROWS = 1;
/** A stored count includes rows that may follow, so that few small transactions share one. */
const ROWS_AHEAD = 3;

/** Rows that the object has written since midnight UTC. A plan has a number of them for each day. */
export interface DayRows {
  readonly used: number;
  /** Counts rows that no statement writes: an alarm. */
  add(rows: number): void;
  /** Until the count begins again. */
  readonly msLeft: number;
  /** Stores the count, which is one row more. */
  keep(): void;
  /** Stores it if no stored count has the rows of a transaction. Runs before its commit. */
  keepIfMore(): void;
  /** The count for a row that is written anyway, and which then stores it. */
  keepElsewhere(): number;
  /** A transaction was undone, and the count that it stored with it. */
  noteRollback(): void;
}

/**
 * An object that falls asleep forgets what is in memory. So the count is stored in transactions:
 * with the inbox's requests, which costs no row, and else in `meta`.
 * @param rowsWritten since the object woke up
 */
export function createDayRows(connection: Connection, rowsWritten: () => number, clock: () => number): DayRows {
  let day = dayOf(clock());
  // Rows that the object wrote while it woke up are in no stored count.
  let base = readStored(connection, day);
  /** Rows written up to which the stored count is enough: none, as those ahead may be used up. */
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
  const text = connection.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", NAME)?.value ?? "";
  const [storedDay, rows = 0] = text.split(" ").map(Number);
  // Rows that are read are counted, too: this reads each row of the inbox once, and no index costs a write.
  const counted = connection.get<{ rows: number | null }>(
    "SELECT max(rows_today) AS rows FROM engagement_inbox WHERE at >= ?",
    day * DAY_MS,
  );
  return Math.max(storedDay === day ? rows : 0, counted?.rows ?? 0);
}
