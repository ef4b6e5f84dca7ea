import { join } from "node:path";
import { type Stamp, stampOf, statOf } from "../cache/stamps.ts";
import { NEVER } from "./output-file.ts";

/** A file as an earlier build left it. */
interface Output {
  readonly identity: string;
  readonly stamp: Stamp;
  readonly size: number;
}

/** What earlier builds left in an out folder. A file that was changed by hand since looks otherwise, and is not believed. */
export class KnownOutputs {
  readonly #outDir: string;
  readonly #files: Map<string, Output>;
  changed = false;

  constructor(outDir: string, files: ReadonlyMap<string, Output> = new Map()) {
    this.#outDir = outDir;
    this.#files = new Map(files);
  }

  /** The size of a file that is as it was left, and was left with these bytes; else null. */
  sizeIfSame(path: string, identity: string): number | null {
    const output = this.#files.get(path);
    if (output === undefined || output.identity !== identity || identity === NEVER) return null;
    const stat = statOf(join(this.#outDir, path));
    return stat !== null && stampOf(stat) === output.stamp ? output.size : null;
  }

  /** Notes a file as it stands now. */
  keep(path: string, identity: string): void {
    const stat = statOf(join(this.#outDir, path));
    if (stat === null || !stat.isFile()) return;
    this.changed = true;
    this.#files.set(path, { identity, stamp: stampOf(stat), size: Number(stat.size) });
  }

  forget(paths: Iterable<string>): void {
    for (const path of paths) this.changed = this.#files.delete(path) || this.changed;
  }

  entries(): Iterable<[string, Output]> {
    return this.#files;
  }
}
