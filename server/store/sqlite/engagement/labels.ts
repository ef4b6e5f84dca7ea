import { DIMENSIONS, type Dimension, OTHER_VALUE } from "../../engagement-types.ts";
import type { Connection } from "../database/connection.ts";

/** New values that a dimension keeps a day. Strangers choose the values; what comes after counts as `(other)`. */
const FRESH_A_DAY_MAX = 1_000;
/**
 * Values known from earlier days have room of their own, so that requests with made-up ones do not shut them out. Whoever makes values up today knows them
 * tomorrow: it takes ten days of that to fill it.
 */
const KNOWN_A_DAY_MAX = 10_000;
/** Row of `(other)` in `label`. */
export const OTHER_ID = 1;
/** Values that are remembered from one transaction to the next. Bounds memory: a value is at most 512 characters (engagement/normalize.ts). */
const REMEMBERED_MAX = 8_192;

/** The labels of one record. */
export interface RecordLabels {
  /**
   * Number of the label under which a value counts on a day.
   * @param isPublished it is no stranger's: there is room for it in any case
   */
  resolve(day: number, dimension: Dimension, text: string, isPublished: boolean): number;
  /** Called last in a record's work: a record that failed has left nothing behind, in the file or here. */
  keep(): void;
}

export interface Labels {
  /** @param today by the server's clock: when a label is first counted */
  forRecord(today: number): RecordLabels;
  /** The transaction is about to commit, with all its roll-ups written. */
  trim(): void;
  /** The transaction was rolled back: labels may be gone. */
  forget(): void;
}

/**
 * The dictionary of engagement, and the bound on it. A value beyond the bound becomes `(other)` in the raw event too: the file grows
 * by at most 1,000 strings of 512 characters a day and dimension beside those of published pages, and roll-ups stay exactly what the raw events add up to. Each string is
 * named by a roll-up, and so kept for ever as they are.
 */
export function createLabels(connection: Connection): Labels {
  // Must hold every value counted in the running transaction: its roll-up row is not written yet, so it would take a second place.
  let remembered = new Map<string, number>();
  return {
    forRecord: (today) => {
      let fresh: Map<string, number> | null = null;
      return {
        resolve: (day, dimension, text, isPublished) => {
          if (text === OTHER_VALUE) return OTHER_ID;
          const number = DIMENSIONS.indexOf(dimension);
          const key = `${day} ${number} ${text}`;
          const found = remembered.get(key) ?? fresh?.get(key);
          if (found !== undefined) return found;
          const id = resolveNew(connection, { day, dimension: number, text, isPublished, today });
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

interface NewValue {
  readonly day: number;
  readonly dimension: number;
  readonly text: string;
  readonly isPublished: boolean;
  readonly today: number;
}

function resolveNew(connection: Connection, { day, dimension, text, isPublished, today }: NewValue): number {
  const label = connection.get<{ id: number; since: number | null }>("SELECT id, since FROM label WHERE text = ?", text);
  if (label !== undefined && isCounted(connection, day, dimension, label.id)) return label.id;
  const isKnown = label !== undefined && (label.since === null || label.since < today);
  const [fresh, known] = isPublished ? [0, 0] : isKnown ? [0, 1] : [1, 0];
  const added = connection.run(
    `INSERT INTO dimension_day (day, dimension, distinct_values, fresh_values, known_values) VALUES (?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET distinct_values = distinct_values + 1, fresh_values = fresh_values + excluded.fresh_values,
       known_values = known_values + excluded.known_values
     WHERE fresh_values + excluded.fresh_values <= ${FRESH_A_DAY_MAX} AND known_values + excluded.known_values <= ${KNOWN_A_DAY_MAX}`,
    day,
    dimension,
    fresh,
    known,
  );
  if (added === 0) return OTHER_ID;
  return label?.id ?? connection.insert("INSERT INTO label (text, since) VALUES (?, ?)", text, today);
}

/** Whether a value has its place among those of the day already. */
function isCounted(connection: Connection, day: number, dimension: number, labelId: number): boolean {
  return (
    connection.get("SELECT 1 FROM rollup_day WHERE day = ? AND dimension = ? AND label_id = ? LIMIT 1", day, dimension, labelId) !==
    undefined
  );
}
