import { hash, randomBytes } from "node:crypto";
import { relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { BuildOptions, BuildResult } from "./build-options.ts";
import { cacheKeyOf, type SiteFacts } from "./cache/cache-key.ts";
import { areInputsSame, Inputs } from "./cache/inputs.ts";
import { type DecodedValues, Memos } from "./cache/memos.ts";
import { fromPlaces, toPlaces } from "./cache/relative-paths.ts";
import { EMPTY_TABLE, packStatTable, type StatTable, unpackStatTable } from "./cache/stat-table.ts";
import { CacheDamageError, type CacheStorage, type OpenCache, type StoredValue } from "./cache/storage/cache-storage.ts";
import { readToolchain, TOOLCHAIN_MEMO } from "./cache/toolchain.ts";
import { OutputTable } from "./emit/output-table.ts";
import { repeatLastBuild, toLastBuild } from "./last-build.ts";
import type { FormerLookups, SourceRows } from "./rows/source-rows.ts";
import { readClock } from "./shared/file-stat.ts";

/** Milliseconds; longer than the clock resolution of most file systems. */
const SETTLE_MS = 25;
/** Names of values that belong to the rows that were stored last. */
const LOOKUPS = "lookups";
const LOOKUP_NAMES = "lookup names";

/** The rows that the cache has for the site, under the key of its configuration. */
interface StoredRows {
  readonly key: string;
  readonly storage: CacheStorage;
  /** null if unknown. */
  readonly lookups: FormerLookups | null;
}

/** The cache of one build: results of earlier builds, and results for later ones. */
export class BuildCache {
  readonly memos: Memos;
  readonly inputs: Inputs;
  readonly outputs: OutputTable;
  readonly #toolchain: ReturnType<typeof readToolchain>;
  /** Digest of toolchain and configuration. */
  readonly #key: string;
  readonly #options: BuildOptions;
  readonly #storage: CacheStorage;
  readonly #dir: string;
  readonly #previous: StatTable;
  readonly #decoded: DecodedValues | null;
  /** Start of the build by the file system's clock, in milliseconds. */
  readonly #since: number;
  /**
   * Digest of the out and content folders, relative to the cache. A site may have several out
   * folders, and several sites may share a cache.
   */
  readonly #out: string;
  #sources: { readonly key: string; readonly rows: SourceRows } | null = null;

  constructor({ storage, dir }: Pick<OpenCache, "storage" | "dir">, options: BuildOptions) {
    this.#options = options;
    this.#storage = storage;
    this.#dir = dir;
    this.#since = readClock(dir);
    this.#out = hash("sha256", `${relative(options.cacheDir, options.outDir)}\n${relative(options.cacheDir, options.contentDir)}`).slice(
      0,
      16,
    );
    this.#toolchain = readToolchain(storage, this.#since);
    this.#key = cacheKeyOf({ ...options, site: null }, this.#toolchain.digest);
    this.#decoded = options.memory?.decoded ?? null;
    // Paths are stored relative to the working directory, so they stay valid if the site moves.
    this.#previous = this.#readTable(storage.value(`inputs ${this.#out}`), "", ({ paths, ...rest }) => {
      return { ...rest, paths: fromPlaces(options.cwd, paths) };
    });
    this.inputs = new Inputs(this.#previous, this.#since);
    this.memos = new Memos(storage, { out: this.#out, key: this.#key }, this.#decoded);
    this.outputs = new OutputTable(
      options.outDir,
      this.#readTable(storage.value(`outputs ${this.#out}`), this.#key, (table) => table),
    );
  }

  /**
   * The last build's result, if options, inputs and outputs are the same and no scheduled date has
   * passed.
   */
  repeat(): BuildResult | null {
    const last = this.#options.check === true ? null : this.#storage.value(`last ${this.#out}`);
    if (last === null || this.#previous.paths.length === 0) return null;
    const { run, paths } = this.#previous;
    const keyed = { options: this.#options, key: this.#key };
    const repeated = repeatLastBuild(last.bytes, keyed, { run, wasRead: (path) => paths.includes(path) });
    if (repeated === null || !areInputsSame(this.#previous) || !this.outputs.areAsLeft()) return null;
    this.#saveToolchain();
    return repeated;
  }

  /**
   * Saves new stats of the same toolchain. Otherwise, every build would read all of the toolchain's
   * files until a build has something else to save.
   */
  #saveToolchain(): void {
    const values = new Map(this.#toolchainValues());
    try {
      if (values.size > 0) this.#storage.commit({ values, removed: new Set() });
    } catch {
      // The next build tries again.
    }
  }

  *#toolchainValues(): Generator<[string, StoredValue]> {
    const { toStore } = this.#toolchain;
    if (toStore !== null) yield [TOOLCHAIN_MEMO.name, { key: TOOLCHAIN_MEMO.key(), bytes: toStore }];
  }

  /**
   * The rows of content files.
   * @param create passed in, because a build without changes does not load the code of rows
   */
  openSources(site: SiteFacts, create: (stored: StoredRows) => SourceRows): SourceRows {
    const key = cacheKeyOf({ ...this.#options, site }, this.#toolchain.digest);
    const read = (name: string): Uint8Array | null => {
      const value = this.#storage.value(name);
      return value?.key === key ? value.bytes : null;
    };
    const bytes = read(LOOKUPS);
    const lookups = bytes === null ? null : { bytes, names: () => read(LOOKUP_NAMES) };
    const rows = create({ key, storage: this.#storage, lookups });
    this.#sources = { key, rows };
    return rows;
  }

  /**
   * Saves the results of this build in one transaction. If files were written, it waits briefly, so
   * that the next build can detect later changes.
   * @returns the reason why nothing could be saved, or null
   * @throws CacheDamageError
   */
  async commit(result: BuildResult): Promise<string | null> {
    if (this.#options.isOnlyBuild === true) return null;
    const isWritten = result.ok && this.#options.check !== true;
    if (isWritten && this.outputs.isChanged) await setTimeout(SETTLE_MS);
    const sources = this.#sources;
    try {
      sources?.rows.bodies.flush();
      this.#storage.commit({
        ...(sources === null ? {} : { sources: { key: sources.key, ...sources.rows.changes() } }),
        values: new Map([...this.memos.changes(), ...this.#values(result, isWritten)]),
        removed: this.memos.removed,
      });
      return null;
    } catch (error) {
      if (error instanceof CacheDamageError) throw error;
      return `the cache could not be saved: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  *#values(result: BuildResult, isWritten: boolean): Generator<[string, StoredValue]> {
    const run = randomBytes(8).toString("hex");
    const inputs = this.inputs.toTable(run);
    const places = toPlaces(this.#options.cwd, inputs.paths);
    yield [`inputs ${this.#out}`, { key: "", bytes: this.#keepDecoded(packStatTable({ ...inputs, paths: places }), inputs) }];
    yield* this.#toolchainValues();
    yield* this.#lookupValues();
    if (!isWritten) return;
    const outputs = this.outputs.toTable(run, readClock(this.#dir));
    yield [`outputs ${this.#out}`, { key: this.#key, bytes: this.#keepDecoded(packStatTable(outputs), outputs) }];
    yield [`last ${this.#out}`, { key: "", bytes: toLastBuild({ options: this.#options, key: this.#key }, run, result) }];
  }

  *#lookupValues(): Generator<[string, StoredValue]> {
    if (this.#sources === null) return;
    const { key, rows } = this.#sources;
    if (rows.lookups === null) return;
    const { bytes, names } = rows.lookups;
    yield [LOOKUPS, { key, bytes }];
    if (names !== null) yield [LOOKUP_NAMES, { key, bytes: names }];
  }

  #readTable(value: StoredValue | null, key: string, decode: (table: StatTable) => StatTable): StatTable {
    if (value === null || value.key !== key) return EMPTY_TABLE;
    const decoded = this.#decoded?.get(value.bytes) as StatTable | undefined;
    return decoded ?? decode(unpackStatTable(value.bytes));
  }

  #keepDecoded(bytes: Uint8Array, table: StatTable): Uint8Array {
    this.#decoded?.set(bytes, table);
    return bytes;
  }
}
