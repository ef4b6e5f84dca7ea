import type { BegunFill, FilledRows, FillTarget, NewFill, TableCount } from "../engine/database-transfer.ts";
import { SCHEMA_VERSION } from "../engine/migrations.ts";
import { checkHarmfulValues, type UnfitRow } from "../engine/value-checks.ts";
import { readMetaText, writeMetaText } from "../sqlite/database/meta.ts";
import type { Connection } from "../sqlite/store-context.ts";
import { ENDED_PUSH as ENDED, isKeptRow, isLeftRow, JOINED_TABLES, KEPT_TABLES } from "../sqlite/transfer/carried-rows.ts";
import { findForeignHtml, RENDERED_TABLE } from "../sqlite/transfer/rendered-rows.ts";
import { writeSequences } from "../sqlite/transfer/sequences.ts";
import { readLayouts, type TableLayout } from "../sqlite/transfer/table-layout.ts";
import { countRows, type RowText, readAllRows, readLastKey, writeRows } from "../sqlite/transfer/table-rows.ts";
import { StoreFileError, StoreUnavailable } from "../store-errors.ts";
import { ARRIVED_KEY_TABLE, admitArrivedKeys, emptyArrivedKeys, KEY_TABLE } from "./arrived-keys.ts";
import { type ObjectConnection, ROW_MAX_BYTES } from "./object-connection.ts";
import { emptyObject, readFilling, writeFilling } from "./object-schema.ts";

/**
 * Replaces the id of a fill whose rows the opening may have changed, so that the next push starts
 * over.
 */
const OPENED = "opened";
/** Maximum number of ids to list in an error. */
const NAMED_MAX = 10;

export interface ObjectFillOptions {
  /** Number of rows that the plan allows per day, and number written since midnight UTC. */
  readonly day?: () => { readonly limit: number | null; readonly used: number };
  /** Stores the count of the day's rows. Called with each step of a push. */
  readonly keepRows?: () => void;
  /** Opens the filled database as the next request will. Rejects if it cannot be served. */
  readonly tryOpening?: () => Promise<unknown>;
  /** Whether to open a database that is still being filled as if it were complete. */
  readonly opensFilled?: boolean;
}

/** A push into the database of an object. */
export class ObjectFill {
  readonly #connection: ObjectConnection;
  readonly #options: ObjectFillOptions;
  #filling: string | null;
  #isReplaced = false;
  /** The last opening and its push. A client that lost the answer may repeat the finish. */
  #opening: { readonly id: string; readonly result: Promise<readonly string[]> } | null = null;
  #isOpening = false;
  #layouts: ReadonlyMap<string, TableLayout>;

  constructor(connection: ObjectConnection, options: ObjectFillOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#filling = options.opensFilled === true ? null : readFilling(connection);
    this.#layouts = indexLayouts(connection);
  }

  /** The id of a push that has started but not ended; null if the database is complete. */
  current(): string | null {
    return this.#filling;
  }

  isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** During a push, the keys are those of the file. */
  layout(table: string): TableLayout {
    const layout = this.#layouts.get(table);
    if (layout === undefined) throw new StoreFileError(`the site's database has no table ${table}`, "use the site's version of octavo");
    return this.#filling !== null && table === KEY_TABLE ? { ...layout, name: ARRIVED_KEY_TABLE } : layout;
  }

