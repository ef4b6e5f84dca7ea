import type { BegunFill, DatabaseTransfer, HeldDatabase, TableCount } from "../engine/database-transfer.ts";
import { SCHEMA_VERSION } from "../engine/migrations.ts";
import type { Connection } from "../sqlite/store-context.ts";
import { readSequences, writeSequences } from "../sqlite/transfer/sequences.ts";
import { readLayouts, type TableLayout } from "../sqlite/transfer/table-layout.ts";
import { countRows, readLastKey, readTablePage, sumRows, writeRows } from "../sqlite/transfer/table-rows.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store-errors.ts";
import type { ObjectConnection } from "./object-connection.ts";
import { emptyObject, readFilling, writeFilling } from "./object-schema.ts";

/** How long writes are refused after a page, ms. A command that was stopped holds them no longer. */
const LEASE_MS = 10_000;
/** Bytes of a lease's id. */
const LEASE_BYTES = 15;
/** Keys stay, because without a shell they are the only way in. */
const KEPT_TABLE = "owner_key";
/** Tables that a new database fills by itself. */
const OWN_ROWS: Readonly<Record<string, number>> = { label: 1, meta: Number.POSITIVE_INFINITY, rate_state: Number.POSITIVE_INFINITY };

export interface ObjectTransferOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Called when a push has put another database in place. */
  readonly onFilled?: () => void;
}

export interface ObjectTransfer extends DatabaseTransfer {
  /** Why no write can be taken; null: writes are taken. */
  refuseWrite(): StoreUnavailable | null;
  /** Whether the database is another one than when it was opened. */
  isReplaced(): boolean;
}

/** @param connection without the gate that `refuseWrite` keeps */
export function createObjectTransfer(connection: ObjectConnection, options: ObjectTransferOptions): ObjectTransfer {
  return new Transfer(connection, options);
}

class Transfer implements ObjectTransfer {
  readonly #connection: ObjectConnection;
  readonly #options: ObjectTransferOptions;
  /** In memory alone: an object that starts again has lost the moment of the copy. */
  #lease: { readonly id: string; until: number } | null = null;
  #filling: string | null;
  #isReplaced = false;
  #layouts: ReadonlyMap<string, TableLayout>;

  constructor(connection: ObjectConnection, options: ObjectTransferOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#filling = readFilling(connection);
    this.#layouts = indexLayouts(connection);
  }

  refuseWrite(): StoreUnavailable | null {
    // The caches of this store are those of the database before.
    if (this.#filling !== null || this.#isReplaced) return toUnavailable("filling");
    return this.#isHeld() ? toUnavailable("copying") : null;
  }

  isFilling(): boolean {
    return this.#filling !== null;
  }

  isReplaced(): boolean {
    return this.#isReplaced;
  }

  async hold(): Promise<HeldDatabase | null> {
    if (this.#isHeld() || this.#filling !== null) return null;
    const { clock, random } = this.#options;
    const id = Buffer.from(random(LEASE_BYTES)).toString("base64url");
    this.#lease = { id, until: clock() + LEASE_MS };
    return { lease: id, version: SCHEMA_VERSION, tables: this.#count(), sequences: readSequences(this.#connection) };
  }

  release(lease: string): void {
    if (this.#lease?.id === lease) this.#lease = null;
  }

  page({ lease, table, after }: Parameters<DatabaseTransfer["page"]>[0]): ReturnType<DatabaseTransfer["page"]> {
    return this.#renew(lease) ? readTablePage(this.#connection, this.#layout(table), after) : null;
  }

  sum({ lease, table, after, limit }: Parameters<DatabaseTransfer["sum"]>[0]): ReturnType<DatabaseTransfer["sum"]> {
    return this.#renew(lease) ? sumRows(this.#connection, this.#layout(table), after, limit) : null;
  }

  occupied(): readonly TableCount[] {
    return this.#count().filter(({ name, rows }) => name !== KEPT_TABLE && rows > (OWN_ROWS[name] ?? 0));
  }

  beginFill({ id, sequences }: Parameters<DatabaseTransfer["beginFill"]>[0]): BegunFill {
    const connection = this.#connection;
    this.#lease = null;
    if (this.#filling !== id) {
      connection.transaction(() => {
        const layout = this.#layout(KEPT_TABLE);
        const keys = readTablePage(connection, layout, null).rows;
        emptyObject(connection, [...this.#layouts.keys()].reverse());
        for (const name of this.#layouts.keys()) connection.run(`DELETE FROM "${name}"`);
        writeRows(connection, layout, keys);
        // First: otherwise each row of these tables writes its number as well.
        writeSequences(connection, sequences);
        writeFilling(connection, id);
      });
      this.#filling = id;
      this.#layouts = indexLayouts(connection);
    }
    const tables = [...this.#layouts.values()].map((layout) => ({
      ...{ name: layout.name, rows: countRows(connection, layout) },
      last: layout.name === KEPT_TABLE ? null : readLastKey(connection, layout),
    }));
    return { version: SCHEMA_VERSION, tables };
  }

  fill({ id, table, rows }: Parameters<DatabaseTransfer["fill"]>[0]): number | null {
    if (this.#filling !== id) return null;
    const before = this.#connection.rowsWritten;
    writeRows(this.#connection, this.#layout(table), rows, table === KEPT_TABLE);
    return this.#connection.rowsWritten - before;
  }

  finishFill(id: string): readonly string[] | null {
    if (this.#filling !== id) return null;
    const problems = checkDatabase(this.#connection);
    if (problems.length > 0) return problems;
    writeFilling(this.#connection, null);
    this.#filling = null;
    this.#isReplaced = true;
    this.#options.onFilled?.();
    return problems;
  }

  #isHeld(): boolean {
    return this.#lease !== null && this.#options.clock() < this.#lease.until;
  }

  /** False if writes have been taken since. */
  #renew(lease: string): boolean {
    if (this.#filling !== null) return this.#filling === lease;
    if (this.#lease?.id !== lease || !this.#isHeld()) return false;
    this.#lease.until = this.#options.clock() + LEASE_MS;
    return true;
  }

  #layout(table: string): TableLayout {
    const layout = this.#layouts.get(table);
    if (layout === undefined) throw new Error(`the database has no table ${table}`);
    return layout;
  }

  #count(): TableCount[] {
    return [...this.#layouts.values()].map((layout) => ({ name: layout.name, rows: countRows(this.#connection, layout) }));
  }
}

function indexLayouts(connection: Connection): ReadonlyMap<string, TableLayout> {
  return new Map(readLayouts(connection).map((layout) => [layout.name, layout]));
}

function toUnavailable(reason: "copying" | "filling"): StoreUnavailable {
  return new StoreUnavailable(reason, UNAVAILABLE_MESSAGES[reason], { retryAfterMs: LEASE_MS });
}

function checkDatabase(connection: Connection): string[] {
  const references = connection.all<{ table: string; parent: string }>("PRAGMA foreign_key_check");
  const pages = connection.all<{ quick_check: string }>("PRAGMA quick_check");
  return [
    ...references.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ...pages.map(({ quick_check: line }) => line).filter((line) => line !== "ok"),
  ];
}
