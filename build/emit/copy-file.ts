import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { CacheDamageError } from "../cache/storage/cache-storage.ts";
import { writeFully } from "../shared/file-io.ts";
import type { FileStat } from "../shared/file-stat.ts";

/** Thrown when a file was saved during the build. The build starts again with its new content. */
export class ChangedFileError extends CacheDamageError {
  override readonly name = "ChangedFileError";
  readonly hint = "build again once no program is saving it";

  constructor(path: string) {
    super(`${path} changed while the site was being built`);
  }
}

interface CopiedFile {
  readonly size: number;
  /** Stat of the copy. */
  readonly stat: FileStat;
}

/**
 * Size of the chunks in which files are copied, in bytes. Large files, such as videos, are never
 * completely in memory.
 */
const CHUNK = 1 << 18;

/**
 * Copies a file and verifies the copied bytes.
 * @param digest expected SHA-256, hexadecimal; null to accept any content
 * @throws ChangedFileError if the content differs, and errors of the file system
 */
export function copyFile(from: string, target: string, digest: string | null): CopiedFile {
  const source = openSync(from, "r");
  try {
    const copy = openSync(target, "w");
    try {
      const read = readThrough(source, copy, digest !== null);
      if (read.digest !== digest) throw new ChangedFileError(from);
      return { size: read.size, stat: fstatSync(copy) };
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

/**
 * SHA-256 of a file, hexadecimal.
 * @throws errors of the file system
 */
export function digestFile(path: string): string {
  const source = openSync(path, "r");
  try {
    return readThrough(source, null, true).digest ?? "";
  } finally {
    closeSync(source);
  }
}

function readThrough(source: number, copy: number | null, isDigested: boolean): { size: number; digest: string | null } {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const hash = isDigested ? createHash("sha256") : null;
  let size = 0;
  for (;;) {
    const bytes = chunk.subarray(0, readSync(source, chunk, 0, chunk.length, null));
    if (bytes.length === 0) return { size, digest: hash?.digest("hex") ?? null };
    hash?.update(bytes);
    size += bytes.length;
    if (copy !== null) writeFully(copy, bytes);
  }
}
