import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * `written`: the file is new. `same`: it already exists with this content. `kept`: it exists with
 * other content.
 */
export type WriteOutcome = "written" | "same" | "kept";

/**
 * Prefix of folders with unfinished files, followed by the process id. The dot hides them from
 * every build.
 */
const UNFINISHED = ".octavo-import-";

/**
 * Writes files into a content folder, completely or not at all, and never replaces one. Sequential
 * and synchronous, because a thread pool took a fifth more CPU time.
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

  /** @param path relative to the folder, with forward slashes */
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

  /** Must be called at the end, even after an error. */
  close(): void {
    if (!this.#dryRun) rmSync(this.#unfinished, { recursive: true, force: true });
  }

  /** Uses a link, which replaces nothing, unlike a rename. */
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

  /** Removes the unfinished files of killed imports. */
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
