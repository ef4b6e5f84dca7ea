import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { copyAt, findRow, type Head, isHead, type Kept, type OutputCopy, readTable, type Table, toLines } from "./copy-table.ts";
import { type PackRef, PackStore } from "./pack-store.ts";
import { readLines, writeRecords } from "./record-file.ts";

/** Where in the bytes of a file the body stands that a pack of the content cache holds. */
export interface BodyPlace {
  readonly at: number;
  readonly ref: PackRef;
}

const TABLE = "table";
const MORE = "more";
/** With more packs than this, they are made one. */
const PACKS_MAX = 16;
/** Packs that nothing refers to are kept for builds that may be writing them, milliseconds. */
const STRAY_PACK_MS = 3_600_000;

/**
 * The files of an out folder once more, for where the cache was kept and the folder was not: nothing of them needs to be put together then. Bodies, which
 * are most of it, stand in the content cache's packs anyway.
 */
export class OutputCopies {
  readonly #dir: string;
  readonly #isPatch: boolean;
  readonly #packs: PackStore;
  #isMade = false;
  #known: readonly Table[] | null = null;
  readonly #added = new Map<string, Kept>();

  /**
   * @param dir absolute; made when it is written to
   * @param isPatch only a few files are new: what is kept of all others is not read, but added to
   */
  constructor(dir: string, isPatch: boolean) {
    this.#dir = dir;
    this.#isPatch = isPatch;
    this.#packs = new PackStore(dir);
  }