  count(): TableCount[] {
    return [...this.#layouts.values()].map((layout) => ({ name: layout.name, rows: countRows(this.#connection, layout) }));
  }

  target(): FillTarget {
    const { limit, used } = this.#options.day?.() ?? { limit: null, used: 0 };
    return {
      ...{ version: SCHEMA_VERSION, tables: [...this.#layouts.keys()], rowMaxBytes: ROW_MAX_BYTES },
      ...{ rowsADay: limit, rowsToday: used, filling: this.#filling },
    };
  }

  begin(fill: NewFill): BegunFill {
    const connection = this.#connection;
    if (this.#isOpening) throw new StoreUnavailable("filling", "the database of another push is being opened");
    if (this.#filling !== fill.id || fill.anew === true) {
      this.#requireTakable(fill);
      connection.transaction(() => {
        const siteRows = [...this.#layouts.values()].map((layout) => [layout, readKept(connection, layout)] as const);
        emptyObject(connection, [...this.#layouts.keys()].reverse());
        for (const name of this.#layouts.keys()) connection.run(`DELETE FROM "${name}"`);
        for (const [layout, rows] of siteRows) writeRows(connection, layout, rows);
        emptyArrivedKeys(connection);
        // Done first, because otherwise each row of these tables would also write its number.
        writeSequences(connection, fill.sequences);
        writeFilling(connection, fill.id);
      });
      this.#filling = fill.id;
      this.#opening = null;
      this.#layouts = indexLayouts(connection);
    }
    this.#options.keepRows?.();
    const tables = [...this.#layouts.keys()].map((name) => ({
      ...{ name, rows: countRows(connection, this.layout(name)) },
      last: Object.hasOwn(JOINED_TABLES, name) ? null : readLastKey(connection, this.layout(name)),
    }));
    return { version: SCHEMA_VERSION, tables };
  }

  add({ id, table, rows, render }: FilledRows): number | null {
    if (this.#filling !== id) return null;
    const layout = this.layout(table);
    requireOwnRows(layout, rows, render);
    const before = this.#connection.rowsWritten;
    writeRows(this.#connection, layout, rows, JOINED_TABLES[table]);
    const written = this.#connection.rowsWritten - before;
    this.#options.keepRows?.();
    return written;
  }

  async finish(id: string): Promise<readonly string[] | null> {
    if (this.#filling === null && readEnded(this.#connection) === id) return [];
    if (this.#opening?.id === id) return this.#opening.result;
    if (this.#filling !== id) return null;
    const problems = checkDatabase(this.#connection);
    if (problems.length > 0) return problems;
    this.#opening = { id, result: this.#open(id) };
    return this.#opening.result;
  }

  async #open(id: string): Promise<readonly string[]> {
    // Opening changes rows, because it repeats erasures. If it fails or is stopped, a push of the
    // same file must not continue with those rows.
    writeFilling(this.#connection, OPENED);
    this.#filling = OPENED;
    this.#isOpening = true;
    try {
      await this.#options.tryOpening?.();
    } catch (error) {
      this.#options.keepRows?.();
      return [toLine(error)];
    } finally {
      this.#isOpening = false;
    }
    this.#connection.transaction(() => {
      admitArrivedKeys(this.#connection);
      writeMetaText(this.#connection, ENDED, id);
      writeFilling(this.#connection, null);
    });
    this.#filling = null;
    this.#isReplaced = true;
    this.#options.keepRows?.();
    return [];
  }

  /** @throws StoreFileError */
  #requireTakable({ version, tables, longestRow }: NewFill): void {
    if (version !== SCHEMA_VERSION)
      throw new StoreFileError(
        `the file has version ${version} of the schema, but the site has version ${SCHEMA_VERSION}`,
        "use the same version of octavo on both sides",
      );
    const unlike = [
      ...tables.filter((name) => !this.#layouts.has(name)).map((name) => `${name} is not in the site's database`),
      ...[...this.#layouts.keys()].filter((name) => !tables.includes(name)).map((name) => `${name} is not in the file`),
    ];
    if (unlike.length > 0)
      throw new StoreFileError(`the file's tables differ: ${unlike.join(", ")}`, "use the same version of octavo on both sides");
    if (longestRow > ROW_MAX_BYTES)
      throw new StoreFileError(
        `the file has a row of ${longestRow} bytes, but the site accepts at most ${ROW_MAX_BYTES}`,
        "shorten that row, or serve the file on a server of your own",
      );
  }
}

/** The id of the last finished push, whose answer may have been lost. */
function readEnded(connection: Connection): string | null {
  return readMetaText(connection, ENDED);
}

function indexLayouts(connection: Connection): ReadonlyMap<string, TableLayout> {
  return new Map(readLayouts(connection).map((layout) => [layout.name, layout]));
}

/**
 * The rows of a table that a push keeps. The whole table is read, because such tables are small.
 */
function readKept(connection: Connection, layout: TableLayout): RowText[] {
  if (!KEPT_TABLES.includes(layout.name)) return [];
  return readAllRows(connection, layout).filter(([key = null]) => isKeptRow(layout.name, key));
}

/** @throws StoreFileError */
function requireOwnRows(layout: TableLayout, rows: readonly RowText[], render: FilledRows["render"]): void {
  if (rows.some(([key = null]) => isLeftRow(layout.name, key)))
    throw new StoreFileError(
      `rows of ${layout.name} belong to the file's former server`,
      "update octavo here: newer versions leave them out",
    );
  if (layout.name !== RENDERED_TABLE) return;
  if (render === null) throw new Error("comments arrived without a renderer");
  const foreign = findForeignHtml(layout, rows, render);
  if (foreign.length === 0) return;
  throw new StoreFileError(
    `HTML of comments does not match their text: ${foreign.slice(0, NAMED_MAX).join(", ")}`,
    "`octavo db restore` renders all comments of a file again; then push the restored file, with the site's version of octavo",
  );
}

function checkDatabase(connection: Connection): string[] {
  const references = connection.all<{ table: string; parent: string }>("PRAGMA foreign_key_check");
  const pages = connection.all<{ quick_check: string }>("PRAGMA quick_check");
  return [
    ...references.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ...pages.map(({ quick_check: line }) => line).filter((line) => line !== "ok"),
    ...checkHarmfulValues((sql) => connection.all<UnfitRow>(sql)),
  ];
}

function toLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "hint" in error ? `${error.message}: ${String(error.hint)}` : error.message;
}
