import { fsyncSync, mkdirSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { giveToOwnerOf, PRIVATE_FOLDER_MODE, syncFolder, withOpenFile } from "../../../private-file.ts";
import { toShellWord } from "../../../text/shell-word.ts";
import { StoreUnavailable } from "../../store-errors.ts";
import { watchFileHeader } from "../backup/file-header.ts";
import type { FileConnection } from "./connection.ts";
import { type FileIdentity, identifyFile, isSameFile, recordFiles, toRealPath } from "./database-files.ts";

/**
 * Appended to the names of files that must not stay beside another database, such as the log, which
 * would be applied to it.
 */
const ASIDE_SUFFIX = ".aside-";

/**
 * Where a log's index (SQLite's "WAL-Index format") stores the lengths of the log and of its
 * applied part, and the size of these numbers; all in bytes.
 */
const [LAST_FRAME_AT, APPLIED_AT, NUMBER_BYTES] = [16, 96, 4];

/** The open database, or its log, lost its name or its content. */
export interface FileLoss {
  readonly what: "deleted" | "replaced" | "log-lost" | "overwritten";
  /**
   * A copy of everything the open handle saw; null if it could not be written yet. Every check
   * tries again. An overwritten file has no copy.
   */
  readonly rescued: string | null;
  /** The log and its index under their new names. They are useless once `rescued` exists. */
  readonly aside: readonly string[];
  /** Why the copy could not be written. */
  readonly error: string | null;
}

export interface FileWatch {
  /** Called after a handle was opened on the current files. */
  opened(): void;
  /**
   * @throws StoreUnavailable if another file has the opened file's name, because opening it would
   * mix the two
   */
  requireUnmoved(): void;
  /**
   * Checks whether the files still have their names, and rescues their content if not. Costs two
   * calls of `stat` and a read of 100 bytes.
   */
  look(): FileLoss | null;
  /** Called after the handle was closed. */
  close(): void;
}

export interface FileWatchOptions {
  readonly file: string;
  readonly connection: () => FileConnection;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called when the loss is noticed, and again when a failed rescue has succeeded. */
  readonly onLoss: (loss: FileLoss) => void;
}

interface OpenFiles {
  readonly path: string;
  readonly database: FileIdentity | null;
  readonly log: FileIdentity | null;
  readonly index: FileIdentity | null;
}

/**
 * Notices that the open database was deleted or replaced. The handle still sees every acknowledged
 * write, but the files under the old names do not. So the handle is sealed and everything it sees
 * is copied. The file that now has the database's name is not touched. If another file is copied
 * over the open one, the two mix and nothing can be rescued; the log is set aside unapplied.
 */
export function createFileWatch({ file, connection, clock, onLoss }: FileWatchOptions): FileWatch {
  let files: OpenFiles | null = null;
  let loss: FileLoss | null = null;
  const head = watchFileHeader();
  const findAny = (): FileLoss["what"] | null => findLoss(files) ?? (head.isOverwritten() ? "overwritten" : null);
  return {
    opened: () => {
      const path = toRealPath(file);
      files = { path, database: identifyFile(path), log: identifyFile(`${path}-wal`), index: identifyFile(`${path}-shm`) };
      const { database, log } = files;
      if (database === null || log === null) return;
      head.open(path);
      try {
        recordFiles(path, { database, log });
      } catch {
        // If there is no space for the record, the database still works, but a start after a crash
        // has less to check.
      }
    },
    requireUnmoved: () => {
      // A link that now points elsewhere does not affect the open handle.
      const moved = files !== null && toRealPath(file) !== files.path;
      const what = findAny();
      if (loss !== null || moved || (what !== null && what !== "log-lost")) throw lost();
    },
    look: () => {
      if (files === null || loss?.rescued != null || loss?.what === "overwritten") return loss;
      const what = loss?.what ?? findAny();
      if (what === null) return null;
      const before = loss;
      // Done first, because writes acknowledged after this would be missing from the copy.
      connection().seal(lost());
      const at = toStamp(clock());
      loss =
        what === "overwritten"
          ? giveUp(files, at)
          : rescue(what, files, { at, aside: loss?.aside ?? setLogAside(files, at) }, connection());
      if (before === null || loss.rescued !== null) onLoss(loss);
      return loss;
    },
    close: () => head.close(),
  };
}

function toStamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, "");
}

function rescue(
  what: FileLoss["what"],
  { path }: OpenFiles,
  { at, aside }: { readonly at: string; readonly aside: readonly string[] },
  connection: FileConnection,
): FileLoss {
  try {
    const rescued = `${path}.rescued-${at}`;
    writeCopy(rescued, path, connection);
    return { what, rescued, aside, error: null };
  } catch (error) {
    return { what, rescued: null, aside, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Nothing can be rescued. The log must not be applied to the file that is there now. */
function giveUp(opened: OpenFiles, at: string): FileLoss {
  const aside = setLogAside(opened, at);
  try {
    markApplied(aside.find((name) => name.includes("-shm")) ?? `${opened.path}-shm`);
    return { what: "overwritten", rescued: null, aside, error: null };
  } catch (error) {
    return { what: "overwritten", rescued: null, aside, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Keeps SQLite from applying a log when it closes the handle: it skips a log that its index marks as
 * applied.
 */
function markApplied(index: string): void {
  withOpenFile(index, "r+", (file) => {
    const lastFrame = Buffer.alloc(NUMBER_BYTES);
    readSync(file, lastFrame, 0, NUMBER_BYTES, LAST_FRAME_AT);
    writeSync(file, lastFrame, 0, NUMBER_BYTES, APPLIED_AT);
  });
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
  overwritten: "was overwritten in place",
};

/** Tells the owner what happened, where the data is and what to do. */
export function fileLossText({ what, rescued, error, aside }: FileLoss, file: string): string {
  const happened = `${file} ${LOSSES[what]} while it was open.`;
  if (what === "overwritten")
    return `${happened} Visitors' data that is not in the new file is lost, except for the log, which only the former file can use: ${aside[0] ?? `${file}-wal`}. The next start uses the file that is there now. Replace a database while the server is stopped, with octavo db restore.`;
  if (rescued === null) {
    return `${happened} Visitors' data exists only in this process and could not be copied (${error ?? "unknown reason"}): DO NOT STOP IT. Free disk space, or make the folder writable for it; it tries again twice a second.`;
  }
  const copy = toShellWord(rescued);
  const untouched = what === "deleted" ? "" : " The file that is there now was not touched, and the next start uses it.";
  return `${happened} Its content is in ${rescued}.${untouched} To restore it: stop the server, octavo db restore ${copy}${what === "deleted" ? "" : `; or, while it runs, octavo comments import ${copy} and octavo inquiries import ${copy}`}`;
}

function lost(): StoreUnavailable {
  return new StoreUnavailable("database-lost", "the database file was deleted or replaced while it was open", { retryAfterMs: 60_000 });
}

/**
 * The next process that opens a file with the database's name must not find this process's log.
 * Other processes' files stay.
 */
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
      // The folder is not writable. The next start refuses the log because of the record.
    }
  }
  return moved;
}

/** Writes a complete copy, synced and readable only by its owner, or nothing. */
function writeCopy(target: string, path: string, connection: FileConnection): void {
  const partial = `${target}.partial`;
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  rmSync(partial, { force: true });
  try {
    withOpenFile(partial, "wx", (file) => {
      giveToOwnerOf(file, path, dirname(path));
      connection.copyInto(partial);
      fsyncSync(file);
    });
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  renameSync(partial, target);
  syncFolder(dirname(target));
}
