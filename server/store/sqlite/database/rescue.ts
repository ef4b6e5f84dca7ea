import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { giveToOwnerOf, PRIVATE_FOLDER_MODE, syncFolder } from "../../../private-file.ts";
import { toShellWord } from "../../../text/shell-word.ts";
import { StoreUnavailable } from "../../store-errors.ts";
import type { Connection } from "./connection.ts";
import { type FileIdentity, identifyFile, isSameFile, recordFiles, toRealPath } from "./database-files.ts";

const PRIVATE_MODE = 0o600;
/** Added to the names of the files that must not stand beside another database. Not of the rescued one: a log beside it would be played into it. */
const ASIDE_SUFFIX = ".aside-";

/** The database lost its name, or its log did, while it was open. */
export interface FileLoss {
  readonly what: "deleted" | "replaced" | "log-lost";
  /** All that the open handle saw. null: it could not be written yet; every look tries again. */
  readonly rescued: string | null;
  /** The log and its index under their new names. Of no use once `rescued` is there. */
  readonly aside: readonly string[];
  /** Why it could not be written. */
  readonly error: string | null;
}

export interface FileWatch {
  /** A handle was opened: these are its files. */
  opened(): void;
  /** @throws StoreUnavailable where another file than the one that was opened has its name: opening that would mix the two */
  requireUnmoved(): void;
  /** Looks whether the files still have their names, and rescues what they held if not. Two calls of `stat`. */
  look(): FileLoss | null;
}

export interface FileWatchOptions {
  readonly file: string;
  readonly connection: () => Connection;
  /** ms since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Told when it is noticed, and once more when a rescue that failed has succeeded. */
  readonly onLoss: (loss: FileLoss) => void;
}

interface OpenFiles {
  readonly path: string;
  readonly database: FileIdentity | null;
  readonly log: FileIdentity | null;
  readonly index: FileIdentity | null;
}

/**
 * Notices that the open database was deleted or replaced. The handle still sees every acknowledged write; the files under the old names no longer do. So the
 * handle is sealed, a copy of everything it sees is written, and the file that now has the database's name is not touched.
 */
export function createFileWatch({ file, connection, clock, random, onLoss }: FileWatchOptions): FileWatch {
  let files: OpenFiles | null = null;
  let loss: FileLoss | null = null;

  const rescue = (what: FileLoss["what"], opened: OpenFiles): FileLoss => {
    const at = new Date(clock()).toISOString().replaceAll(/[-:.]/g, "");
    const aside = loss === null ? setLogAside(opened, at) : loss.aside;
    try {
      const rescued = `${opened.path}.rescued-${at}`;
      writeCopy(rescued, opened.path, connection());
      return { what, rescued, aside, error: null };
    } catch (error) {
      return { what, rescued: null, aside, error: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    opened: () => {
      const path = toRealPath(file);
      files = { path, database: identifyFile(path), log: identifyFile(`${path}-wal`), index: identifyFile(`${path}-shm`) };
      const { database, log } = files;
      if (database === null || log === null) return;
      try {
        recordFiles(path, { database, log }, Buffer.from(random(8)).toString("hex"));
      } catch {
        // Without room for it the database still works; a start after a crash then knows less.
      }
    },
    requireUnmoved: () => {
      // A link that leads elsewhere by now takes nothing from the handle that is open.
      const moved = files !== null && toRealPath(file) !== files.path;
      const what = findLoss(files);
      if (loss !== null || moved || what === "deleted" || what === "replaced") throw lost();
    },
    look: () => {
      if (files === null || loss?.rescued != null) return loss;
      const what = loss?.what ?? findLoss(files);
      if (what === null) return null;
      const before = loss;
      // First of all: what is acknowledged from here on would be missing in the copy.
      connection().seal(lost());
      loss = rescue(what, files);
      if (before === null || loss.rescued !== null) onLoss(loss);
      return loss;
    },
  };
}

function findLoss(files: OpenFiles | null): FileLoss["what"] | null {
  if (files?.database == null) return null;
  const { path, database, log } = files;
  const found = identifyFile(path);
  if (found === null) return "deleted";
  if (!isSameFile(database, found)) return "replaced";
  return log !== null && !isSameFile(log, identifyFile(`${path}-wal`)) ? "log-lost" : null;
}

const LOSSES: Readonly<Record<FileLoss["what"], string>> = {
  deleted: "was deleted or moved away",
  replaced: "was replaced by another file",
  "log-lost": "has lost its log (the file with -wal)",
};

/** For the owner: what happened, where everything is, what to do. */
export function fileLossText({ what, rescued, error }: FileLoss, file: string): string {
  const happened = `${file} ${LOSSES[what]} while it was open.`;
  if (rescued === null) {
    return `${happened} All that visitors wrote is in this process alone and could not be copied (${error ?? "for no known reason"}): DO NOT STOP IT, make room or let it write to the folder; it tries again twice a second.`;
  }
  const copy = toShellWord(rescued);
  const untouched = what === "deleted" ? "" : " What stands there now was not touched, and the next start uses it.";
  return `${happened} All that it held is in ${rescued}.${untouched} To have that back: stop the server, octavo db restore ${copy}${what === "deleted" ? "" : `; or, while it runs, octavo comments import ${copy} and octavo inquiries import ${copy}`}`;
}

function lost(): StoreUnavailable {
  return new StoreUnavailable("database-lost", "the database's file was deleted or replaced while it was open", { retryAfterMs: 60_000 });
}

/** The next process that opens a file of the database's name must not find our log. Files of others stay. */
function setLogAside({ path, log, index }: OpenFiles, at: string): string[] {
  const moved: string[] = [];
  for (const [name, identity] of [
    [`${path}-wal`, log],
    [`${path}-shm`, index],
  ] as const) {
    if (identity === null || !isSameFile(identity, identifyFile(name))) continue;
    const target = `${name}${ASIDE_SUFFIX}${at}`;
    try {
      renameSync(name, target);
      moved.push(target);
    } catch {
      // A folder that may not be written: the next start refuses the log by the record.
    }
  }
  return moved;
}

/** Writes a complete copy, synced and readable by its owner only, or nothing. */
function writeCopy(target: string, path: string, connection: Connection): void {
  const partial = `${target}.partial`;
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  rmSync(partial, { force: true });
  const descriptor = openSync(partial, "wx", PRIVATE_MODE);
  try {
    giveToOwnerOf(descriptor, path, dirname(path));
    connection.copyInto(partial);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, target);
  syncFolder(dirname(target));
}
