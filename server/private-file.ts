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
 * Small files that nobody but their owner may read, written so that they are there whole or not at all. Synchronous: they are read and written at start and about once
 * a day.
 */

const PRIVATE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;
/** End of a temporary file's name: 8 random bytes. */
const TEMPORARY_END = /^\.[0-9a-f]{16}\.tmp$/;
/** A temporary file is renamed within milliseconds; nobody still writes one of that age. */
const LEFT_AFTER_MS = 60_000;
/** Bits for group and others. */
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
  /** Whether a file that others may use is read: doctor warns of it. Default false: it is refused, for it holds keys. */
  readonly allowsShared?: boolean;
}

/**
 * The text of the file; null: there is none.
 * @throws PrivateFileError where others may read or write it (on systems that know of such), or it is no plain file
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
        `${path} can be used by others (mode ${octal})`,
        `chmod 600 ${toShellWord(path)}; if somebody may have read it, replace what is in it`,
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
  return new PrivateFileError(`${path} cannot be read (${systemErrorCode(error)})`, "let the user that the server runs as read it", error);
}

/**
 * The content of a file as JSON. undefined: it is not JSON, or it is `null`; null: there is no such file.
 * @throws PrivateFileError as `readPrivateFile`
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

/**
 * Makes the file, and its folder. False: somebody was faster, and theirs is whole.
 * @param suffix of the temporary file, nobody else's
 */
export function createPrivateFile(path: string, text: string, suffix: string): boolean {
  const temporary = writeTemporary(path, text, suffix);
  try {
    // Unlike rename, link never replaces: of two processes that start at once, one wins and both use its file.
    linkSync(temporary, path);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw new PrivateFileError(
      `${path} cannot be made (link: ${systemErrorCode(error)})`,
      "keep the data folder on a local file system that has hard links, as SQLite needs one too",
      error,
    );
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
  return true;
}

/** Replaces the file as a whole, or makes it. */
export function replacePrivateFile(path: string, text: string, suffix: string): void {
  const temporary = writeTemporary(path, text, suffix);
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
 * @throws PrivateFileError where one is at it, or was killed while it was
 */
export function withFileLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  if (!createEmptyPrivateFile(lock))
    throw new PrivateFileError(
      `${path} is being changed by another process`,
      `try again; if there is no such process any more, delete ${lock}`,
    );
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Gives a new file to the owner of another: what root replaces, the server's user must still be able to read. Only root can; from others it stays theirs.
 * @param file open; by its name it could be another one by now
 * @param models the first that there is counts
 */
export function giveToOwnerOf(file: number, ...models: readonly string[]): void {
  const owner = models.map((path) => statSync(path, { throwIfNoEntry: false })).find((found) => found !== undefined);
  if (owner === undefined || owner.uid === fstatSync(file).uid) return;
  try {
    fchownSync(file, owner.uid, owner.gid);
  } catch (error) {
    // A file system without owners refuses root, too.
    if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(systemErrorCode(error))) throw error;
  }
}

/**
 * Makes an empty file. False: one was there, which is not even opened.
 * @param owners whose owner gets it: the first that there is; default: whoever makes it
 */
export function createEmptyPrivateFile(path: string, owners: readonly string[] = []): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", PRIVATE_MODE);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    giveToOwnerOf(file, ...owners);
  } finally {
    closeSync(file);
  }
  return true;
}

function writeTemporary(path: string, text: string, suffix: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const temporary = `${path}.${suffix}.tmp`;
  const file = openSync(temporary, "wx", PRIVATE_MODE);
  try {
    // Whatever the umask says.
    fchmodSync(file, PRIVATE_MODE);
    giveToOwnerOf(file, path, dirname(path));
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return temporary;
}

/**
 * Removes temporary files that a killed process left beside these files: by their name, and old enough that no process is about to rename them.
 * @param now ms since 1970
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

/** So that the name is on the disk, not only what it stands for. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** `EEXIST` of an error of the system. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
