import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync, writeSync } from "node:fs";

/* Synchronous file access, for code that reads or writes tens of thousands of files. */

/** With these flags, opening a pipe does not wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
}

export const NOT_A_FILE = { message: "is not a regular file: it is a pipe, a socket or a device", hint: "remove it" };

/**
 * Reads the bytes of a file.
 * @throws NotAFileError for a pipe, a socket or a device, because opening a pipe would wait forever
 * for a writer
 */
export function readRegularFile(path: string): Buffer {
  const stat = statSync(path);
  // Reading a folder throws a clear error anyway.
  if (!stat.isFile() && !stat.isDirectory()) throw new NotAFileError(`${path} ${NOT_A_FILE.message}`);
  return readFileSync(path);
}

/**
 * Reads files one after another into the same buffer, because allocating a buffer for each costs
 * more than reading the file.
 */
export class FileReader {
  #buffer = Buffer.allocUnsafeSlow(1 << 16);

  /**
   * Reads all bytes of a file, and its stat before that, with only one look-up of its path. The
   * bytes are valid until the next call.
   * @returns null if the path is not a file, cannot be read, or is being written
   */
  read(path: string): { readonly stat: Stats; readonly bytes: Buffer } | null {
    return withFile(path, READ_AT_ONCE, (file) => {
      const stat = fstatSync(file);
      const bytes = stat.isFile() ? this.#readAll(file, stat.size) : null;
      return bytes === null ? null : { stat, bytes };
    });
  }

  /** Reads all bytes. Returns null if the number of bytes differs from the stat. */
  #readAll(file: number, size: number): Buffer | null {
    // One more byte is requested, to notice that a file has grown in the meantime.
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

/** Writes all bytes to a file. @param position null to continue after the last write */
export function writeFully(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position === null ? null : position + at);
}
