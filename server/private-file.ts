import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { toShellWord } from "./text/shell-word.ts";

/**
 * Small files that only their owner may read. Each is written completely or not at all.
 * Synchronous, because they are read and written only at startup and about once a day.
 */

const PRIVATE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;
/** The end of a temporary file's name: 8 random bytes. */
const TEMPORARY_END = /^\.[0-9a-f]{16}\.tmp$/;
/** A temporary file is renamed within milliseconds, so one of this age is abandoned. */
const LEFT_AFTER_MS = 60_000;
/** Mode bits of group and others. */
const SHARED_BITS = 0o077;

/** A private file that cannot be used. `hint` says what to do. */
export class PrivateFileError extends Error {
  override readonly name = "PrivateFileError";
  readonly hint: string;

  constructor(message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.hint = hint;
  }
}

export interface PrivateReadOptions {
  /**
   * Whether to read a file that other users can access; doctor warns about it. Default: false,
   * because such a file may hold keys.
   */
  readonly allowsShared?: boolean;
}

/**
 * The text of the file; null if it does not exist.
 * @throws PrivateFileError if others may read or write it (on systems with file modes), or it is
 * not a regular file
 */
export function readPrivateFile(path: string, { allowsShared = false }: PrivateReadOptions = {}): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return null;
    throw unreadable(path, error);
  }
  try {
    const { mode } = fstatSync(file);
    if (!allowsShared && process.platform !== "win32" && (mode & SHARED_BITS) !== 0) {
      const octal = (mode & 0o777).toString(8).padStart(4, "0");
      throw new PrivateFileError(
        `${path} can be read or changed by others (mode ${octal})`,
        `chmod 600 ${toShellWord(path)}; if somebody may have read it, replace its content`,
      );
    }
    return readText(path, file);
  } finally {
    closeSync(file);
  }
}

function readText(path: string, file: number): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): PrivateFileError {
  return new PrivateFileError(`${path} cannot be read (${systemErrorCode(error)})`, "make it readable for the server's user", error);
}

/**
 * The file's content as JSON. Undefined if it is not JSON or is `null`; null if the file does not
 * exist.
 * @throws PrivateFileError like `readPrivateFile`
 */
export function readPrivateJson(path: string, options: PrivateReadOptions = {}): unknown {
  const text = readPrivateFile(path, options);
  if (text === null) return null;
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Creates the file and its folder. False if another process has just done so; its file is complete. */
export function createPrivateFile(path: string, text: string): boolean {
  const temporary = writeTemporary(path, text);
  try {
    // Unlike rename, link never replaces a file. Of two processes starting at the same time, one
    // wins and both use its file.
    linkSync(temporary, path);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw new PrivateFileError(
      `${path} cannot be created (link: ${systemErrorCode(error)})`,
      "keep the data folder on a local file system that has hard links, which SQLite needs as well",
      error,
    );
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
  return true;
}

/** Replaces the whole file, or creates it. */
export function replacePrivateFile(path: string, text: string): void {
  const temporary = writeTemporary(path, text);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Runs `work` while no other process does so for the same path.
 * @throws PrivateFileError if another process is doing so, or was killed while doing so
 */
export function withFileLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  if (!createEmptyPrivateFile(lock))
    throw new PrivateFileError(`${path} is being changed by another process`, `try again; if no such process is running, delete ${lock}`);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Gives a new file to the owner of another file, because the server's user must be able to read
 * files that root replaces. Only root can do so; otherwise the file keeps its owner.
 * @param file open descriptor; by now its name could belong to another file
 * @param models paths; the first that exists provides the owner
 */
export function giveToOwnerOf(file: number, ...models: readonly string[]): void {
  const owner = models.map((path) => statSync(path, { throwIfNoEntry: false })).find((found) => found !== undefined);
  if (owner === undefined || owner.uid === fstatSync(file).uid) return;
  try {
    fchownSync(file, owner.uid, owner.gid);
  } catch (error) {
    // A file system without owners refuses this even for root.
    if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(systemErrorCode(error))) throw error;
  }
}

/**
 * Creates an empty file. Returns false, without opening it, if the file exists.
 * @param owners gives the file to the owner of the first that exists; default: the current user
 */
export function createEmptyPrivateFile(path: string, owners: readonly string[] = []): boolean {
  try {
    withOpenFile(path, "wx", (file) => giveToOwnerOf(file, ...owners));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function writeTemporary(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    withOpenFile(temporary, "wx", (file) => {
      // Regardless of the umask.
      fchmodSync(file, PRIVATE_MODE);
      giveToOwnerOf(file, path, dirname(path));
      writeFileSync(file, text);
      fsyncSync(file);
    });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/**
 * Removes temporary files that a killed process left beside these files. It recognizes them by
 * name, and by an age that no file in use reaches.
 * @param now milliseconds since 1970
 */
export function removeStaleTemporaries(paths: readonly string[], now: number): void {
  for (const path of paths) {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(`${basename(path)}.`) || !TEMPORARY_END.test(name.slice(basename(path).length))) continue;
      const file = join(dirname(path), name);
      const found = lstatSync(file, { throwIfNoEntry: false });
      if (found?.isFile() && found.mtimeMs < now - LEFT_AFTER_MS) rmSync(file, { force: true });
    }
  }
}

/**
 * Syncs the folder, so that the file's name is on the disk and not only its content. Windows has no
 * such call.
 */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") syncPath(folder);
}

export function syncPath(path: string): void {
  withOpenFile(path, "r", fsyncSync);
}

/** Opens a file, and closes it after the work. A new file is private. */
export function withOpenFile<T>(path: string, flags: string, work: (file: number) => T): T {
  const file = openSync(path, flags, PRIVATE_MODE);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** The code of a system error, such as `EEXIST`. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