  /** Whether there is a copy of a file. @param isAsLeft it stands as an earlier build left it */
  has(path: string, identity: string, isAsLeft: boolean): boolean {
    if (this.#isPatch) return isAsLeft;
    const added = this.#added.get(path);
    return added === undefined ? findRow(this.#load(), path, identity) !== null : added.identity === identity;
  }

  find(path: string, identity: string): OutputCopy | null {
    const row = findRow(this.#load(), path, identity);
    return row === null ? null : copyAt(row.table, row.at, this.#dir);
  }

  keep(path: string, identity: string, bytes: Uint8Array, body: BodyPlace | null): void {
    this.#makeFolder();
    const copy: OutputCopy =
      body === null
        ? { kind: "whole", bytes: this.#packs.put(bytes) }
        : { kind: "framed", bytes: this.#packs.putWithout(bytes, body.at, body.ref[2]), at: body.at, body: body.ref };
    this.#added.set(path, { identity, copy });
  }

  /** A file that was copied from another one, which the build has looked at, or which its cache holds. */
  keepFile(path: string, identity: string, file: { readonly from: string; readonly size: number; readonly checksum: number }): void {
    this.#added.set(path, { identity, copy: { kind: "file", ...file } });
  }

  /** Bytes that are kept, into a buffer that has room. @throws CacheDamageError */
  read(bytes: PackRef, target: Buffer, at: number): void {
    this.#packs.copy(bytes, target, at);
  }

  /**
   * Writes what was added since it was read.
   * @param paths all files of the out folder
   * @param moved bodies that are in another place now, by their former ones
   */
  save(paths: Iterable<string>, moved: ReadonlyMap<string, PackRef>): void {
    if (this.#added.size === 0 && moved.size === 0) return;
    this.#makeFolder();
    if (this.#isPatch) this.#saveMore(new Set(paths));
    else this.#saveTable(new Set(paths), moved);
  }

  close(): void {
    this.#packs.close();
  }

  #makeFolder(): void {
    if (!this.#isMade) mkdirSync(this.#dir, { recursive: true });
    this.#isMade = true;
  }

  #saveMore(paths: ReadonlySet<string>): void {
    this.#packs.flush();
    const id = readLines(join(this.#dir, TABLE), isHead)?.head.id;
    if (id === undefined) return;
    const more = readTable(join(this.#dir, MORE));
    const before = more?.id === id ? [...this.#keptIn([more])] : [];
    const all = new Map([...before, ...this.#added].filter(([path]) => paths.has(path)));
    const head: Head = { id };
    writeRecords(join(this.#dir, MORE), head, toLines(all, this.#dir));
    // Every build of a post puts what it makes into a pack of its own: the one before is of no use then.
    const used = new Set([...all.values()].flatMap(({ copy }) => packOf(copy)));
    for (const pack of new Set(before.flatMap(([, { copy }]) => packOf(copy))))
      if (!used.has(pack)) rmSync(join(this.#dir, pack), { force: true });
  }

  #saveTable(paths: ReadonlySet<string>, moved: ReadonlyMap<string, PackRef>): void {
    const former = new Map(this.#keptIn(this.#load()));
    const before = new Set([...former.values()].flatMap(({ copy }) => packOf(copy)));
    const all = new Map<string, Kept>();
    for (const [path, kept] of [...former, ...this.#added]) if (paths.has(path)) all.set(path, follow(kept, moved));
    this.#mergePacks(all);
    this.#packs.flush();
    const head: Head = { id: randomBytes(8).toString("hex") };
    writeRecords(join(this.#dir, TABLE), head, toLines(all, this.#dir));
    rmSync(join(this.#dir, MORE), { force: true });
    this.#removePacks(new Set([...all.values()].flatMap(({ copy }) => packOf(copy))), before);
    this.#added.clear();
    this.#known = null;
  }

  /** The latest first. */
  #load(): readonly Table[] {
    this.#known ??= readTables(this.#dir);
    return this.#known;
  }

  *#keptIn(tables: readonly Table[]): Generator<[string, Kept], void, undefined> {
    for (const table of tables.toReversed()) {
      for (const [path, at] of table.places) yield [path, { identity: table.identities[at] ?? "", copy: copyAt(table, at, this.#dir) }];
    }
  }

  /** Copies what lives in many packs, or in one that is mostly of no use, into this build's own. */
  #mergePacks(all: Map<string, Kept>): void {
    const live = new Map<string, number>();
    for (const { copy } of all.values()) {
      if (copy.kind !== "file") live.set(copy.bytes[0], (live.get(copy.bytes[0]) ?? 0) + copy.bytes[2]);
    }
    const [largest] = [...live].sort((a, b) => b[1] - a[1]).map(([pack]) => pack);
    const isMoved = (pack: string): boolean =>
      (live.get(pack) ?? 0) * 2 < this.#packs.sizeOf(pack) || (live.size > PACKS_MAX && pack !== largest);
    const wasteful = new Set([...live.keys()].filter(isMoved));
    for (const [path, { identity, copy }] of all) {
      if (copy.kind === "file" || !wasteful.has(copy.bytes[0]) || this.#packs.isOwn(copy.bytes)) continue;
      all.set(path, { identity, copy: { ...copy, bytes: this.#packs.put(this.#packs.get(copy.bytes)) } });
    }
  }

  #removePacks(used: ReadonlySet<string>, before: ReadonlySet<string>): void {
    for (const name of readdirSync(this.#dir)) {
      if (!name.startsWith("pack-") || used.has(name)) continue;
      const stat = statSync(join(this.#dir, name), { throwIfNoEntry: false });
      if (stat === undefined || before.has(name) || Date.now() - stat.mtimeMs > STRAY_PACK_MS)
        rmSync(join(this.#dir, name), { force: true });
    }
  }
}

function packOf(copy: OutputCopy): string[] {
  return copy.kind === "file" ? [] : [copy.bytes[0]];
}

function follow({ identity, copy }: Kept, moved: ReadonlyMap<string, PackRef>): Kept {
  const body = copy.kind === "framed" && moved.size > 0 ? moved.get(copy.body.join(" ")) : undefined;
  return copy.kind === "framed" && body !== undefined ? { identity, copy: { ...copy, body } } : { identity, copy };
}

/** The latest first. */
function readTables(dir: string): readonly Table[] {
  const table = readTable(join(dir, TABLE));
  const more = table === null ? null : readTable(join(dir, MORE));
  if (table === null) return [];
  return more?.id === table.id ? [more, table] : [table];
}
