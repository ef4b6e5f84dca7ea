import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** written: it was not there. same: it was, as it is to be. kept: another is there. */
export type WriteOutcome = "written" | "same" | "kept";

/** Prefix of folders with unfinished files; the process's number follows. The dot hides them from every build. */
const UNFINISHED = ".octavo-import-";

/**
 * Puts files into a content folder, whole or not at all; none that is there is replaced.
 * One file after the other, and small: what waits in a thread pool instead took a fifth more of an import's CPU.
 */
export class ContentFiles {
  readonly #folder: string;
  readonly #dryRun: boolean;
  readonly #unfinished: string;
  /** Folders that exist. */
  readonly #folders = new Set<string>();

  constructor(folder: string, dryRun: boolean) {
    this.#folder = folder;
    this.#dryRun = dryRun;
    this.#unfinished = join(folder, `${UNFINISHED}${process.pid}`);
    if (!dryRun) this.#removeUnfinished();
  }

  /** @param path below the folder, forward slashes */
  write(path: string, text: string): WriteOutcome {
    const target = join(this.#folder, path);
    const bytes = Buffer.from(text);
    const there = orNull(() => readFileSync(target));
    if (there !== null) return there.equals(bytes) ? "same" : "kept";
    return this.#publish(target, (unfinished) => writeFileSync(unfinished, bytes));
  }

  copy(from: string, path: string): WriteOutcome {
    const target = join(this.#folder, path);
    const there = orNull(() => statSync(target));
    if (there !== null) return there.size === statSync(from).size && readFileSync(target).equals(readFileSync(from)) ? "same" : "kept";
    return this.#publish(target, (unfinished) => copyFileSync(from, unfinished));
  }

  /** To be called at the end, whatever it was. */
  close(): void {
    if (!this.#dryRun) rmSync(this.#unfinished, { recursive: true, force: true });
  }

  /** A link, unlike a rename, replaces nothing. */
  #publish(target: string, write: (unfinished: string) => void): WriteOutcome {
    if (this.#dryRun) return "written";
    this.#makeFolder(this.#unfinished);
    this.#makeFolder(dirname(target));
    const unfinished = join(this.#unfinished, "file");
    write(unfinished);
    try {
      linkSync(unfinished, target);
      return "written";
    } catch (error) {
      if (codeOf(error) === "EEXIST") return "kept";
      throw error;
    } finally {
      unlinkSync(unfinished);
    }
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }

  /** Removes the unfinished files of imports that were killed. */
  #removeUnfinished(): void {
    for (const name of orNull(() => readdirSync(this.#folder)) ?? []) {
      const pid = Number(name.slice(UNFINISHED.length));
      if (name.startsWith(UNFINISHED) && pid > 0 && !isRunning(pid)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
