import type { Connection } from "./connection.ts";
import { DIMENSIONS, type Dimension, OTHER_VALUE } from "./engagement-types.ts";

/** Distinct values that a dimension keeps a day. Strangers choose the values; what comes after counts as `(other)`. */
const VALUES_A_DAY_MAX = 1_000;
/** Row of `(other)` in `label`. */
const OTHER_ID = 1;
/** Values that are remembered from one transaction to the next. Bounds memory: a value is at most 512 characters (engagement/normalize.ts). */
const REMEMBERED_MAX = 8_192;

/** The labels of one record. */
export interface RecordLabels {
  /** Number of the label under which a value counts on a day. */
  resolve(day: number, dimension: Dimension, text: string): number;
  /** Called last in a record's work: a record that failed has left nothing behind, in the file or here. */
  keep(): void;
}

export interface Labels {
  forRecord(): RecordLabels;
  /** The transaction is about to commit, with all its roll-ups written. */
  trim(): void;
  /** The transaction was rolled back: labels may be gone. */
  forget(): void;
}

/**
 * The dictionary of engagement, and the bound on it. A value beyond the bound becomes `(other)` in the raw event too: the file grows
 * by at most 1,000 strings of 512 characters a day and dimension, and roll-ups stay exactly what the raw events add up to. Each string is
 * named by a roll-up, and so kept for ever as they are.
 */
export function createLabels(connection: Connection): Labels {
  // Must hold every value counted in the running transaction: its roll-up row is not written yet, so it would take a second place of the 1,000.
  let remembered = new Map<string, number>();
  return {
    forRecord: () => {
      let fresh: Map<string, number> | null = null;
      return {
        resolve: (day, dimension, text) => {
          if (text === OTHER_VALUE) return OTHER_ID;
          const number = DIMENSIONS.indexOf(dimension);
          const key = `${day} ${number} ${text}`;
          const found = remembered.get(key) ?? fresh?.get(key);
          if (found !== undefined) return found;
          const id = resolveNew(connection, day, number, text);
          if (id === OTHER_ID) return id;
          fresh ??= new Map();
          fresh.set(key, id);
          return id;
        },
        keep: () => {
          for (const [key, id] of fresh ?? []) remembered.set(key, id);
        },
      };
    },
    trim: () => {
      if (remembered.size > REMEMBERED_MAX) remembered = new Map();
    },
    forget: () => {
      remembered = new Map();
    },
  };
}

function resolveNew(connection: Connection, day: number, dimension: number, text: string): number {
  const known = connection.get<{ id: number }>("SELECT id FROM label WHERE text = ?", text)?.id;
  if (known !== undefined && isCounted(connection, day, dimension, known)) return known;
  const added = connection.run(
    `INSERT INTO dimension_day (day, dimension, distinct_values) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET distinct_values = distinct_values + 1 WHERE distinct_values < ${VALUES_A_DAY_MAX}`,
    day,
    dimension,
  );
  if (added === 0) return OTHER_ID;
  return known ?? connection.insert("INSERT INTO label (text) VALUES (?)", text);
}

/** Whether a value has its place among those of the day already. */
function isCounted(connection: Connection, day: number, dimension: number, labelId: number): boolean {
  return (
    connection.get("SELECT 1 FROM rollup_day WHERE day = ? AND dimension = ? AND label_id = ? LIMIT 1", day, dimension, labelId) !==
    undefined
  );
}
