import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { FREE_PLAN_ROWS } from "../../server/object/rows-a-day.ts";
import { databaseFill, databaseFinish, databaseRows, databaseTarget, erasureAddition } from "../../server/owner/database/fill-tables.ts";
import { databasePage } from "../../server/owner/database/read-tables.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { BACKUP_ERASURES_SUFFIX, readErasures } from "../../server/privacy/erasure-file.ts";
import { mergeErasures } from "../../server/privacy/erasure-record.ts";
import { SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { readSecretsMark } from "../../server/store/file/secrets-mark.ts";
import { readSequences } from "../../server/store/sqlite/transfer/sequences.ts";
import type { TableLayout } from "../../server/store/sqlite/transfer/table-layout.ts";
import { countRows, type RowKey, readTablePage } from "../../server/store/sqlite/transfer/table-rows.ts";
import { countWrites } from "../../server/store/sqlite/transfer/write-cost.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { erasuresFileOf } from "../privacy/listed-erasures.ts";
import { withOwner } from "../serve/owner-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { compareTables, pause, repeat } from "./copied-tables.ts";
import { TryAgainError } from "./owner-channel.ts";
import { costOf, identify, type LeftEvents, type PushedCopy, withPushedCopy } from "./pushed-copy.ts";

/** Times that a push goes on by itself after it broke off. */
const ATTEMPTS = 5;
/** Keys of the site stay beside those of the file, so this table has more rows there. */
const JOINED_TABLE = "owner_key";

type PushSettings = Settings<"site" | "keyFile" | "force" | "json" | "quiet"> & {
  readonly withoutEvents: boolean;
  readonly days: number | null;
  readonly rowsADay: number | null;
};

/** `octavo db push <file> --site`. */
export async function push(settings: PushSettings, io: Io, words: readonly string[]): Promise<number> {
  const { site, withoutEvents, days, json, quiet } = settings;
  const source = resolve(io.cwd, words[0] ?? "");
  const shown = shortenPath(source, io.cwd);
  if (site === null) throw usageError("db push needs --site", `name the site: octavo db push ${shown} --site https://ines.example`);
  if (withoutEvents && days !== null) throw usageError("--without-events and --days are both given", "leave one out");
  const left: LeftEvents = withoutEvents ? "all" : { days };
  const secrets = readSecretsMark(source);
  if (secrets === null) throw new CliError(`${shown} was never served`, { hint: "there is nothing in it that a push could bring" });
  return withOwner({ ...settings, db: null }, io, (owner) =>
    withPushedCopy(source, left, io, async (copy) => {
      await requireTarget(owner, secrets, settings, io);
      const cost = costOf(copy);
      const rows = copy.layouts.reduce((sum, layout) => sum + countRows(copy.connection, layout), 0);
      if (!json && !quiet) io.stdout.write(`${shown}: ${plural(rows, "row")}; the site writes ${cost} with its indexes\n`);
      requireAffordable(copy, cost, settings);
      const id = identify(copy);
      const { written, erasures } = await move(owner, { copy, source, id, force: settings.force }, io).catch((error: unknown) => {
        throw withRemedy(error);
      });
      if (json) io.stdout.write(`${JSON.stringify({ rows, cost, written, erasures }, null, 2)}\n`);
      else if (!quiet) {
        io.stdout.write(`pushed: ${plural(written, "row")} written, compared table by table; ${site} serves them\n`);
        if (erasures > 0) io.stdout.write(`${plural(erasures, "erasure")} added to the site's list\n`);
      }
      return EXIT_OK;
    }),
  );
}

/** @throws CliError with what the owner has to do first */
async function requireTarget(owner: Owner, secrets: string, { force }: PushSettings, io: Io): Promise<void> {
  const target = await repeat(io, () => owner(databaseTarget, {}));
  if (target.version !== SCHEMA_VERSION)
    throw new CliError(`the site has version ${target.version} of the schema, this program version ${SCHEMA_VERSION}`, {
      hint: target.version < SCHEMA_VERSION ? "deploy this version of octavo first" : "update this command",
    });
  if (target.secrets !== secrets)
    throw new CliError(`the database goes with the secrets ${secrets}, but the site has ${target.secrets}`, {
      hint: "give the site the secrets.json of the database first: octavo secrets export",
    });
  if (target.occupied.length === 0 || force) return;
  const found = target.occupied.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  throw new CliError(`the site's database is not empty: ${found}`, {
    hint: "copy it with octavo db pull; with --force a push empties it first",
  });
}

function requireAffordable({ connection, layouts }: PushedCopy, cost: number, { withoutEvents, days, rowsADay }: PushSettings): void {
  const most = rowsADay ?? FREE_PLAN_ROWS;
  if (cost <= most) return;
  const largest = layouts
    .map((layout) => ({ name: layout.name, rows: countWrites(connection, layout) }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, 3);
  const tables = largest.map(({ name, rows }) => `${name} ${rows}`).join(", ");
  throw new CliError(`the site would write ${cost} rows, and its plan has ${most} a day (most rows: ${tables})`, {
    hint:
      withoutEvents || days !== null
        ? "leave out more events, or say how many rows the plan has: --rows-a-day 1000000"
        : "leave raw events out with --without-events, or keep those of some days with --days 7; for another plan: --rows-a-day 1000000",
  });
}

interface BegunPush {
  /** From `identify`. */
  readonly id: string;
  /** Whether rows of the site are given up. */
  readonly force: boolean;
}

interface Move extends BegunPush {
  readonly copy: PushedCopy;
  readonly source: string;
}

/** @returns numbers of rows and of erasures that went along */
async function move(
  owner: Owner,
  { copy, source, ...begun }: Move,
  io: Io,
): Promise<{ readonly written: number; readonly erasures: number }> {
  const written = await fill(owner, copy, begun, io);
  const erasures = await moveErasures(owner, source);
  await finish(owner, copy, begun.id, io);
  return { written, erasures };
}

/**
 * Sends the rows that the site does not have yet.
 * @returns rows that it wrote
 */
async function fill(owner: Owner, copy: PushedCopy, begun: BegunPush, io: Io): Promise<number> {
  let written = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const count of fillTables(owner, copy, begun)) written += count;
      return written;
    } catch (error) {
      // The page may have arrived although its answer did not: the site is asked what it has.
      if (!(error instanceof TryAgainError) || attempt === ATTEMPTS || io.signal.aborted) throw error;
      await pause(io, error.retryAfterMs);
    }
  }
}

