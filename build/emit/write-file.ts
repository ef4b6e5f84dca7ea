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
