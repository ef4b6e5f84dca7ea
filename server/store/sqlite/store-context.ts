import type { DailyQuota, QuotaRefusal } from "../request-types.ts";
import type { UsedUpTotal } from "../store.ts";

export type SqlValue = number | string | Uint8Array | null;

/**
 * A database engine as the stores use it. Every method throws `StoreUnavailable` if the engine
 * cannot serve; any other error is the fault of the statement or of the program.
 */
export interface Connection {
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /**
   * Rows as arrays, one after the other. Until the last one is read or the loop is left, nothing
   * else can run on the handle.
   */
  rows<Value = number>(sql: string, ...values: SqlValue[]): IterableIterator<readonly Value[]>;
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Inserts one row; returns its rowid. */
  insert(sql: string, ...values: SqlValue[]): number;
  /** Runs work in its own transaction. If the work throws, all of it is undone. */
  transaction<T>(work: () => T): T;
  /**
   * Runs work inside the running transaction. If the work throws, only the work is undone, unless
   * the engine had to undo the whole transaction. The error is then a `StoreUnavailable`.
   */
  savepoint<T>(work: () => T): T;
  /** Runs reads on one snapshot, or as part of the running transaction. */
  snapshot<T>(read: () => T): T;
}

/** Daily limits of clients and of the site. */
export interface Quotas {
  /** See `DailyTotalStore`. */
  usedUp(): UsedUpTotal[];
  /** See `DailyTotalStore`. */
  used(keys: readonly string[]): ReadonlyMap<string, number>;
  /**
   * Takes one from each quota, or nothing if any is exhausted. Runs inside the transaction of the
   * write.
   */
  use(quotas: readonly DailyQuota[], now: number): QuotaRefusal | null;
}

/** Shared by all resources of the store. */
export interface StoreContext {
  connection: Connection;
  /** Milliseconds since 1970. */
  clock: () => number;
  quotas: Quotas;
  random: (bytes: number) => Uint8Array;
  /** A new public id. */
  newId: () => string;
  /**
   * Runs in the shared transaction; resolves after its commit.
   * @param work receives the time of the call, which may be long before the transaction
   */
  write<T>(work: (now: number) => T): Promise<T>;
  /**
   * Runs reads on one snapshot, immediately. Rejects with StoreUnavailable for SQLite errors.
   * @param read receives the current time
   */
  read<T>(read: (now: number) => T): Promise<T>;
  /** Removes deleted rows from the database's log as well. False if somebody is reading. */
  emptyLog(): boolean;
  /** Called before the first of many inserts at scattered places. */
  prepareImport(): void;
}
