import { closeSync, openSync, readSync } from "node:fs";

/**
 * Reads no more of a file than the buffer holds. A folder may have 100,000 pages of one megabyte
 * each.
 */
export function readStart(file: string, buffer: Buffer): string {
  const descriptor = openSync(file, "r");
  try {
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
