import { DAY_MS } from "../../days.ts";
import type { Connection, SqlValue } from "../sqlite/store-context.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES, type UnavailableReason } from "../store-errors.ts";

/** The part of a Durable Object's storage that the engine uses. */
export interface ObjectStorage {
  readonly sql: {
    exec(sql: string, ...values: readonly unknown[]): ObjectCursor;
    /** In bytes. */
    readonly databaseSize: number;
  };
  /** A call inside another one is a savepoint. */
  transactionSync<T>(work: () => T): T;
}

export interface ObjectCursor extends Iterable<Record<string, unknown>> {
  raw(): Iterable<unknown[]>;
  toArray(): Record<string, unknown>[];
  /**
   * Number of rows written so far, including those of indexes: the unit of the plan's daily limit.
   */
  readonly rowsWritten: number;
}

/**
 * The maximum size of a row, in bytes. The engine refuses longer rows (Cloudflare's limits for
 * Durable Objects).
 */
export const ROW_MAX_BYTES = 2_000_000;
/** Largest number of values in one statement. Durable Objects allow no more. */
const VALUES_MAX = 100;
/**
 * The platform's message when the plan's rows are used up until midnight UTC. Other programs
 * in the account share the plan, so the object's own count may be far below.
 */
const PLAN_USED_UP = /Exceeded allowed rows (?:read|written)/;
const CHANGES_SQL = "SELECT changes() AS changes, last_insert_rowid() AS id";

export interface ObjectConnection extends Connection {
  /** Number of rows written since the object started, including those of indexes. */
  readonly rowsWritten: number;
  /** Makes every later use throw `StoreUnavailable`. */
  close(): void;
}

/**
 * The database of a Durable Object. The platform holds answers back until the data that they
 * acknowledge is stored.
 * @param refuseWrite why writes fail at the moment; null if they work
 * @param clock milliseconds since 1970
 */
export function createObjectConnection(
  storage: ObjectStorage,
  refuseWrite: () => StoreUnavailable | null = () => null,
  clock: () => number = Date.now,
): ObjectConnection {
  return new SqlStorageConnection(storage, refuseWrite, clock);
}

class SqlStorageConnection implements ObjectConnection {
  readonly #storage: ObjectStorage;
  readonly #refuseWrite: () => StoreUnavailable | null;
  readonly #clock: () => number;
  #rowsWritten = 0;
  #isClosed = false;

  constructor(storage: ObjectStorage, refuseWrite: () => StoreUnavailable | null, clock: () => number) {
    this.#storage = storage;
    this.#refuseWrite = refuseWrite;
    this.#clock = clock;
  }

  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#all(sql, values)[0] as Row | undefined;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#all(sql, values) as Row[];
  }

  *rows<Value = number>(sql: string, ...values: SqlValue[]): IterableIterator<readonly Value[]> {
    try {
      yield* this.#exec(sql, values).raw() as Iterable<Value[]>;
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  run(sql: string, ...values: SqlValue[]): number {
    this.#admitWrite();
    this.#all(sql, values);
    return this.#lastChange().changes;
  }

  insert(sql: string, ...values: SqlValue[]): number {
    this.#admitWrite();
    this.#all(sql, values);
    return this.#lastChange().id;
  }

  transaction<T>(work: () => T): T {
    try {
      return this.#storage.transactionSync(work);
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  savepoint<T>(work: () => T): T {
    return this.transaction(work);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Nothing else runs in the object in the meantime. */
  snapshot<T>(read: () => T): T {
    return read();
  }

  #admitWrite(): void {
    const refusal = this.#refuseWrite();
    if (refusal !== null) throw refusal;
  }

  #lastChange(): { changes: number; id: number } {
    return this.#all(CHANGES_SQL, [])[0] as { changes: number; id: number };
  }

  #all(sql: string, values: readonly SqlValue[]): Record<string, unknown>[] {
    try {
      const cursor = this.#exec(sql, values);
      const rows = cursor.toArray().map(toRow);
      this.#rowsWritten += cursor.rowsWritten;
      return rows;
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  /** @throws TypeError for a value that the engine cannot bind, or would bind as another value */
  #exec(sql: string, values: readonly unknown[]): ObjectCursor {
    if (this.#isClosed) throw new StoreUnavailable("closed", UNAVAILABLE_MESSAGES.closed);
    if (values.length > VALUES_MAX) throw new TypeError(`this statement has more than ${VALUES_MAX} values: ${sql}`);
    if (values.some((value) => value === undefined || typeof value === "boolean" || typeof value === "bigint"))
      throw new TypeError(`a value of this statement is undefined, a boolean or a bigint: ${sql}`);
    return this.#storage.sql.exec(sql, ...values);
  }

  /** Returns other errors unchanged, because they are the fault of the record or of the program. */
  #toUnavailable(error: unknown): unknown {
    if (error instanceof StoreUnavailable) return error;
    const reason = unavailableReason(error instanceof Error ? error.message : String(error));
    if (reason === null) return error;
    const wait = reason === "rows-used-up" ? { retryAfterMs: DAY_MS - (this.#clock() % DAY_MS) } : {};
    return new StoreUnavailable(reason, UNAVAILABLE_MESSAGES[reason], { cause: error, ...wait });
  }
}

/** Blobs arrive as ArrayBuffer. The stores use Buffer, which the other engine returns. */
function toRow(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = Buffer.from(value);
  }
  return row;
}

function unavailableReason(message: string): UnavailableReason | null {
  if (PLAN_USED_UP.test(message)) return "rows-used-up";
  if (/SQLITE_FULL|database or disk is full/.test(message)) return "disk-full";
  if (/SQLITE_(?:IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM)/.test(message)) return "database-error";
  return null;
}
