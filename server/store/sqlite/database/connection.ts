import type Database from "better-sqlite3";
import { StoreUnavailable, UNAVAILABLE_MESSAGES, type UnavailableReason } from "../../store-errors.ts";
import type { Connection, SqlValue } from "../store-context.ts";
import { errorCode } from "./open-database.ts";

/**
 * The only handle on a database file, its prepared statements, and the recovery after an I/O error.
 * Prepares each statement at its first use and caches it by its text, so SQL can stay in the code
 * that uses it and survives a reopening. Every method throws `StoreUnavailable` once the handle is
 * closed, or if the file cannot be opened again.
 */
export class FileConnection implements Connection {
  readonly #open: () => Database.Database;
  readonly #onReopen: (() => void) | undefined;
  #database: Database.Database | null;
  #isClosed = false;
  #sealed: StoreUnavailable | null = null;
  /** Whether the work of a transaction is running. */
  #inWork = false;
  #statements = new Map<string, Database.Statement>();

  /**
   * @param onReopen called after the file was reopened. A failed commit may have succeeded, so cached
   * content is uncertain
   */
  constructor(open: () => Database.Database, onReopen?: () => void) {
    this.#open = open;
    this.#onReopen = onReopen;
    this.#database = open();
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    try {
      return this.#statement(sql, values).get(...values) as Row | undefined;
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    try {
      return this.#statement(sql, values).all(...values) as Row[];
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  *rows<Value = number>(sql: string, ...values: SqlValue[]): IterableIterator<readonly Value[]> {
    try {
      yield* this.#statement(sql, values)
        .raw()
        .iterate(...values) as IterableIterator<readonly Value[]>;
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  run(sql: string, ...values: SqlValue[]): number {
    return this.#run(sql, values).changes;
  }

  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#run(sql, values).lastInsertRowid);
  }

  transaction<T>(work: () => T): T {
    return this.#complete("BEGIN IMMEDIATE", work);
  }

  savepoint<T>(work: () => T): T {
    this.run("SAVEPOINT record");
    try {
      const result = work();
      this.run("RELEASE record");
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.run("ROLLBACK TO record");
      this.run("RELEASE record");
      throw error;
    }
  }

  snapshot<T>(read: () => T): T {
    return this.#isInTransaction ? read() : this.#complete("BEGIN", read);
  }

  /** Applies the log to the database and empties it. False if another handle is in use. */
  checkpoint(): boolean {
    try {
      const [row] = this.#handle().pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
      return row?.busy === 0;
    } catch (error) {
      throw this.#recover(this.#toUnavailable(error));
    }
  }

  /**
   * Copies everything the handle sees into a new file, even if its own files were deleted. Never
   * opens the database by name. Works on a sealed handle.
   * @throws if the copy fails
   */
  copyInto(file: string): void {
    if (this.#database === null) throw new StoreUnavailable("database-lost", "the database handle was lost as well");
    this.#database.prepare("VACUUM INTO ?").run(file);
  }

  /** Makes every later use throw this error. The content can still be copied. */
  seal(reason: StoreUnavailable): void {
    this.#sealed = reason;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  get #isInTransaction(): boolean {
    return this.#database?.inTransaction ?? false;
  }

  #run(sql: string, values: readonly SqlValue[]): Database.RunResult {
    try {
      return this.#statement(sql, values).run(...values);
    } catch (error) {
      throw this.#toUnavailable(error);
    }
  }

  #complete<T>(begin: string, work: () => T): T {
    try {
      this.run(begin);
      this.#inWork = true;
      const result = work();
      this.run("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw this.#recover(error);
    } finally {
      this.#inWork = false;
    }
  }

  #rollBack(): void {
    if (!this.#isInTransaction) return;
    try {
      this.run("ROLLBACK");
    } catch {
      this.reset();
    }
  }

  /** Opens the file again if the disk or the database failed. Returns the error. */
  #recover(error: unknown): unknown {
    if (error instanceof StoreUnavailable && (error.reason === "io-error" || error.reason === "database-error")) this.reset();
    return error;
  }

  /**
   * Converts an error of SQLite if waiting may help, or if SQLite has ended the transaction,
   * because later inserts would then commit individually. Returns any other error unchanged.
   */
  #toUnavailable(error: unknown): unknown {
    if (error instanceof StoreUnavailable) return error;
    const reason = unavailableReason(error) ?? (this.#inWork && !this.#isInTransaction ? "database-error" : null);
    return reason === null ? error : new StoreUnavailable(reason, UNAVAILABLE_MESSAGES[reason], { cause: error });
  }

  /**
   * Opens the file again and replaces the handle, as happens after an I/O error in a transaction.
   * If that fails (no room, a failing disk), the old handle stays for reads. A handle inside a
   * transaction is always dropped; the next use then opens the file.
   */
  reset(): void {
    let next: Database.Database | null = null;
    attempt(() => {
      next = this.#open();
    });
    // Opening needs disk space for the index of the log, unless another handle has it open. So the
    // old handle is closed last, or kept if it is the only one.
    if (next === null && !this.#isInTransaction) return;
    this.#drop();
    this.#database = next;
    if (next !== null) this.#onReopen?.();
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

  /** @throws TypeError for an undefined value, which better-sqlite3 would bind as NULL */
  #statement(sql: string, values: readonly unknown[]): Database.Statement {
    if (values.includes(undefined)) throw new TypeError(`a value of this statement is undefined: ${sql}`);
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
function unavailableReason(error: unknown): UnavailableReason | null {
  const code = errorCode(error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "locked";
  if (code === "SQLITE_FULL") return "disk-full";
  if (code.startsWith("SQLITE_IOERR")) return "io-error";
  return /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PERM|PROTOCOL)/.test(code) ? "database-error" : null;
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // Report the first error.
  }
}
