import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type PackRef, PackStore } from "./pack-store.ts";
import { readRecords, writeRecords } from "./record-file.ts";

/** What a file of the out folder holds: bytes of a pack, in which those of a body are left out that stands in the content cache's; or a copy of another file. */
export type OutputCopy =
  | { readonly kind: "whole"; readonly bytes: PackRef }
  | { readonly kind: "framed"; readonly bytes: PackRef; readonly at: number; readonly body: PackRef }
  | { readonly kind: "file"; readonly from: string; readonly size: number; readonly checksum: number };

/** Where in the bytes of a file the body stands that a pack of the content cache holds. */
export interface BodyPlace {
  readonly at: number;
  readonly ref: PackRef;
}

interface Kept {
  readonly identity: string;
  readonly copy: OutputCopy;
}

interface Head {
  /** Of a table, and of the one that later additions go with. */
  readonly id: string;
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
  #known: { readonly id: string | null; readonly copies: Map<string, Kept> } | null = null;
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
    return (this.#added.get(path) ?? this.#load().get(path))?.identity === identity;
  }

  find(path: string, identity: string): OutputCopy | null {
    const kept = this.#load().get(path);
    return kept?.identity === identity ? kept.copy : null;
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
    if (this.#isPatch) this.#saveMore();
    else this.#saveTable(new Set(paths), moved);
  }

  close(): void {
    this.#packs.close();
  }

  #makeFolder(): void {
    if (!this.#isMade) mkdirSync(this.#dir, { recursive: true });
    this.#isMade = true;
  }

  #saveMore(): void {
    this.#packs.flush();
    const table = readRecords(join(this.#dir, TABLE), isHead);
    if (table === null) return;
    const more = readRecords(join(this.#dir, MORE), isHead);
    const before = more?.head.id === table.head.id ? parseLines(more.lines, this.#dir) : [];
    const head: Head = { id: table.head.id };
    writeRecords(join(this.#dir, MORE), head, toLines(new Map([...before, ...this.#added]), this.#dir));
  }

  #saveTable(paths: ReadonlySet<string>, moved: ReadonlyMap<string, PackRef>): void {
    const before = new Set([...this.#load().values()].flatMap(({ copy }) => packOf(copy)));
    const all = new Map<string, Kept>();
    for (const [path, kept] of [...this.#load(), ...this.#added]) if (paths.has(path)) all.set(path, follow(kept, moved));
    this.#mergePacks(all);
    this.#packs.flush();
    const head: Head = { id: randomBytes(8).toString("hex") };
    writeRecords(join(this.#dir, TABLE), head, toLines(all, this.#dir));
    rmSync(join(this.#dir, MORE), { force: true });
    this.#removePacks(new Set([...all.values()].flatMap(({ copy }) => packOf(copy))), before);
    this.#added.clear();
    this.#known = { id: head.id, copies: all };
  }

  #load(): Map<string, Kept> {
    this.#known ??= readTable(this.#dir);
    return this.#known.copies;
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

/** Flat, and with few texts: ten thousand are read on the way to a site that nothing else is to be read of. */
type Line = readonly [path: string, identity: string, pack: string, ...numbers: (number | string)[]];

function toLines(copies: ReadonlyMap<string, Kept>, dir: string): string[] {
  return [...copies].map(([path, { identity, copy }]) => {
    const rest =
      copy.kind === "file"
        ? [relative(dir, copy.from), copy.size, copy.checksum]
        : [...copy.bytes, ...(copy.kind === "framed" ? [copy.at, ...copy.body] : [])];
    return JSON.stringify([path, identity, ...rest]);
  });
}

function parseLines(lines: readonly string[], dir: string): [string, Kept][] {
  const all: readonly Line[] = JSON.parse(`[${lines.join(",")}]`);
  return all.map(([path, identity, first, ...rest]) => [path, { identity, copy: toCopy(first, rest, dir) }]);
}

function toCopy(first: string, rest: readonly (number | string)[], dir: string): OutputCopy {
  const number = (at: number): number => Number(rest[at]);
  if (rest.length === 2) return { kind: "file", from: resolve(dir, first), size: number(0), checksum: number(1) };
  const bytes: PackRef = [first, number(0), number(1), number(2)];
  if (rest.length === 3) return { kind: "whole", bytes };
  return { kind: "framed", bytes, at: number(3), body: [String(rest[4]), number(5), number(6), number(7)] };
}

function readTable(dir: string): { readonly id: string | null; readonly copies: Map<string, Kept> } {
  const table = readRecords(join(dir, TABLE), isHead);
  if (table === null) return { id: null, copies: new Map() };
  const more = readRecords(join(dir, MORE), isHead);
  const later = more?.head.id === table.head.id ? parseLines(more.lines, dir) : [];
  return { id: table.head.id, copies: new Map([...parseLines(table.lines, dir), ...later]) };
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}
