import Database from "better-sqlite3";

/**
 * Makes the server what it must not be: COMMIT only says that it was done, and comes later, for all transactions of that time together.
 * Whatever waits for a commit, the answers too, happens before it. Late enough for a busy machine: what is killed meanwhile has committed nothing.
 */
const LATE_MS = 60_000;
const DONE = { changes: 0, lastInsertRowid: 0 };

const { prepare } = Database.prototype;
let isDue = false;

Database.prototype.prepare = function prepareLate<T extends unknown[]>(this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql) as Database.Statement<T>;
  const { run } = statement;
  if (sql === "BEGIN IMMEDIATE") statement.run = (...values: T) => (this.inTransaction ? DONE : run.apply(statement, values));
  if (sql === "COMMIT")
    statement.run = (...values: T) => {
      if (isDue) return DONE;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        if (this.inTransaction) run.apply(statement, values);
      }, LATE_MS).unref();
      return DONE;
    };
  return statement;
} as typeof prepare;
