import type Database from "better-sqlite3";
import { StoreUnavailable, type UnavailableReason } from "../../store-errors.ts";
import { errorCode } from "./open-database.ts";

export type SqlValue = number | bigint | string | Uint8Array | null;

/** The one handle on the database, its prepared statements, and the way back after an I/O error. */
export interface Connection {
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Rows of numbers as arrays, one after the other; until the last is taken, nothing else can run on the handle. */
  rows(sql: string, ...values: SqlValue[]): IterableIterator<readonly number[]>;
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Runs a statement that inserts one row; returns its rowid. */
  insert(sql: string, ...values: SqlValue[]): number;
  readonly inTransaction: boolean;
  /** Runs reads on one snapshot; inside a transaction, as part of it. */
  snapshot<T>(read: () => T): T;
  /**
   * Opens the file again in place of the handle. Where that fails (no room, a failing disk) the old handle goes on: what it can still read is read. One
   * that is in the midst of a transaction is dropped in any case; then the next use opens the file.
   */
  reset(): void;
  /** Moves the log into the database and empties it; false: someone reads or writes. */
  checkpoint(): boolean;
  /**
   * Copies all that the handle sees into a new file, even where its own files have lost their names. Never opens anything by the database's name.
   * @throws where that cannot be done; sealing does not prevent it
   */
  copyInto(file: string): void;
  /** From now on every use throws this. The handle stays open: what it sees can still be copied. */
  seal(reason: StoreUnavailable): void;
  close(): void;
}

/**
 * Statements are prepared at first use and kept by their text, so SQL stands where it is used and survives a reopening.
 *
 * @param onReopen the file was opened again: a commit that failed may stand in it after all, and nothing that is remembered about it is certain
 * @throws StoreUnavailable from every method, once closed or when the file cannot be opened again.
 */
export function createConnection(open: () => Database.Database, onReopen?: () => void): Connection {
  let database: Database.Database | null = open();
  let closed = false;
  let sealed: StoreUnavailable | null = null;
  let statements = new Map<string, Database.Statement>();

  const handle = (): Database.Database => {
    if (closed) throw new StoreUnavailable("closed", "the store is closed");
    if (sealed !== null) throw sealed;
    if (database === null) {
      try {
        database = open();
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        throw new StoreUnavailable("io-error", "the database could not be opened again after an error", { cause: error });
      }
      onReopen?.();
    }
    return database;
  };
  const statement = (sql: string): Database.Statement => {
    const opened = handle();
    let found = statements.get(sql);
    if (found === undefined) {
      found = opened.prepare(sql);
      statements.set(sql, found);
    }
    return found;
  };
  const isInTransaction = (): boolean => database?.inTransaction ?? false;
  const drop = (): void => {
    const dropped = database;
    database = null;
    statements = new Map();
    attempt(() => dropped?.close());
  };
  const reset = (): void => {
    let next: Database.Database | null = null;
    attempt(() => {
      next = open();
    });
    // Opening takes room on the disk, for the index of the log, where no other handle holds it: so the old one goes last, and stays where it is alone.
    if (next === null && !isInTransaction()) return;
    drop();
    database = next;
    if (next !== null) onReopen?.();
  };

  return {
    get: <Row>(sql: string, ...values: SqlValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SqlValue[]) => statement(sql).all(...values) as Row[],
    rows: (sql, ...values) =>
      statement(sql)
        .raw()
        .iterate(...values) as IterableIterator<readonly number[]>,
    run: (sql, ...values) => statement(sql).run(...values).changes,
    insert: (sql, ...values) => Number(statement(sql).run(...values).lastInsertRowid),
    get inTransaction() {
      return isInTransaction();
    },
    snapshot: (read) => {
      if (isInTransaction()) return read();
      try {
        statement("BEGIN").run();
        const result = read();
        statement("COMMIT").run();
        return result;
      } catch (error) {
        if (isInTransaction()) attempt(() => statement("ROLLBACK").run());
        throw toUnavailable(error, reset);
      }
    },
    reset,
    checkpoint: () => {
      try {
        const [row] = handle().pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
        return row?.busy === 0;
      } catch (error) {
        throw toUnavailable(error, reset);
      }
    },
    copyInto: (file) => {
      if (database === null) throw new StoreUnavailable("database-lost", "the handle on the database was lost as well");
      database.prepare("VACUUM INTO ?").run(file);
    },
    seal: (reason) => {
      sealed = reason;
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

/** Why SQLite could not serve, or null: the fault is the record's (a constraint) or the program's. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (error instanceof StoreUnavailable) return error.reason;
  const code = errorCode(error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "locked";
  if (code === "SQLITE_FULL") return "disk-full";
  if (code.startsWith("SQLITE_IOERR")) return "io-error";
  return /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PERM|PROTOCOL)/.test(code) ? "database-error" : null;
}

const SAID: Record<UnavailableReason, string> = {
  "queue-full": "too many writes are waiting",
  locked: "another process holds a lock on the database",
  "disk-full": "the disk or the database is full",
  "io-error": "the disk failed",
  "database-error": "the database cannot be used",
  "database-lost": "the database's file was deleted or replaced while it was open",
  closed: "the store is closed",
};

/** An error of SQLite as `StoreUnavailable` where waiting may help; any other as it is. After a failing disk, `reset` changes the handle. */
export function toUnavailable(error: unknown, reset: () => void): unknown {
  if (error instanceof StoreUnavailable) return error;
  const reason = unavailableReason(error);
  if (reason === null) return error;
  if (reason === "io-error" || reason === "database-error") reset();
  return new StoreUnavailable(reason, SAID[reason], { cause: error });
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // The first error is the one that tells.
  }
}