/** Adds to an error that the site serves nothing until the same command has finished. */
function withRemedy(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  return new CliError(error.message, {
    hint: `${error.hint ?? "look at the site's log"}. The site serves nothing until the push is done: the same command goes on`,
    cause: error,
  });
}

async function* fillTables(owner: Owner, { connection, layouts }: PushedCopy, { id, force }: BegunPush): AsyncGenerator<number> {
  const { tables } = await owner(databaseFill, { id, force, sequences: readSequences(connection) });
  for (const layout of layouts) {
    const there = tables.find(({ name }) => name === layout.name);
    if (there === undefined) throw new CliError(`the site has no table ${layout.name}`, { hint: "report it" });
    const { name } = layout;
    if (name !== JOINED_TABLE && there.rows === countRows(connection, layout)) continue;
    let after: RowKey | null = there.last;
    do {
      const { rows, next } = readTablePage(connection, layout, after);
      const { written } = await owner(databaseRows, { id, table: name, rows });
      if (written === null) throw new CliError("another push has begun", { hint: "only one can run" });
      yield written;
      after = next;
    } while (after !== null);
  }
}

/** Compares, then lets the site serve what it has. */
async function finish(owner: Owner, { connection, layouts }: PushedCopy, id: string, io: Io): Promise<void> {
  const { tables } = await repeat(io, () => owner(databaseFill, { id, sequences: readSequences(connection) }));
  const compared = layouts.filter(({ name }) => name !== JOINED_TABLE);
  const isHeld = await compareTables(owner, { connection, layouts: compared, lease: id, counts: tables }, io);
  for (const layout of layouts.filter(({ name }) => name === JOINED_TABLE)) await requireKeys(owner, connection, { layout, id });
  const { problems } = await owner(databaseFinish, { id });
  if (!isHeld || problems === null) throw new CliError("another push has begun", { hint: "only one can run" });
  if (problems.length > 0)
    throw new CliError(`the site does not serve what arrived: ${problems.join("; ")}`, { hint: "check the file: octavo db verify" });
}

/** @throws CliError if a key of the file is not there */
async function requireKeys(
  owner: Owner,
  connection: PushedCopy["connection"],
  { layout, id }: { readonly layout: TableLayout; readonly id: string },
): Promise<void> {
  const { page } = await owner(databasePage, { lease: id, table: layout.name });
  const there = new Set(page?.rows.map(([key]) => key));
  const missing = readTablePage(connection, layout, null).rows.filter(([key = null]) => !there.has(key));
  if (missing.length > 0) throw new CliError(`${plural(missing.length, "key")} did not arrive`, { hint: "report it" });
}

/** @returns number of erasures in the lists beside the file and of its folder */
async function moveErasures(owner: Owner, source: string): Promise<number> {
  const lists = [erasuresFileOf(source), `${source}${BACKUP_ERASURES_SUFFIX}`].filter((file) => existsSync(file));
  const erasures = mergeErasures(...lists.map((file) => readErasures(file) ?? []));
  // An empty list, too: the database knows that there is one, and would miss it.
  if (lists.length > 0) await owner(erasureAddition, { format: 1, erasures });
  return erasures.length;
}
