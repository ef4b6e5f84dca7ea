import { z } from "zod";
import type { DatabaseTransfer } from "../../store/engine/database-transfer.ts";
import { defineOperation, type OwnerContext, OwnerError } from "../owner-operation.ts";

export const TableName = z.string().max(100);
export const RowTexts = z.array(z.array(z.string().nullable()).readonly()).readonly();
const Next = z.array(z.string()).readonly().nullable();

const Place = z.strictObject({ lease: z.string().max(100), table: TableName, after: Next.default(null) });

/** @throws OwnerError if the database is a file */
export function requireTransfer({ host: { transfer } }: OwnerContext, name: string): DatabaseTransfer {
  if (transfer !== null) return transfer;
  throw new OwnerError(
    `${name} cannot be done: this site's database is a file`,
    "copy it with `octavo db backup`, and replace it with `octavo db restore` on its machine",
  );
}

/** Starts a copy. A site whose database is a file sends the file instead (`database.backup`). */
export const databaseHold = defineOperation({
  name: "database.hold",
  scope: "backup",
  about: "Refuses writes for ten seconds, renewed by each page of a copy, so that the copy shows one moment",
  input: z.strictObject({}),
  output: z.strictObject({
    /** False if the database is a file, which `database.backup` sends. */
    isPaged: z.boolean(),
    /** null if another copy is in progress. */
    held: z
      .strictObject({
        lease: z.string(),
        version: z.int(),
        tables: z.array(z.strictObject({ name: z.string(), rows: z.int() })).readonly(),
        sequences: z.array(z.strictObject({ table: z.string(), last: z.string() })).readonly(),
      })
      .nullable(),
  }),
  run: async ({ store, host: { transfer } }) => ({
    isPaged: transfer !== null,
    held: transfer === null ? null : await holdCounted(store, transfer),
  }),
});

/** Counts waiting engagement first, because other engines have no inbox. */
async function holdCounted({ engagement }: OwnerContext["store"], transfer: DatabaseTransfer): ReturnType<DatabaseTransfer["hold"]> {
  for (;;) {
    const failure: unknown = await engagement.fold().then(
      () => null,
      (error: unknown) => error,
    );
    const held = await transfer.hold();
    if (held === null || (engagement.inbox()?.oldest ?? null) === null) return held;
    // Another request arrived in between.
    transfer.release(held.lease);
    if (failure !== null) throw failure;
  }
}

/** A page contains at most 1 MB, or a single row. */
export const databasePage = defineOperation({
  name: "database.page",
  scope: "backup",
  about: "Reads rows of a table, as text, while writes are refused",
  input: Place,
  output: z.strictObject({
    /** null if the lease has expired; the copy must then start again. */
    page: z.strictObject({ rows: RowTexts, next: Next }).nullable(),
  }),
  run: async (context, place) => ({ page: requireTransfer(context, "database.page").page(place) }),
});

/** Maximum number of rows in a checksum. */
export const SUM_MAX_ROWS = 20_000;

export const databaseSum = defineOperation({
  name: "database.sum",
  scope: "backup",
  about: "Computes a checksum of a table's rows, so that a copy can be compared with the table",
  input: z.strictObject({ ...Place.shape, limit: z.int().min(1).max(SUM_MAX_ROWS) }),
  output: z.strictObject({
    /** null if the lease has expired. */
    sum: z.strictObject({ rows: z.int(), digest: z.string(), next: Next }).nullable(),
  }),
  run: async (context, place) => ({ sum: requireTransfer(context, "database.sum").sum(place) }),
});

export const databaseRelease = defineOperation({
  name: "database.release",
  scope: "backup",
  about: "Ends a copy, so that writes are accepted again",
  input: z.strictObject({ lease: z.string().max(100) }),
  output: z.strictObject({}),
  run: async (context, { lease }) => {
    requireTransfer(context, "database.release").release(lease);
    return {};
  },
});
