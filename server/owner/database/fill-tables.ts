import { z } from "zod";
import { StoredErasures } from "../../privacy/erasure-record.ts";
import { describeForeign, FOREIGN_REMEDY, findForeignErasures } from "../../privacy/foreign-erasures.ts";
import { RENDERED_TABLE } from "../../store/sqlite/transfer/rendered-rows.ts";
import { SANITIZER_VERSION } from "../../text/sanitizer-version.ts";
import { defineOperation, type OwnerContext, OwnerError } from "../owner-operation.ts";
import { RowTexts, requireTransfer, TableName } from "./read-tables.ts";

/**
 * The rows in one call take at most 1 MB, or are a single row of up to 2 MB. JSON escapes make them
 * up to six times as long.
 */
const PAGE_BODY_MAX_BYTES = 13 * 1024 * 1024;

const FillId = z.string().regex(/^[0-9a-f]{64}$/);
const Sequences = z.array(z.strictObject({ table: z.string(), last: z.string().regex(/^\d{1,19}$/) }));

/** Examines the site before a push. Changes nothing. */
export const databaseTarget = defineOperation({
  name: "database.target",
  scope: "backup",
  about: "Says whether a database can be pushed here, and describes the current one",
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.int(),
    tables: z.array(z.string()).readonly(),
    /** Version of the HTML that the server produces from comments. */
    sanitizer: z.int(),
    /** The maximum size of a row, in bytes. */
    rowMaxBytes: z.int(),
    /** Number of rows that the plan allows per day; null if there is no limit. */
    rowsADay: z.int().nullable(),
    /** Rows written since midnight UTC. */
    rowsToday: z.int(),
    /** Fingerprint of the server's secrets. */
    secrets: z.string(),
    /** Fingerprints of these and of former secrets: erasures made with them can be repeated. */
    erasureSecrets: z.array(z.string()).readonly(),
    /** The id of a push that has started but not ended; null if there is none. */
    filling: z.string().nullable(),
    /** Tables that are not empty. */
    occupied: z.array(z.strictObject({ name: z.string(), rows: z.int() })).readonly(),
  }),
  run: async (context) => {
    const transfer = requireTransfer(context, "database.target");
    return {
      ...transfer.target(),
      sanitizer: SANITIZER_VERSION,
      secrets: context.host.presentKeys().fingerprint,
      erasureSecrets: fingerprintsOf(context),
      // Rows of an interrupted push do not count.
      occupied: transfer.isFilling() ? [] : transfer.occupied(),
    };
  },
});

/** From this call until `database.finish`, the site answers 503. */
export const databaseFill = defineOperation({
  name: "database.fill",
  scope: "owner",
  about: "Starts a push, or continues the push of the same file; the site serves nothing until it ends",
  input: z.strictObject({
    /** SHA-256 of the file's tables, in hex. */
    id: FillId,
    /** The schema version of the file, its tables, and the size of its longest row in bytes. */
    version: z.int(),
    tables: z.array(TableName).readonly(),
    longestRow: z.int(),
    sequences: Sequences,
    /** Whether to discard existing rows. */
    force: z.boolean().default(false),
    /** Whether to discard rows of the same file that have already arrived. */
    anew: z.boolean().default(false),
  }),
  output: z.strictObject({
    version: z.int(),
    tables: z.array(z.strictObject({ name: z.string(), rows: z.int(), last: z.array(z.string()).readonly().nullable() })).readonly(),
  }),
  run: async (context, { force, ...fill }) => {
    const transfer = requireTransfer(context, "database.fill");
    const occupied = force ? [] : transfer.occupied();
    if (occupied.length > 0 && !transfer.isFilling()) throw notEmpty(occupied);
    return transfer.beginFill(fill);
  },
});

function notEmpty(occupied: readonly { readonly name: string; readonly rows: number }[]): OwnerError {
  const shown = occupied.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  return new OwnerError(
    `the site's database is not empty: ${shown}`,
    "copy it with `octavo db pull`; with --force, a push empties it first",
  );
}

export const databaseRows = defineOperation({
  name: "database.rows",
  scope: "owner",
  about: "Accepts rows of a table during a push",
  bodyMaxBytes: PAGE_BODY_MAX_BYTES,
  input: z.strictObject({ id: FillId, table: TableName, rows: RowTexts }),
  output: z.strictObject({
    /** Number of rows written, including index rows; null if this push is not running. */
    written: z.int().nullable(),
  }),
  run: async (context, rows) => {
    const render = rows.table === RENDERED_TABLE ? await loadRenderer() : null;
    return { written: requireTransfer(context, "database.rows").fill({ ...rows, render }) };
  },
});

/** Only comments need the renderer. */
async function loadRenderer(): Promise<(text: string) => string> {
  const { renderComment } = await import("../../text/comment-markdown.ts");
  return (text) => renderComment(text).html;
}

export const databaseFinish = defineOperation({
  name: "database.finish",
  scope: "owner",
  about: "Ends a push: checks the database, and serves it",
  input: z.strictObject({ id: FillId }),
  output: z.strictObject({
    /** null if this push is not running. */
    problems: z.array(z.string()).nullable().readonly(),
  }),
  run: async (context, { id }) => {
    const transfer = requireTransfer(context, "database.finish");
    const [wanted, present] = [await context.store.secrets.fingerprint(), context.host.presentKeys().fingerprint];
    // With other secrets, the site would not start again.
    if (wanted !== present) return { problems: [`the file matches the secrets ${wanted ?? "of no server"}, but the site has ${present}`] };
    return { problems: await transfer.finishFill(id) };
  },
});

/** The list is never stored in a database. A long one arrives in several calls. */
export const erasureAddition = defineOperation({
  name: "database.add-erasures",
  scope: "owner",
  about: "Adds a list of erasures to the site's own, so that its next start repeats them",
  input: StoredErasures,
  output: z.strictObject({ noted: z.string() }),
  run: async (context, { erasures }) => {
    const foreign = await findForeignErasures(context.store.privacy, erasures, fingerprintsOf(context));
    if (foreign.length > 0) throw new OwnerError(describeForeign(foreign), FOREIGN_REMEDY);
    return { noted: await context.host.erasures.add(erasures) };
  },
});

function fingerprintsOf({ host }: Pick<OwnerContext, "host">): string[] {
  return host.erasureKeys().map(({ fingerprint }) => fingerprint);
}
