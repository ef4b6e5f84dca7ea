import Database from "better-sqlite3";

/**
 * Makes the server break its promise: COMMIT only claims to be done, and happens later, for all
 * transactions of that time together. Everything that waits for a commit, including answers,
 * happens before it. The delay is long enough for a busy machine: a server that is killed in the
 * meantime has committed nothing.
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
