import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync, writeSync } from "node:fs";

/*
 * Files by synchronous calls, for whoever reads or writes tens of thousands.
 */

/** To open a pipe must not wait for somebody to write into it. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
}

export const NOT_A_FILE = { message: "is not a regular file: it is a pipe, a socket or a device", hint: "remove it" };

/**
 * The bytes of a file.
 * @throws NotAFileError for a pipe, a socket or a device: to open a pipe would wait for ever for somebody to write into it
 */
export function readRegularFile(path: string): Buffer {
  const stat = statSync(path);
  // The error of reading a folder says what it is.
  if (!stat.isFile() && !stat.isDirectory()) throw new NotAFileError(`${path} ${NOT_A_FILE.message}`);
  return readFileSync(path);
}

/** Reads files one after the other into one buffer: a buffer for each costs more than reading it. */
export class FileReader {
  #buffer = Buffer.allocUnsafeSlow(1 << 16);

  /**
   * All bytes of a file, until the next is read, with its stat before, by one look-up of its path.
   * @returns null: it is no file, cannot be read, or is being written
   */
  read(path: string): { readonly stat: Stats; readonly bytes: Buffer } | null {
    return withFile(path, READ_AT_ONCE, (file) => {
      const stat = fstatSync(file);
      const bytes = stat.isFile() ? this.#readAll(file, stat.size) : null;
      return bytes === null ? null : { stat, bytes };
    });
  }

  /** null: it is not as large as it is said to be. */
  #readAll(file: number, size: number): Buffer | null {
    // One byte more tells that a file has grown meanwhile.
    if (this.#buffer.length <= size) this.#buffer = Buffer.allocUnsafeSlow(size * 2);
    const read = readSync(file, this.#buffer, 0, size + 1, null);
    return read === size ? this.#buffer.subarray(0, read) : null;
  }
}

function withFile<T>(path: string, flags: string | number, read: (file: number) => T | null): T | null {
  let file: number | null = null;
  try {
    file = openSync(path, flags);
    return read(file);
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** @param position null: behind what was written last */
export function writeFully(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position === null ? null : position + at);
}
