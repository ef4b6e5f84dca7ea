import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { withOpenFile } from "../../../private-file.ts";

/** Header of an SQLite file (file format, section 1.3). */
export interface FileHeader {
  readonly applicationId: number;
  readonly hasWriteAheadLog: boolean;
  /** A counter that rises when the file's first page changes. */
  readonly changes: number;
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/**
 * null if this is not an SQLite file. Do not use it for a file that this process has open, because
 * closing it would drop the process's locks (POSIX).
 */
export function readFileHeader(file: string): FileHeader | null {
  return withOpenFile(file, "r", readHeader);
}

/** null if this is not an SQLite file. */
function readHeader(descriptor: number): FileHeader | null {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(descriptor, header, 0, header.length, 0);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  return { applicationId: header.readUInt32BE(68), hasWriteAheadLog: header[18] !== 1, changes: header.readUInt32BE(24) };
}

/** Notices that another file was copied over a database which has a log and is open. */
export interface FileHeaderWatch {
  /** Watches this file, unless one is watched already. It stays open, so that this process keeps its locks. */
  open(file: string): void;
  isOverwritten(): boolean;
  /** Drops the locks that this process has on the file (POSIX). */
  close(): void;
}

/**
 * Only SQLite's checkpoints change a file that has a log. They keep the mark of the log in its
 * header, and never lower its counter. A copy of a later state that has the mark is not noticed;
 * backups have no such mark.
 */
export function watchFileHeader(): FileHeaderWatch {
  let descriptor: number | null = null;
  let changes = 0;
  const isChanged = (): boolean => {
    if (descriptor === null) return false;
    const found = readHeader(descriptor);
    if (found === null || !found.hasWriteAheadLog || found.changes < changes) return true;
    changes = found.changes;
    return false;
  };
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    open: (file) => {
      if (descriptor !== null) return;
      descriptor = openSync(file, "r");
      // A database that has no mark yet is not watched.
      if (isChanged()) close();
    },
    isOverwritten: isChanged,
    close,
  };
}

/** The first line of every file that age has encrypted (age-encryption.org/v1). */
const AGE_LINE = "age-encryption.org/v1\n";

/** Whether a file is encrypted with age. False if it does not exist. */
export function isAgeFile(file: string): boolean {
  if (!existsSync(file)) return false;
  return withOpenFile(file, "r", (handle) => {
    const head = Buffer.alloc(AGE_LINE.length);
    readSync(handle, head, 0, head.length, 0);
    return head.toString("latin1") === AGE_LINE;
  });
}
