import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import Database from "better-sqlite3";
import { databaseBackup, erasureList } from "../../server/owner/database/backup-database.ts";
import { databaseHold, databasePage, databaseRelease } from "../../server/owner/database/read-tables.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import type { HeldDatabase, TablePlace } from "../../server/store/engine/database-transfer.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { readSecretsMark } from "../../server/store/file/secrets-mark.ts";
import { requireReplaceable } from "../../server/store/sqlite/backup/backup.ts";
import { finishCopy, makePrivateCopy, publishCopy, removeDatabase, requireFolder } from "../../server/store/sqlite/backup/database-copy.ts";
import { FileConnection } from "../../server/store/sqlite/database/connection.ts";
import { migrate } from "../../server/store/sqlite/database/migrate.ts";
import { checkSchema } from "../../server/store/sqlite/database/schema-check.ts";
import type { Connection } from "../../server/store/sqlite/store-context.ts";
import { writeSequences } from "../../server/store/sqlite/transfer/sequences.ts";
import { readLayouts, type TableLayout } from "../../server/store/sqlite/transfer/table-layout.ts";
import { type RowKey, writeRows } from "../../server/store/sqlite/transfer/table-rows.ts";
import { plural } from "../build/result-text.ts";
import { exposureText, findGitExposure } from "../git/git-exposure.ts";
import { CliError, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { compareTables, repeat } from "./copied-tables.ts";
import { saveErasures } from "./remote-backup.ts";

/** Number of attempts to copy, each of which may lose its lease, before the command gives up. */
const COPIES = 3;

/** States that nobody has been erased, so that a restore elsewhere need not warn. */
const NO_ERASURES = JSON.stringify({ format: 1, erasures: [] });

type PullSettings = Settings<"site" | "keyFile" | "json" | "quiet"> & { readonly out: string | null };

/** `octavo db pull --site`. */
export async function pull(settings: PullSettings, io: Io): Promise<void> {
  const { site, out, json, quiet } = settings;
  if (site === null) throw usageError("db pull needs --site", "name the site: octavo db pull --site https://ines.example");
  const target = resolve(io.cwd, out ?? `${new URL(site).hostname}.db`);
  requireFolder(target, "for yourself only");
  requireReplaceable(target, false);
  const replaces = existsSync(target);
  return withOwner({ ...settings, db: null }, io, async (owner) => {
    const rows = await save(owner, target, io);
    // Read after the copy, which may contain data that was erased while it was being made.
    const { text } = await owner(erasureList, {});
    const erasures = saveErasures(target, text ?? NO_ERASURES);
    const shown = shortenPath(target, io.cwd);
    if (["exposed", "unknown"].includes(findGitExposure(target))) io.stderr.write(`warning: ${exposureText(shown)}\n`);
    const [bytes, secrets] = [statSync(target).size, readSecretsMark(target)];
    if (json) writeJson(io, { file: target, bytes, rows, secrets, erasures });
    else if (!quiet) {
      const compared = rows === null ? "checked by the server and by SHA-256" : `${plural(rows, "row")}, compared table by table, checked`;
      io.stdout.write(`${shown}: ${bytes} bytes, ${compared}${replaces ? "; the previous file is replaced" : ""}\n`);
      if (secrets !== null)
        io.stdout.write(`The database uses the secrets ${secrets}, which no copy contains: put the site's secrets.json next to it.\n`);
    }
  });
}

/** @returns number of rows; null if the site sent its file */
async function save(owner: Owner, target: string, io: Io): Promise<number | null> {
  const partial = `${target}.partial`;
  for (let copy = 0; copy < COPIES; copy += 1) {
    const { isPaged, held } = await repeat(io, () => owner(databaseHold, {}));
    if (!isPaged) {
      await owner.download(databaseBackup, { recipient: null }, target);
      return null;
    }
    if (held === null) throw new CliError("another copy of the database is being made", { hint: "try again in ten seconds" });
    requireVersion(held.version);
    try {
      if (!(await copyTables(owner, held, partial, io))) continue;
      const counts = Object.fromEntries(held.tables.map(({ name, rows }) => [name, rows]));
      finishCopy(partial, counts, (database, version) => requireOwnSchema(checkSchema(database, version)));
      publishCopy(partial, target);
      return held.tables.reduce((sum, { rows }) => sum + rows, 0);
    } finally {
      removeDatabase(partial);
    }
  }
  throw new CliError(`the site accepted writes again during each of ${COPIES} copies`, {
    hint: "each page must arrive within ten seconds: try again with a better connection",
  });
}

function requireVersion(version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new CliError(
    `the site's database has version ${version} of the schema, but this program supports only versions up to ${SCHEMA_VERSION}`,
    {
      hint: "update this command",
    },
  );
}

function requireOwnSchema(foreign: readonly string[]): void {
  if (foreign.length > 0) throw new CliError(`the copy has another schema: ${foreign.join("; ")}`, { hint: "report it" });
}

/** @returns false if the lease has ended */
async function copyTables(owner: Owner, held: HeldDatabase, partial: string, io: Io): Promise<boolean> {
  const { lease } = held;
  const connection = makeEmpty(partial, held.version);
  try {
    const layouts = readLayouts(connection);
    requireSameTables(layouts, held);
    for (const { name } of [...layouts].reverse()) connection.run(`DELETE FROM "${name}"`);
    const full = new Set(held.tables.flatMap(({ name, rows }) => (rows > 0 ? [name] : [])));
    for (const layout of layouts) if (full.has(layout.name) && !(await copyTable(owner, connection, layout, lease, io))) return false;
    writeSequences(connection, held.sequences);
    return await compareTables(owner, { connection, layouts, lease, counts: held.tables }, io);
  } finally {
    connection.close();
    // If this fails, the lease expires within ten seconds.
    await owner(databaseRelease, { lease }).catch(() => undefined);
  }
}

function makeEmpty(partial: string, version: number): FileConnection {
  removeDatabase(partial);
  makePrivateCopy(partial, []);
  return new FileConnection(() => {
    const database = new Database(partial, { fileMustExist: true });
    // The whole file is synced before it is renamed.
    database.pragma("synchronous = OFF");
    migrate(database, MIGRATIONS.slice(0, version));
    return database;
  });
}

function requireSameTables(layouts: readonly TableLayout[], { tables }: HeldDatabase): void {
  const [here, there] = [layouts.map(({ name }) => name).sort(), tables.map(({ name }) => name).sort()];
  if (here.join() === there.join()) return;
  throw new CliError("the site's database does not have the tables of its schema version", { hint: `there: ${there.join(", ")}` });
}

async function copyTable(owner: Owner, connection: Connection, layout: TableLayout, lease: string, io: Io): Promise<boolean> {
  const table = layout.name;
  let after: RowKey | null = null;
  do {
    const place: TablePlace = { lease, table, after };
    const { page } = await repeat(io, () => owner(databasePage, place));
    if (page === null) return false;
    writeRows(connection, layout, page.rows);
    after = page.next;
  } while (after !== null);
  return true;
}
