import { join } from "node:path";
import { createPrivateFile, PrivateFileError, readPrivateJson, replacePrivateFile, withFileLock } from "../private-file.ts";
import { type Erasure, mergeErasures, StoredErasures } from "./erasure-record.ts";

/** In the database's folder. */
export const ERASURES_FILE = "erasures.json";
/** Appended to a backup's name. */
export const BACKUP_ERASURES_SUFFIX = ".erasures.json";

/** The end of the message about a lost list of erasures. */
export const LOST_LIST_REMEDY = `restore it from a backup (<backup>${BACKUP_ERASURES_SUFFIX} is beside each), or make it readable for the server's user; if it is lost for good, run \`octavo privacy accept-loss\`, then erase again: octavo privacy erase`;

/**
 * Returns null if there is no such file. A file that others may read is accepted, because without
 * it erased data would become public again.
 * @throws PrivateFileError if it is damaged or cannot be read
 */
export function readErasures(path: string): readonly Erasure[] | null {
  const value = readList(path);
  if (value === null) return null;
  const parsed = StoredErasures.safeParse(value);
  if (parsed.success) return parsed.data.erasures;
  const [issue] = parsed.error.issues;
  throw new PrivateFileError(
    `${path} is damaged${issue === undefined || issue.path.length === 0 ? "" : ` (at ${issue.path.join(".")})`}, or from a newer version`,
    LOST_LIST_REMEDY,
  );
}

function readList(path: string): unknown {
  try {
    return readPrivateJson(path, { allowsShared: true });
  } catch (error) {
    throw error instanceof PrivateFileError ? new PrivateFileError(error.message, LOST_LIST_REMEDY, error) : error;
  }
}

/** Creates an empty list, so that a lost list can be distinguished from one that never existed. */
export function ensureErasures(folder: string): void {
  createPrivateFile(join(folder, ERASURES_FILE), serialize([]));
}

/**
 * Adds missing erasures. They are on disk when the function returns.
 * @throws PrivateFileError if the file is damaged or being changed
 */
export function addErasures(path: string, erasures: readonly Erasure[]): void {
  withFileLock(path, () => {
    const recorded = readErasures(path) ?? [];
    replacePrivateFile(path, serialize(mergeErasures(recorded, erasures)));
  });
}

/** Writes a copy for a backup. */
export function writeErasures(path: string, erasures: readonly Erasure[]): void {
  replacePrivateFile(path, serialize(erasures));
}

function serialize(erasures: readonly Erasure[]): string {
  return `${JSON.stringify({ format: 1, erasures }, null, 2)}\n`;
}
