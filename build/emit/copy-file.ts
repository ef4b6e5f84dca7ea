import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { CacheDamageError } from "../cache/damage.ts";
import { writeFully } from "../cache/file-io.ts";
import type { Look } from "../cache/stamps.ts";

/** A file was saved while the site was built; the build begins again with what it holds now. */
class ChangedFileError extends CacheDamageError {
  override readonly name = "ChangedFileError";
  readonly hint = "build again once nothing saves it any longer";

  constructor(path: string) {
    super(`${path} has changed while the site was built`);
  }
}

interface CopiedFile {
  readonly size: number;
  readonly checksum: number;
  /** Of the copy; null: none was made. */
  readonly look: Look | null;
}

/** Large files (a film) are never in memory as a whole. */
const CHUNK = 1 << 18;
let chunk: Buffer | null = null;

/**
 * Copies a file, and looks at the very bytes that were copied.
 * @param target null: the file is looked at alone
 * @param digest SHA-256, hexadecimal, of what is to be copied; null: whatever the file holds
 * @throws ChangedFileError where it holds something else, and what the file system throws
 */
export function copyFile(from: string, target: string | null, digest: string | null): CopiedFile {
  const source = openSync(from, "r");
  try {
    const copy = target === null ? null : openSync(target, "w");
    try {
      const read = readThrough(source, copy, digest !== null);
      if (read.digest !== digest) throw new ChangedFileError(from);
      return { ...read, look: copy === null ? null : fstatSync(copy) };
    } finally {
      if (copy !== null) closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

function readThrough(source: number, copy: number | null, isDigested: boolean): Omit<CopiedFile, "look"> & { digest: string | null } {
  chunk ??= Buffer.allocUnsafeSlow(CHUNK);
  const hash = isDigested ? createHash("sha256") : null;
  let size = 0;
  let checksum = 0;
  for (;;) {
    const bytes = chunk.subarray(0, readSync(source, chunk, 0, chunk.length, null));
    if (bytes.length === 0) return { size, checksum, digest: hash?.digest("hex") ?? null };
    hash?.update(bytes);
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    if (copy !== null) writeFully(copy, bytes);
  }
}
