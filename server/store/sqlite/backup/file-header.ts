import { closeSync, openSync, readSync } from "node:fs";

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
