import type { DatabaseTransfer, HeldDatabase, TableCount } from "../engine/database-transfer.ts";
import { SCHEMA_VERSION } from "../engine/migrations.ts";
import { readSequences } from "../sqlite/transfer/sequences.ts";
import { readTablePage, sumRows } from "../sqlite/transfer/table-rows.ts";
import { StoreFileError, StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store-errors.ts";
import type { ObjectConnection } from "./object-connection.ts";
import { ObjectFill, type ObjectFillOptions } from "./object-fill.ts";

/**
 * How long writes are refused after a page, in ms. If the command stops, writes are accepted after
 * this time.
 */
const LEASE_MS = 10_000;
/** Number of random bytes in a lease's id. */
const LEASE_BYTES = 15;
/** Tables in which a new database creates rows itself, with the maximum number of these rows. */
const OWN_ROWS: Readonly<Record<string, number>> = {
  ...{ label: 1, meta: Number.POSITIVE_INFINITY, rate_state: Number.POSITIVE_INFINITY },
  ...{ owner_key: Number.POSITIVE_INFINITY, access_history: Number.POSITIVE_INFINITY },
};

export interface ObjectTransferOptions extends ObjectFillOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export class ObjectTransfer implements DatabaseTransfer {
  /** Without the gate that `refuseWrite` keeps. */
  readonly #connection: ObjectConnection;
  readonly #options: ObjectTransferOptions;
  readonly #fill: ObjectFill;
  /** Kept only in memory, because a restarted object has lost the copied state. */
  #lease: { readonly id: string; until: number } | null = null;

  constructor(connection: ObjectConnection, options: ObjectTransferOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#fill = new ObjectFill(connection, options);
  }

  /** Why writes cannot be accepted; null if they can. */
  refuseWrite(): StoreUnavailable | null {
    // This store's caches belong to the previous database.
    if (this.isFilling() || this.isReplaced()) return toUnavailable("filling");
    return this.#isHeld() ? toUnavailable("copying") : null;
  }

  isFilling(): boolean {
    return this.#fill.current() !== null;
  }

  /** Whether the database was replaced since it was opened. */
  isReplaced(): boolean {
    return this.#fill.isReplaced();
  }

  async hold(): Promise<HeldDatabase | null> {
    if (this.isFilling()) throw partError();
    if (this.#isHeld()) return null;
    const { clock, random } = this.#options;
    const id = Buffer.from(random(LEASE_BYTES)).toString("base64url");
    this.#lease = { id, until: clock() + LEASE_MS };
    return { lease: id, version: SCHEMA_VERSION, tables: this.#fill.count(), sequences: readSequences(this.#connection) };
  }

  release(lease: string): void {
    if (this.#lease?.id === lease) this.#lease = null;
  }

  page({ lease, table, after }: Parameters<DatabaseTransfer["page"]>[0]): ReturnType<DatabaseTransfer["page"]> {
    return this.#renew(lease) ? readTablePage(this.#connection, this.#fill.layout(table), after) : null;
  }

  sum({ lease, table, after, limit }: Parameters<DatabaseTransfer["sum"]>[0]): ReturnType<DatabaseTransfer["sum"]> {
    return this.#renew(lease) ? sumRows(this.#connection, this.#fill.layout(table), after, limit) : null;
  }

  target(): ReturnType<DatabaseTransfer["target"]> {
    return this.#fill.target();
  }

  occupied(): readonly TableCount[] {
    return this.#fill.count().filter(({ name, rows }) => rows > (OWN_ROWS[name] ?? 0));
  }

  beginFill(fill: Parameters<DatabaseTransfer["beginFill"]>[0]): ReturnType<DatabaseTransfer["beginFill"]> {
    const begun = this.#fill.begin(fill);
    this.#lease = null;
    return begun;
  }

  fill(rows: Parameters<DatabaseTransfer["fill"]>[0]): number | null {
    return this.#fill.add(rows);
  }

  finishFill(id: string): ReturnType<DatabaseTransfer["finishFill"]> {
    return this.#fill.finish(id);
  }

  #isHeld(): boolean {
    return this.#lease !== null && this.#options.clock() < this.#lease.until;
  }

  /** Extends the lease. False if it has expired, so that writes may have been accepted. */
  #renew(lease: string): boolean {
    if (this.isFilling()) return this.#fill.current() === lease;
    if (this.#lease?.id !== lease || !this.#isHeld()) return false;
    this.#lease.until = this.#options.clock() + LEASE_MS;
    return true;
  }
}

function partError(): StoreFileError {
  return new StoreFileError(
    "the database cannot be copied: a push into it has started but not ended",
    "repeat that `octavo db push`, which continues it, or push another file",
  );
}

function toUnavailable(reason: "copying" | "filling"): StoreUnavailable {
  return new StoreUnavailable(reason, UNAVAILABLE_MESSAGES[reason], { retryAfterMs: LEASE_MS });
}
