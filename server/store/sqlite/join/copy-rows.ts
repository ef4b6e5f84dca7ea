import type { Connection, SqlValue } from "../store-context.ts";
import type { JoinSource } from "./join-source.ts";

interface CopiedRows {
  readonly table: "author_key" | "duplicate_mark" | "reply_subscription" | "idempotency_key";
  /** The column that refers to the owning row. Its value is `from` in the source and `to` here. */
  readonly column: string;
  readonly from: number | string;
  readonly to: number | string;
}

/**
 * Copies the rows that belong to another row; existing ones stay. Their own row numbers are not
 * copied.
 */
export function copyRows(connection: Connection, source: JoinSource, { table, column, from, to }: CopiedRows): void {
  for (const { id: _, ...row } of source.all<Record<string, SqlValue>>(`SELECT * FROM ${table} WHERE ${column} = ?`, from)) {
    const names = Object.keys(row);
    connection.run(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`,
      ...names.map((name) => (name === column ? to : (row[name] ?? null))),
    );
  }
}
