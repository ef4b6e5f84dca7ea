import { DIMENSIONS, type Dimension, OTHER_VALUE } from "../../engagement-types.ts";
import type { Connection } from "../store-context.ts";

/**
 * Maximum number of new values per dimension and day. Strangers choose the values; further ones are
 * counted as `(other)`.
 */
const FRESH_A_DAY_MAX = 1_000;
/**
 * Values known from earlier days have their own limit, so that made-up values do not displace them.
 * Values made up today are known tomorrow, but filling this limit takes ten days.
 */
const KNOWN_A_DAY_MAX = 10_000;
/** Row of `(other)` in `label`. */
export const OTHER_ID = 1;
/**
 * Maximum number of values cached between transactions. This bounds memory: a value has at most 512
 * characters (engagement/normalize.ts).
 */
const REMEMBERED_MAX = 8_192;

/** The labels of one record. */
export interface RecordLabels {
  /**
   * The number of the label for a value on a day.
   * @param isPublished whether the site itself defined the value; such a value always has room
   */
  resolve(day: number, dimension: Dimension, text: string, isPublished: boolean): number;
  /**
   * Called last in a record's work, so that a failed record leaves nothing behind in the file or in
   * memory.
   */
  keep(): void;
}

export interface Labels {
  /** @param today by the server's clock, for new labels */
  forRecord(today: number): RecordLabels;
  /** Called before a commit, after all roll-ups are written. */
  trim(): void;
  /** Called after a rollback, because labels may be gone. */
  forget(): void;
}

/**
 * The dictionary of engagement, with its limits. A value beyond a limit becomes `(other)` in the
 * raw event too. So the file grows by at most 1,000 strings of 512 characters per day and dimension
 * in addition to those of published pages, and roll-ups match their raw events exactly. Roll-ups
 * refer to the strings and are kept forever, so the strings are too.
 */
export function createLabels(connection: Connection): Labels {
  // Must hold every value counted in the running transaction: until a value's roll-up row is
  // written, the value would otherwise take a second place.
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
  const [fresh, fromEarlier] = isPublished ? [0, 0] : isKnown ? [0, 1] : [1, 0];
  const added = connection.run(
    `INSERT INTO dimension_day (day, dimension, distinct_values, fresh_values, known_values) VALUES (?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET distinct_values = distinct_values + 1, fresh_values = fresh_values + excluded.fresh_values,
       known_values = known_values + excluded.known_values
     WHERE fresh_values + excluded.fresh_values <= ${FRESH_A_DAY_MAX} AND known_values + excluded.known_values <= ${KNOWN_A_DAY_MAX}`,
    day,
    dimension,
    fresh,
    fromEarlier,
  );
  if (added === 0) return OTHER_ID;
  return label?.id ?? connection.insert("INSERT INTO label (text, since) VALUES (?, ?)", text, today);
}

/** Whether a value already has a place among the day's values. */
function isCounted(connection: Connection, day: number, dimension: number, labelId: number): boolean {
  return (
    connection.get("SELECT 1 FROM rollup_day WHERE day = ? AND dimension = ? AND label_id = ? LIMIT 1", day, dimension, labelId) !==
    undefined
  );
}

/** The texts of labels by their numbers. */
export function readLabelTexts(connection: Connection, ids: Iterable<number | null>): Map<number, string> {
  const sql = "SELECT id, text FROM label WHERE id IN (SELECT value FROM json_each(?))";
  return new Map(connection.all<{ id: number; text: string }>(sql, JSON.stringify([...ids])).map(({ id, text }) => [id, text]));
}
