import { createHash, randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { backupDatabase } from "../../server/store/sqlite/backup/backup.ts";
import { removeDatabase } from "../../server/store/sqlite/backup/database-copy.ts";
import { checkRenderings, rerenderAll } from "../../server/store/sqlite/comments/renderings.ts";
import { FileConnection } from "../../server/store/sqlite/database/connection.ts";
import { READ_ONLY, withDatabase } from "../../server/store/sqlite/database/open-database.ts";
import { verifyDatabase } from "../../server/store/sqlite/database/verify.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import type { Connection } from "../../server/store/sqlite/store-context.ts";
import { dropLeftRows } from "../../server/store/sqlite/transfer/carried-rows.ts";
import { readLayouts, type TableLayout } from "../../server/store/sqlite/transfer/table-layout.ts";
import { type RowKey, sumRows } from "../../server/store/sqlite/transfer/table-rows.ts";
import { countWrites } from "../../server/store/sqlite/transfer/write-cost.ts";
import { CliError, type Io } from "../io.ts";
import { shortenPath } from "../text/shown-paths.ts";

/** A consistent copy of the database to push, at the newest schema. */
export interface PushedCopy {
  readonly connection: Connection;
  readonly layouts: readonly TableLayout[];
}

/** Raw events that a push leaves out: none, older ones, or all. */
export type LeftEvents = { readonly days: number | null } | "all";

/** Leaves out the events before tomorrow, and so also today's. */
const NO_DAYS = -1;
/** Number of rows of a table to hash in one step. */
const SUM_ROWS = 20_000;
const KEEP_ALL = { rejected: null, spam: null, emails: null, events: null, inquiries: null };

/**
 * Creates the copy next to the file, which may be in use, and removes the copy afterwards.
 * @throws CliError if the file is damaged, because the site would refuse its rows, or serve wrong
 * ones
 */
export async function withPushedCopy<T>(source: string, left: LeftEvents, io: Io, work: (copy: PushedCopy) => Promise<T>): Promise<T> {
  const file = `${source}.pushing`;
  removeDatabase(file);
  try {
    await backupDatabase({ source, target: file });
    requireSound(file, source, io);
    await leaveOut(file, left, io);
    const connection = new FileConnection(() => new Database(file, READ_ONLY));
    try {
      return await work({ connection, layouts: readLayouts(connection) });
    } finally {
      connection.close();
    }
  } finally {
    removeDatabase(file);
  }
}

function requireSound(file: string, source: string, io: Pick<Io, "cwd">): void {
  const { problems } = verifyDatabase(file, { check: checkRenderings });
  if (problems.length === 0) return;
  throw new CliError(`${shortenPath(source, io.cwd)} is damaged:\n${problems.join("\n")}`, {
    hint: "push another copy; octavo db restore renders all of a file's comments again, and octavo db verify lists the remaining problems",
  });
}

/** Opening the store migrates the copy. */
async function leaveOut(file: string, left: LeftEvents, io: Io): Promise<void> {
  const store = openStore({ file, clock: () => io.now(), random: randomBytes });
  try {
    const events = left === "all" ? NO_DAYS : left.days;
    if (events !== null) await store.maintenance.run(() => false, { ...KEEP_ALL, events });
  } finally {
    await store.close();
  }
  withDatabase(file, { fileMustExist: true }, (database) => {
    // The site accepts no HTML from an older version.
    rerenderAll(database);
    dropLeftRows(new FileConnection(() => database));
  });
}

/** Number of rows that a Durable Object will write, including rows of indexes. */
export function costOf({ connection, layouts }: PushedCopy): number {
  return layouts.reduce((sum, layout) => sum + countWrites(connection, layout), 0);
}

/** SHA-256 of all tables, in hex. An interrupted push only continues with the same rows. */
export function identify({ connection, layouts }: PushedCopy): string {
  const hash = createHash("sha256");
  for (const layout of layouts) {
    hash.update(`${layout.name}\n`);
    let after: RowKey | null = null;
    do {
      const { digest, next } = sumRows(connection, layout, after, SUM_ROWS);
      hash.update(digest);
      after = next;
    } while (after !== null);
  }
  return hash.digest("hex");
}
