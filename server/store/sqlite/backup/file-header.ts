import { closeSync, existsSync, openSync, readSync } from "node:fs";

/** Header of an SQLite file (file format, section 1.3). */
export interface FileHeader {
  readonly applicationId: number;
  readonly hasWriteAheadLog: boolean;
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/**
 * null if this is not an SQLite file. Do not use it for a file that this process has open: closing
 * it would drop its locks (POSIX).
 */
export function readFileHeader(file: string): FileHeader | null {
  const descriptor = openSync(file, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(descriptor, header, 0, header.length, 0);
    if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
    return { applicationId: header.readUInt32BE(68), hasWriteAheadLog: header[18] !== 1 };
  } finally {
    closeSync(descriptor);
  }
}

/** The first line of every file that age has encrypted (age-encryption.org/v1). */
const AGE_LINE = "age-encryption.org/v1\n";

/** Whether a file is encrypted by age. False if it does not exist. */
export function isAgeFile(file: string): boolean {
  if (!existsSync(file)) return false;
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(AGE_LINE.length);
    readSync(handle, head, 0, head.length, 0);
    return head.toString("latin1") === AGE_LINE;
  } finally {
    closeSync(handle);
  }
}
