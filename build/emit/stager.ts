import { hash } from "node:crypto";
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFully } from "../shared/file-io.ts";
import type { FileStat } from "../shared/file-stat.ts";
import { copyFile, digestFile } from "./copy-file.ts";
import { type CopiedContent, NEVER, type OutputContent, type OutputFile, UNLISTED } from "./output-file.ts";
import type { OutputTable } from "./output-table.ts";
import { isHashed, type Turn, turnOf } from "./publish-order.ts";

export interface Staged {
  readonly path: string;
  /** Whether the path already has a file. */
  readonly present: boolean;
  readonly bytes: number;
  readonly identity: string;
  /** Stat of the new file; null if the existing file stays. */
  readonly stat: FileStat | null;
}

/**
 * Parts of the staging folder. The manifest has its own part, so that the folders of all other
 * files can be renamed without it.
 */
const SITE = "site";
const LAST = "last";

/** A folder is listed as a whole once this many of its files have been checked. */
const LISTED_FROM = 16;

/**
 * Writes changed files into a staging folder, then moves them into place. All calls are
 * synchronous, which halves the cost of tens of thousands of small files.
 */
export class Stager {
  /** Absolute. */
  readonly folder: string;
  readonly #outDir: string;
  readonly #outputs: OutputTable;
  readonly #made = new Set<string>();
  /** Number of files checked in each folder. */
  readonly #asked = new Map<string, number>();
  readonly #listings = new Map<string, ReadonlySet<string>>();
  /** For each folder, the topmost missing folder on its path; null if the folder exists. */
  readonly #missing = new Map<string, string | null>([[".", null]]);
  /** Whether a new folder was moved as a whole. */
  readonly #moved = new Map<string, boolean>();

  /** @param outputs files of the last build; unchanged ones are not created again */
  constructor(outDir: string, folder: string, outputs: OutputTable) {
    this.#outDir = outDir;
    this.folder = folder;
    this.#outputs = outputs;
  }

