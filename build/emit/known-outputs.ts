import { randomBytes } from "node:crypto";
import { packNumbers, readLines, unpackNumbers, writeRecords } from "../cache/record-file.ts";
import { isAsLooked, LOOK_SIZE, type Look, lookAt, noteLook, readClock, settleLook, sizeOfLook } from "../cache/stamps.ts";
import { NEVER } from "./output-file.ts";

interface Head {
  /** Of this writing and no other. */
  readonly id: string;
}

/** Files as an earlier build left them, a column each; of one that was forgotten the path is null. */
interface Table {
  readonly paths: (string | null)[];
  /** Places of those that were forgotten. */
  readonly free: number[];
  identities(): string[];
  /** How they looked (stamps.ts), with room for more. */
  looks: Float64Array;
  /** By path; made when it is asked for. */
  places: Map<string, number> | null;
}

export interface KeptOutputs {
  readonly table: Table;
  readonly id: string | null;
  /** Places of those that were written or looked at since the last were saved. */
  readonly young: Set<number>;
}

/** Longer than the steps of most file systems' clocks, milliseconds. */
const SETTLE_MS = 25;

/**
 * What earlier builds left in an out folder, and with which bytes. A file that was changed by hand since looks otherwise, and is not
 * believed.
 */
export class KnownOutputs {
  #outDir: string;
  readonly #file: string;
  readonly #table: Table;
  readonly #young: Set<number>;
  /** This process left the files, and has seen to them since. */
  readonly #isWatched: boolean;
  #changed = false;
  #id: string | null;

  /**
   * @param file absolute: where it is kept
   * @param outDir absolute
   * @param kept from an earlier build of this process
   */
  constructor(file: string, outDir: string, kept: KeptOutputs | null = null) {
    this.#outDir = outDir;
    this.#file = file;
    const known = kept ?? readKept(file);
    this.#isWatched = kept !== null;
    this.#table = known.table;
    this.#id = known.id;
    this.#young = known.young;
  }

