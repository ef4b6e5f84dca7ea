import type Database from "better-sqlite3";
import type { ObjectConnection } from "../../../../server/store/object/object-connection.ts";
import { FileConnection } from "../../../../server/store/sqlite/database/connection.ts";
import type { SqlValue } from "../../../../server/store/sqlite/store-context.ts";

/** A connection with an object's nested transactions, and its scripts of several statements. */
export function toObjectConnection(database: Database.Database): ObjectConnection {
  const inner = new FileConnection(() => database);
  const isScript = (sql: string): boolean => /;\s*\S/.test(sql);
  return {
    rowsWritten: 0,
    close: () => inner.close(),
    savepoint: inner.savepoint.bind(inner),
    snapshot: inner.snapshot.bind(inner),
    get: inner.get.bind(inner),
    all: inner.all.bind(inner),
    rows: inner.rows.bind(inner),
    insert: inner.insert.bind(inner),
    run: (sql: string, ...values: SqlValue[]) => {
      if (!isScript(sql)) return inner.run(sql, ...values);
      database.exec(sql);
      return 0;
    },
    transaction: <T>(work: () => T) => (database.inTransaction ? inner.savepoint(work) : inner.transaction(work)),
  };
}
