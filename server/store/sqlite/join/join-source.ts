import Database from "better-sqlite3";
import { SCHEMA_VERSION } from "../../engine/migrations.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireSound } from "../backup/database-copy.ts";
import { READ_ONLY } from "../database/open-database.ts";
import { findUnfitRows, verifyDatabase } from "../database/verify.ts";
import type { SqlValue } from "../store-context.ts";

/** A database opened only for reading. */
export interface JoinSource {
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** The problem of each row whose values must not be copied, by row number in decimal digits. */
  unfit(table: "comment" | "inquiry"): Map<string, string>;
  close(): void;
}

/** @throws StoreFileError if the file is not sound, or has another version */
export function openJoinSource(file: string): JoinSource {
  const report = verifyDatabase(file, { values: "none" });
  requireSound(report, file);
  if (report.version !== SCHEMA_VERSION)
    throw new StoreFileError(
      `${file} has version ${report.version} of the schema, but this program needs version ${SCHEMA_VERSION}`,
      `migrate it first: octavo db migrate --db ${file}`,
    );
  const database = new Database(file, READ_ONLY);
  const statements = new Map<string, Database.Statement>();
  return {
    all: <Row>(sql: string, ...values: SqlValue[]) => {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      return statement.all(...values) as Row[];
    },
    unfit: (table) => findUnfitRows(database, table),
    close: () => void database.close(),
  };
}