  /** The size of a file that is as it was left, and was left with these bytes; else null. */
  sizeIfSame(path: string, identity: string): number | null {
    const at = this.#placeOf(path);
    if (at === undefined || this.#table.identities()[at] !== identity || identity === NEVER) return null;
    return this.#isWatched || this.#isAsLeft(at, path) ? sizeOfLook(this.#table.looks, at) : null;
  }

  /** Names what is on disk; null: nothing that can be believed. */
  get id(): string | null {
    return this.#id;
  }

  /** Whether all files are as they were left. */
  areAsLeft(): boolean {
    const { paths } = this.#table;
    for (let at = 0; at < paths.length; at += 1) {
      const path = paths[at] ?? null;
      if (path !== null && !this.#isAsLeft(at, path)) return false;
    }
    return true;
  }

  /** All of them. */
  *paths(): Generator<string, void, undefined> {
    for (const path of this.#table.paths) if (path !== null) yield path;
  }

  sizeOf(path: string): number | null {
    const at = this.#placeOf(path);
    return at === undefined ? null : sizeOfLook(this.#table.looks, at);
  }

  /** Notes a file as it stands now. */
  keep(path: string, identity: string): void {
    const look = lookAt(`${this.#outDir}/${path}`);
    if (look?.isFile() === true) this.add(path, identity, look);
  }

  /** Notes a file that was written elsewhere, and is to be moved here with its folder. */
  add(path: string, identity: string, look: Look): void {
    const { paths, looks } = this.#table;
    const place = this.#placeOf(path);
    const at = place ?? this.#table.free.pop() ?? paths.length;
    if ((at + 1) * LOOK_SIZE > looks.length) {
      this.#table.looks = new Float64Array(Math.max(looks.length * 2, LOOK_SIZE * 64));
      this.#table.looks.set(looks);
    }
    if (place === undefined) {
      paths[at] = path;
      this.#places().set(path, at);
    }
    this.#table.identities()[at] = identity;
    noteLook(this.#table.looks, at, look);
    this.#young.add(at);
    this.#changed = true;
  }

  identityOf(path: string): string | null {
    const at = this.#placeOf(path);
    return at === undefined ? null : (this.#table.identities()[at] ?? null);
  }

  /** The same files in another place, with nothing known of how they look there. */
  elsewhere(outDir: string): KnownOutputs {
    const { paths, free, looks } = this.#table;
    const identities = [...this.#table.identities()];
    const table: Table = { paths: [...paths], free: [...free], identities: () => identities, looks: looks.slice(), places: null };
    return new KnownOutputs(this.#file, outDir, { table, id: null, young: new Set(paths.keys()) });
  }

  /** They are in another folder now. */
  moveTo(outDir: string): void {
    this.#outDir = outDir;
  }

  forget(paths: Iterable<string>): void {
    for (const path of paths) {
      const at = this.#placeOf(path);
      if (at === undefined) continue;
      this.#table.paths[at] = null;
      this.#table.free.push(at);
      this.#places().delete(path);
      this.#young.delete(at);
      this.#changed = true;
    }
  }

  /** Writes what has changed since it was read. Waits a little, so that the next build can tell a change from what was written just now. */
  async save(folder: string): Promise<void> {
    if (!this.#changed) return;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    this.saveNow(folder);
  }

  /** The same without waiting: the next build looks into what was written last. */
  saveNow(folder: string): void {
    const head: Head = { id: randomBytes(8).toString("hex") };
    const since = readClock(folder);
    const { paths, looks } = this.#table;
    const identities = this.#table.identities();
    const settled = looks.slice(0, paths.length * LOOK_SIZE);
    for (const at of this.#young) settleLook(settled, at, since);
    for (const at of this.#young) if (!Number.isNaN(settled[at * LOOK_SIZE + 1])) this.#young.delete(at);
    const present = paths.flatMap((path, at) => (path === null ? [] : [at]));
    const isWhole = present.length === paths.length;
    const written = isWhole ? settled : takeLooks(settled, present);
    writeRecords(this.#file, head, [
      JSON.stringify(isWhole ? paths : present.map((at) => paths[at])),
      JSON.stringify(isWhole ? identities : present.map((at) => identities[at])),
      packNumbers(written),
    ]);
    this.#changed = false;
    this.#id = head.id;
  }

  /** What is known now, for the next build of this process. */
  keepAll(): KeptOutputs {
    return { table: this.#table, id: null, young: this.#young };
  }

  #places(): Map<string, number> {
    this.#table.places ??= toPlaces(this.#table.paths);
    return this.#table.places;
  }

  #placeOf(path: string): number | undefined {
    return this.#places().get(path);
  }

  #isAsLeft(at: number, path: string): boolean {
    // Put together without `join`, which takes a good part of the time for tens of thousands of files.
    return isAsLooked(this.#table.looks, at, `${this.#outDir}/${path}`);
  }
}

function toPlaces(paths: readonly (string | null)[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, path] of paths.entries()) if (path !== null) places.set(path, at);
  return places;
}

function takeLooks(looks: Float64Array, present: readonly number[]): Float64Array {
  const taken = new Float64Array(present.length * LOOK_SIZE);
  for (const [to, at] of present.entries()) taken.set(looks.subarray(at * LOOK_SIZE, (at + 1) * LOOK_SIZE), to * LOOK_SIZE);
  return taken;
}

function readKept(file: string): KeptOutputs {
  const records = readLines(file, isHead);
  if (records === null) {
    const none: string[] = [];
    return { table: { paths: [], free: [], identities: () => none, looks: new Float64Array(), places: null }, id: null, young: new Set() };
  }
  const { head, line } = records;
  let identities: string[] | null = null;
  const table: Table = {
    paths: JSON.parse(line(0)),
    free: [],
    identities: () => {
      identities ??= JSON.parse(line(1)) as string[];
      return identities;
    },
    looks: unpackNumbers(line(2)),
    places: null,
  };
  return { table, id: head.id, young: new Set() };
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}
