import { randomBytes } from "node:crypto";
import { copyFile, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** written: it was not there. same: it was, as it is to be. kept: another is there. */
export type WriteOutcome = "written" | "same" | "kept";

/** Puts files into a content folder, whole or not at all; none that is there is replaced. */
export class ContentFiles {
  readonly #folder: string;
  readonly #dryRun: boolean;

  constructor(folder: string, dryRun: boolean) {
    this.#folder = folder;
    this.#dryRun = dryRun;
  }

  /** @param path below the folder, forward slashes */
  async write(path: string, text: string): Promise<WriteOutcome> {
    const target = join(this.#folder, path);
    const bytes = Buffer.from(text);
    const there = await readFile(target).catch(orNull);
    if (there !== null) return there.equals(bytes) ? "same" : "kept";
    return this.#publish(target, (temporary) => writeFile(temporary, bytes, { flag: "wx" }));
  }

  async copy(from: string, path: string): Promise<WriteOutcome> {
    const target = join(this.#folder, path);
    const there = await stat(target).catch(orNull);
    if (there !== null)
      return there.size === (await stat(from)).size && (await readFile(target)).equals(await readFile(from)) ? "same" : "kept";
    return this.#publish(target, (temporary) => copyFile(from, temporary));
  }

  /** A name that begins with a dot is in no build's sight; a link, unlike a rename, replaces nothing. */
  async #publish(target: string, write: (temporary: string) => Promise<void>): Promise<WriteOutcome> {
    if (this.#dryRun) return "written";
    await mkdir(dirname(target), { recursive: true });
    const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}`);
    try {
      await write(temporary);
      await link(temporary, target);
      return "written";
    } catch (error) {
      if (codeOf(error) === "EEXIST") return "kept";
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

function orNull(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
