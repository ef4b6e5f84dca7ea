import type Database from "better-sqlite3";
import { StoreUnavailable, type UnavailableReason } from "../../store-errors.ts";
import { errorCode } from "./open-database.ts";

export type SqlValue = number | bigint | string | Uint8Array | null;

/**
 * The only handle on the database, its prepared statements, and the recovery after an I/O error.
 */
export interface Connection {
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /**
   * Rows of numbers as arrays, one after the other. Until the last one is read, nothing else can
   * run on the handle.
   */
  rows(sql: string, ...values: SqlValue[]): IterableIterator<readonly number[]>;
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Inserts one row; returns its rowid. */
  insert(sql: string, ...values: SqlValue[]): number;
  readonly inTransaction: boolean;
  /** Runs reads on one snapshot, or as part of the running transaction. */
  snapshot<T>(read: () => T): T;
  /**
   * Opens the file again and replaces the handle. If that fails (no room, a failing disk), the old
   * handle stays for reads. A handle inside a transaction is always dropped; the next use then
   * opens the file.
   */
  reset(): void;
  /**
   * Applies the log to the database and empties it. False if another handle is reading or writing.
   */
  checkpoint(): boolean;
  /**
   * Copies everything the handle sees into a new file, even if its own files were deleted. Never
   * opens the database by name. Works on a sealed handle.
   * @throws if the copy fails
   */
  copyInto(file: string): void;
  /**
   * Every later use throws this error. The handle stays open, and its content can still be copied.
   */
  seal(reason: StoreUnavailable): void;
  close(): void;
}

/**
 * Prepares each statement at its first use and caches it by its text, so SQL can stay in the code
 * that uses it and survives a reopening.
 * @param onReopen called after the file was reopened. A failed commit may have succeeded, so cached
 * content is uncertain
 * @throws StoreUnavailable from every method, once closed or if the file cannot be opened again
 */
export function createConnection(open: () => Database.Database, onReopen?: () => void): Connection {
  return new SqliteConnection(open, onReopen);
}

class SqliteConnection implements Connection {
  readonly #open: () => Database.Database;
  readonly #onReopen: (() => void) | undefined;
  #database: Database.Database | null;
  #isClosed = false;
  #sealed: StoreUnavailable | null = null;
  #statements = new Map<string, Database.Statement>();

  constructor(open: () => Database.Database, onReopen: (() => void) | undefined) {
    this.#open = open;
    this.#onReopen = onReopen;
    this.#database = open();
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  rows(sql: string, ...values: SqlValue[]): IterableIterator<readonly number[]> {
    return this.#statement(sql)
      .raw()
      .iterate(...values) as IterableIterator<readonly number[]>;
  }

  run(sql: string, ...values: SqlValue[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  get inTransaction(): boolean {
    return this.#database?.inTransaction ?? false;
  }

  snapshot<T>(read: () => T): T {
    if (this.inTransaction) return read();
    try {
      this.run("BEGIN");
      const result = read();
      this.run("COMMIT");
      return result;
    } catch (error) {
      if (this.inTransaction) attempt(() => this.run("ROLLBACK"));
      throw toUnavailable(error, () => this.reset());
    }
  }

  reset(): void {
    let next: Database.Database | null = null;
    attempt(() => {
      next = this.#open();
    });
    // Opening needs disk space for the index of the log, unless another handle has it. So the old
    // handle is closed last, or kept if it is the only one.
    if (next === null && !this.inTransaction) return;
    this.#drop();
    this.#database = next;
    if (next !== null) this.#onReopen?.();
  }

  checkpoint(): boolean {
    try {
      const [row] = this.#handle().pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
      return row?.busy === 0;
    } catch (error) {
      throw toUnavailable(error, () => this.reset());
    }
  }

  copyInto(file: string): void {
    if (this.#database === null) throw new StoreUnavailable("database-lost", "the database handle was lost as well");
    this.#database.prepare("VACUUM INTO ?").run(file);
  }

  seal(reason: StoreUnavailable): void {
    this.#sealed = reason;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #handle(): Database.Database {
    if (this.#isClosed) throw new StoreUnavailable("closed", "the store is closed");
    if (this.#sealed !== null) throw this.#sealed;
    if (this.#database !== null) return this.#database;
    try {
      this.#database = this.#open();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable("io-error", "the database could not be opened again after an error", { cause: error });
    }
    this.#onReopen?.();
    return this.#database;
  }

  #statement(sql: string): Database.Statement {
    const database = this.#handle();
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      prepared = database.prepare(sql);
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }

  #drop(): void {
    const dropped = this.#database;
    this.#database = null;
    this.#statements = new Map();
    attempt(() => dropped?.close());
  }
}

/** Why SQLite cannot serve. Null if the record (a constraint) or the program is at fault. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (error instanceof StoreUnavailable) return error.reason;
  const code = errorCode(error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "locked";
  if (code === "SQLITE_FULL") return "disk-full";
  if (code.startsWith("SQLITE_IOERR")) return "io-error";
  return /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PERM|PROTOCOL)/.test(code) ? "database-error" : null;
}

const MESSAGES: Record<UnavailableReason, string> = {
  "queue-full": "too many writes are waiting",
  locked: "another process has locked the database",
  "disk-full": "the disk or the database is full",
  "io-error": "the disk failed",
  "database-error": "the database cannot be used",
  "database-lost": "the database file was deleted or replaced while it was open",
  closed: "the store is closed",
};

/**
 * Converts an SQLite error to `StoreUnavailable` if waiting may help, and returns any other error
 * unchanged. After a disk error, `reset` reopens the file.
 */
export function toUnavailable(error: unknown, reset: () => void): unknown {
  if (error instanceof StoreUnavailable) return error;
  const reason = unavailableReason(error);
  if (reason === null) return error;
  if (reason === "io-error" || reason === "database-error") reset();
  return new StoreUnavailable(reason, MESSAGES[reason], { cause: error });
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // Report the first error.
  }
}
