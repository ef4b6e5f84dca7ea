import { closeSync, fstatSync, openSync } from "node:fs";
import { writeFully } from "../shared/file-io.ts";
import type { FileStat } from "../shared/file-stat.ts";

/** Writes a file that is in nobody's sight. @returns its stat, which renaming the folder that it is in does not change */
export function writeNew(path: string, bytes: Uint8Array): FileStat {
  const file = openSync(path, "w");
  try {
    writeFully(file, bytes);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

/** For all texts, one after the other: a buffer for each costs more than what is written. */
let scratch = Buffer.allocUnsafeSlow(1 << 16);
/** UTF-8 takes at most so many bytes for a UTF-16 code unit. */
const BYTES_MAX = 3;

/** A text in UTF-8, until the next is asked for. */
export function toScratch(text: string): Buffer {
  if (scratch.length < text.length * BYTES_MAX) {
    const length = Buffer.byteLength(text);
    if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(length * 2);
  }
  return scratch.subarray(0, scratch.write(text, 0));
}
