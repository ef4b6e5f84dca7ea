import { databaseSum, SUM_MAX_ROWS } from "../../server/owner/database/read-tables.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import type { TableCount, TablePlace } from "../../server/store/engine/database-transfer.ts";
import type { Connection } from "../../server/store/sqlite/store-context.ts";
import type { TableLayout } from "../../server/store/sqlite/transfer/table-layout.ts";
import { countRows, type RowKey, sumRows } from "../../server/store/sqlite/transfer/table-rows.ts";
import { CliError, type Io, pause } from "../io.ts";
import { TryAgainError } from "./owner-channel.ts";

/**
 * Maximum number of attempts at one request. A lease of ten seconds is longer than the pauses
 * between them.
 */
const ATTEMPTS = 4;

/**
 * Repeats work that may be done twice while the server cannot answer its requests.
 * @throws TryAgainError after the last attempt
 */
export async function repeat<T>(io: Pick<Io, "setTimer" | "signal">, work: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TryAgainError) || attempt === attempts || io.signal.aborted) throw error;
      await pause(io, error.retryAfterMs);
    }
  }
}

/** The two sides have different rows. */
export class UnlikeTablesError extends CliError {}

interface ComparedTables {
  readonly connection: Connection;
  readonly layouts: readonly TableLayout[];
  readonly lease: string;
  /** Row counts of the site's tables. */
  readonly counts: readonly TableCount[];
}

/**
 * Compares each table of a copy with the site's, by the number and the SHA-256 of its rows.
 * @returns false if the lease has ended
 * @throws UnlikeTablesError for the first table that differs
 */
export async function compareTables(
  owner: Owner,
  { connection, layouts, lease, counts }: ComparedTables,
  io: Pick<Io, "setTimer" | "signal">,
): Promise<boolean> {
  for (const layout of layouts) {
    const table = layout.name;
    // Skips tables that are empty on both sides, because most are, and each request takes time.
    if (counts.find(({ name }) => name === table)?.rows === 0 && countRows(connection, layout) === 0) continue;
    let after: RowKey | null = null;
    do {
      const place: TablePlace = { lease, table, after };
      const { sum } = await repeat(io, () => owner(databaseSum, { ...place, limit: SUM_MAX_ROWS }));
      if (sum === null) return false;
      const own = sumRows(connection, layout, after, SUM_MAX_ROWS);
      if (sum.rows !== own.rows || sum.digest !== own.digest)
        throw new UnlikeTablesError(`the table ${table} differs between the two sides: ${sum.rows} rows there, ${own.rows} here`, {
          hint: "try again, and report it if it happens again",
        });
      after = own.next;
    } while (after !== null);
  }
  return true;
}
