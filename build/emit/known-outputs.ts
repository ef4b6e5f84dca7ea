import { randomBytes } from "node:crypto";
import { readRecords, writeRecords } from "../cache/record-file.ts";
import { readClock, type Stamp, settle, stampOf, statOf } from "../cache/stamps.ts";
import { NEVER } from "./output-file.ts";

/** A file as an earlier build left it. */
type Output = readonly [path: string, identity: string, stamp: Stamp, size: number];

interface Head {
  /** Of this writing and no other. */
  readonly id: string;
}

export interface KeptOutputs {
  readonly outputs: Map<string, Output>;
  readonly id: string | null;
  /** Paths of those that were written or looked at since the last were saved. */
  readonly young: Set<string>;
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
  readonly #outputs: Map<string, Output>;
  readonly #young: Set<string>;
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
    this.#outputs = known.outputs;
    this.#id = known.id;
    this.#young = known.young;
  }

  /** The size of a file that is as it was left, and was left with these bytes; else null. */
  sizeIfSame(path: string, identity: string): number | null {
    const output = this.#outputs.get(path);
    if (output === undefined || output[1] !== identity || identity === NEVER) return null;
    return this.#isWatched || this.#isAsLeft(output) ? output[3] : null;
  }

  /** Names what is on disk; null: nothing that can be believed. */
  get id(): string | null {
    return this.#id;
  }

  /** Whether all files are as they were left. */
  areAsLeft(): boolean {
    for (const output of this.#outputs.values()) if (!this.#isAsLeft(output)) return false;
    return true;
  }

  /** All of them. */
  paths(): Iterable<string> {
    return this.#outputs.keys();
  }

  sizeOf(path: string): number | null {
    return this.#outputs.get(path)?.[3] ?? null;
  }

  /** Notes a file as it stands now. */
  keep(path: string, identity: string): void {
    const stat = statOf(`${this.#outDir}/${path}`);
    if (stat === null || !stat.isFile()) return;
    this.#changed = true;
    this.#young.add(path);
    this.#outputs.set(path, [path, identity, stampOf(stat), Number(stat.size)]);
  }

  /** Notes a file that was written elsewhere, and is to be moved here with its folder. */
  add(path: string, identity: string, stamp: Stamp, size: number): void {
    this.#changed = true;
    this.#young.add(path);
    this.#outputs.set(path, [path, identity, stamp, size]);
  }

  identityOf(path: string): string | null {
    return this.#outputs.get(path)?.[1] ?? null;
  }

  /** The same files in another place, with nothing known of how they look there. */
  elsewhere(outDir: string): KnownOutputs {
    return new KnownOutputs(this.#file, outDir, { outputs: new Map(this.#outputs), id: null, young: new Set(this.#outputs.keys()) });
  }

  /** They are in another folder now. */
  moveTo(outDir: string): void {
    this.#outDir = outDir;
  }

  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#changed = this.#outputs.delete(path) || this.#changed;
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
    const all = [...this.#outputs.values()];
    const stamps = all.map(([path, , stamp]) => {
      if (!this.#young.has(path)) return stamp;
      const settled = settle(stamp, since);
      if (settled === stamp) this.#young.delete(path);
      return settled;
    });
    writeRecords(this.#file, head, [
      JSON.stringify(all.map(([path]) => path)),
      JSON.stringify(all.map(([, identity]) => identity)),
      JSON.stringify(stamps),
      JSON.stringify(all.map(([, , , size]) => size)),
    ]);
    this.#changed = false;
    this.#id = head.id;
  }

  /** What is known now, for the next build of this process. */
  keepAll(): KeptOutputs {
    return { outputs: this.#outputs, id: null, young: this.#young };
  }

  #isAsLeft([path, , stamp]: Output): boolean {
    // Put together without `join`, which takes a good part of the time for tens of thousands of files.
    const stat = statOf(`${this.#outDir}/${path}`);
    return stat !== null && stampOf(stat) === stamp;
  }
}

/** A column each: read in a third of the time of a record each. */
function readKept(file: string): KeptOutputs {
  const records = readRecords(file, isHead);
  if (records === null) return { outputs: new Map(), id: null, young: new Set() };
  const [paths = [], identities = [], stamps = []]: string[][] = records.lines.slice(0, 3).map((line) => JSON.parse(line));
  const sizes: readonly number[] = JSON.parse(records.lines[3] ?? "[]");
  const outputs = new Map<string, Output>();
  for (const [at, path] of paths.entries()) outputs.set(path, [path, identities[at] ?? "", stamps[at] ?? "", sizes[at] ?? 0]);
  return { outputs, id: records.head.id, young: new Set() };
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}
