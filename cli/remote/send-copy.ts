import { databaseFill, databaseFinish, databaseRows, erasureAddition } from "../../server/owner/database/fill-tables.ts";
import { databasePage } from "../../server/owner/database/read-tables.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import type { Erasure } from "../../server/privacy/erasure-record.ts";
import type { TablePlace } from "../../server/store/engine/database-transfer.ts";
import { SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { findUnlikeRows, JOINED_TABLES } from "../../server/store/sqlite/transfer/carried-rows.ts";
import { readSequences } from "../../server/store/sqlite/transfer/sequences.ts";
import type { TableLayout } from "../../server/store/sqlite/transfer/table-layout.ts";
import { countRows, type RowKey, type RowText, readAllRows, readTablePage } from "../../server/store/sqlite/transfer/table-rows.ts";
import { CliError, type Io } from "../io.ts";
import { compareTables, repeat, UnlikeTablesError } from "./copied-tables.ts";
import { TryAgainError } from "./owner-channel.ts";
import type { PushedCopy } from "./pushed-copy.ts";

/** Number of attempts to send the rows before the push fails. */
const ATTEMPTS = 5;
const ANOTHER_PUSH = { hint: "only one can run" };
/** Maximum number of rows to name. */
const NAMED_MAX = 10;
/** Erasures per request, about 330 bytes each. */
const ERASURES_MAX = 2_000;

export interface Sending {
  readonly copy: PushedCopy;
  /** The result of `identify`. */
  readonly id: string;
  /** Whether rows of the site may be discarded. */
  readonly force: boolean;
  /** Size of the longest row, in bytes. */
  readonly longestRow: number;
  /** Erasures for the site's list; null if there is no list. */
  readonly erasures: readonly Erasure[] | null;
  /** Called before all rows are sent again. Throws if that is not possible. */
  readonly admitAnew: () => Promise<void>;
}

/**
 * Sends a copy, compares it with the received rows, and lets the site serve it. If the site has
 * rows that did not come from the file, a forced push starts over, once.
 * @returns number of rows that the site wrote
 */
export async function sendCopy(owner: Owner, sending: Sending, io: Io): Promise<number> {
  try {
    return await sendOnce(owner, sending, io).catch(async (error: unknown) => {
      if (!sending.force || !(error instanceof UnlikeTablesError)) throw error;
      io.stderr.write(`${error.message}; the push begins with an empty database\n`);
      await sending.admitAnew();
      await repeat(io, () => begin(owner, sending, true));
      return sendOnce(owner, sending, io);
    });
  } catch (error) {
    throw withRemedy(error);
  }
}

async function sendOnce(owner: Owner, sending: Sending, io: Io): Promise<number> {
  const written = await fill(owner, sending, io);
  await addErasures(owner, sending, io);
  await finish(owner, sending, io);
  return written;
}

/** Also sends an empty list, because the database records that there is one. */
async function addErasures(owner: Owner, { erasures }: Pick<Sending, "erasures">, io: Io): Promise<void> {
  for (let start = 0; erasures !== null && start < Math.max(1, erasures.length); start += ERASURES_MAX) {
    const part = erasures.slice(start, start + ERASURES_MAX);
    await repeat(io, () => owner(erasureAddition, { format: 1, erasures: part }));
  }
}

/**
 * Extends an error's hint: it states how to continue, and that the site serves nothing until a push
 * has finished.
 */
function withRemedy(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  if (error instanceof UnlikeTablesError)
    return new CliError(error.message, {
      hint: "something else has sent rows. The site serves nothing until a push is complete: with --force, the same command starts with an empty database",
      cause: error,
    });
  return new CliError(error.message, {
    hint: `${error.hint ?? "check the site's log"}. The site serves nothing until the push is complete: run the same command again`,
    cause: error,
  });
}

/** Sends the rows that the site does not have yet. */
async function fill(owner: Owner, sending: Sending, io: Io): Promise<number> {
  let written = 0;
  // A page may have arrived even if its answer did not, so each attempt asks the site for its state.
  await repeat(
    io,
    async () => {
      for await (const count of fillTables(owner, sending)) written += count;
    },
    ATTEMPTS,
  );
  return written;
}

function begin(owner: Owner, { copy, id, force, longestRow }: Sending, anew = false) {
  const { connection, layouts } = copy;
  const file = { version: SCHEMA_VERSION, tables: layouts.map(({ name }) => name), longestRow, sequences: readSequences(connection) };
  return owner(databaseFill, { id, force, anew, ...file });
}

async function* fillTables(owner: Owner, sending: Sending): AsyncGenerator<number> {
  const { copy, id, force } = sending;
  const { tables } = await begin(owner, sending);
  const isResumed = copy.layouts.some((layout) => !isJoined(layout) && tables.some(({ name, rows }) => name === layout.name && rows > 0));
  for (const layout of copy.layouts) {
    const { name } = layout;
    const there = tables.find((table) => table.name === name);
    if (!isJoined(layout) && there?.rows === countRows(copy.connection, layout)) continue;
    let after: RowKey | null = there?.last ?? null;
    do {
      const { rows, next } = readTablePage(copy.connection, layout, after);
      const { written } = await owner(databaseRows, { id, table: name, rows }).catch((error: unknown) => {
        throw force && isResumed ? toUnlike(error) : error;
      });
      if (written === null) throw new CliError("another push has begun", ANOTHER_PUSH);
      yield written;
      after = next;
    } while (after !== null);
  }
}

/** The site may refuse a row because of a row that somebody else sent. */
function toUnlike(error: unknown): unknown {
  if (!(error instanceof CliError) || error instanceof TryAgainError) return error;
  return new UnlikeTablesError(error.message, { ...(error.hint === null ? {} : { hint: error.hint }), cause: error });
}

/** Compares, then lets the site serve the database. */
async function finish(owner: Owner, sending: Sending, io: Io): Promise<void> {
  const { copy, id } = sending;
  const { connection, layouts } = copy;
  const { tables } = await repeat(io, () => begin(owner, sending));
  const compared = layouts.filter((layout) => !isJoined(layout));
  const isHeld = await compareTables(owner, { connection, layouts: compared, lease: id, counts: tables }, io);
  for (const layout of layouts.filter(isJoined)) await requireArrived(owner, copy, layout, id, io);
  // A site that has already ended this push repeats its answer.
  const { problems } = await repeat(io, () => owner(databaseFinish, { id }));
  if (!isHeld || problems === null) throw new CliError("another push has begun", ANOTHER_PUSH);
  if (problems.length > 0)
    throw new CliError(`the site refuses the received data: ${problems.join("; ")}`, { hint: "check the file: octavo db verify" });
}

/**
 * Whether the site's own rows are kept in addition to the file's, so that the table has more rows
 * there.
 */
function isJoined({ name }: TableLayout): boolean {
  return Object.hasOwn(JOINED_TABLES, name);
}

/**
 * @throws UnlikeTablesError if a row of the file is missing or different there, or if the site has
 * a row that is neither its own nor in the file
 */
async function requireArrived(owner: Owner, { connection }: PushedCopy, layout: TableLayout, id: string, io: Io): Promise<void> {
  const there: RowText[] = [];
  let after: RowKey | null = null;
  do {
    const place: TablePlace = { lease: id, table: layout.name, after };
    const { page } = await repeat(io, () => owner(databasePage, place));
    there.push(...(page?.rows ?? []));
    after = page?.next ?? null;
  } while (after !== null);
  const unlike = findUnlikeRows(layout.name, readAllRows(connection, layout), there);
  if (unlike.length > 0)
    throw new UnlikeTablesError(`the site has different rows in ${layout.name}: ${unlike.slice(0, NAMED_MAX).join(", ")}`);
}