  stage({ path, content }: OutputFile): Staged {
    const identity = identityOf(content, path);
    const size = this.#outputs.sizeIfSame(path, identity);
    if (size !== null) return { path, present: true, bytes: size, identity, stat: null };
    const asked = { path, identity, present: this.#isThere(path) };
    return "copyFrom" in content ? this.#stageCopy(asked, content) : this.#stageBytes(asked, content);
  }

  #stageBytes({ path, identity, present }: Asked, content: Exclude<OutputContent, CopiedContent>): Staged {
    const data = "bytes" in content ? content.bytes() : Buffer.from(content.text);
    const found = { path, present, bytes: data.length, identity };
    if (present && this.#holds(path, data.length, (target) => readFileSync(target).equals(data))) return this.#left(found);
    return { ...found, stat: writeNew(this.#targetOf(path), data) };
  }

  #stageCopy({ path, identity, present }: Asked, { copyFrom, digest = null }: CopiedContent): Staged {
    const { size } = statSync(copyFrom);
    const isCopy = (target: string): boolean => digestFile(target) === (digest ?? digestFile(copyFrom));
    if (present && this.#holds(path, size, isCopy)) return this.#left({ path, present, bytes: size, identity });
    const copied = copyFile(copyFrom, this.#targetOf(path), digest);
    return { path, present, bytes: copied.size, identity, stat: copied.stat };
  }

  #left(found: Omit<Staged, "stat">): Staged {
    this.#outputs.keep(found.path, found.identity);
    return { ...found, stat: null };
  }

  /** Path in the staging folder. */
  #targetOf(path: string): string {
    const target = `${this.folder}/${turnOf(path) === 2 ? LAST : SITE}/${path}`;
    this.#makeFolder(dirname(target));
    return target;
  }

  /**
   * Moves files into place, one per step, in publishing order. A new folder is moved as a whole if
   * all its files may become visible together.
   * @param files all new staged files, in publishing order
   */
  *publish(files: readonly Staged[]): Generator<void, void, undefined> {
    const whole = this.#findWhole(files);
    for (const { path, identity, stat } of files) {
      const folder = turnOf(path) === 2 ? null : this.#missingOf(dirname(path));
      if (stat !== null && folder !== null && whole.has(folder) && this.#move(folder)) this.#outputs.add(path, identity, stat);
      else this.#publishOne(path, identity);
      yield;
    }
  }

  #publishOne(path: string, identity: string): void {
    const target = join(this.#outDir, path);
    this.#makeFolder(dirname(target));
    renameSync(this.#targetOf(path), target);
    this.#outputs.keep(path, identity);
  }

  /** New folders in which all files, except the manifest, have the same turn. */
  #findWhole(files: readonly Staged[]): ReadonlySet<string> {
    const turns = new Map<string, Turn>();
    const mixed = new Set<string>();
    for (const { path } of files) {
      const folder = this.#missingOf(dirname(path));
      const turn = turnOf(path);
      if (folder === null || turn === 2) continue;
      if ((turns.get(folder) ?? turn) !== turn) mixed.add(folder);
      turns.set(folder, turn);
    }
    return new Set([...turns.keys()].filter((folder) => !mixed.has(folder)));
  }

  /** Moves a folder, only once; false if its files must be moved one by one. */
  #move(folder: string): boolean {
    const cached = this.#moved.get(folder);
    if (cached !== undefined) return cached;
    const isMoved = renameIfPossible(`${this.folder}/${SITE}/${folder}`, join(this.#outDir, folder));
    this.#moved.set(folder, isMoved);
    return isMoved;
  }

  /** Whether the out folder has a file with exactly these bytes. */
  #holds(path: string, size: number, isSame: (target: string) => boolean): boolean {
    const target = join(this.#outDir, path);
    const stat = statSync(target, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size === size && isSame(target);
  }

  /**
   * Whether a file exists. If many files in a folder are checked, the folder is listed once, which
   * is faster than single checks.
   */
  #isThere(path: string): boolean {
    const folder = dirname(path);
    const asked = this.#asked.get(folder) ?? 0;
    this.#asked.set(folder, asked + 1);
    if (asked < LISTED_FROM) return isAnything(join(this.#outDir, path), false);
    const listing = this.#listings.get(folder) ?? this.#list(folder);
    this.#listings.set(folder, listing);
    return listing.has(path.slice(path.lastIndexOf("/") + 1));
  }

  #list(folder: string): ReadonlySet<string> {
    try {
      return new Set(readdirSync(join(this.#outDir, folder)));
    } catch {
      // The folder does not exist, or a file is in its place. Writing will report the error.
      return new Set();
    }
  }

  /**
   * The topmost missing folder on a path. It must be called for all files before the first is
   * moved.
   */
  #missingOf(folder: string): string | null {
    const cached = this.#missing.get(folder);
    if (cached !== undefined) return cached;
    const missing = this.#missingOf(dirname(folder)) ?? (isAnything(join(this.#outDir, folder), true) ? null : folder);
    this.#missing.set(folder, missing);
    return missing;
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }
}

type Asked = Pick<Staged, "path" | "identity" | "present">;

export function identityOf(content: OutputContent, path: string): string {
  if ("identity" in content) return content.identity;
  const mark = "isUnlisted" in content && content.isUnlisted === true ? UNLISTED : "";
  if (isHashed(path)) return mark;
  // Copies without a hash in their name are always compared, unless their digest is known.
  return "text" in content ? hash("sha1", content.text) : mark + (content.digest ?? NEVER);
}

/**
 * Whether anything exists at a path, even a broken link.
 * @param unreachable result for a path below a file, for which writing will report the error
 */
function isAnything(path: string, unreachable: boolean): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return unreachable;
  }
}

/**
 * Renames a folder; false if something is in the way, or the file system cannot rename such
 * folders. Moving the individual files then reports the error.
 */
function renameIfPossible(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a file that is not visible yet.
 * @returns its stat, which stays valid when its folder is renamed
 */
function writeNew(path: string, bytes: Uint8Array): FileStat {
  const file = openSync(path, "w");
  try {
    writeFully(file, bytes);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}
