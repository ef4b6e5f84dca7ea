import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { digestOfPath } from "./contents.ts";
import type { LastBuild } from "./last-build.ts";
import { isNothingThere, type Stamp, settle, stampOf, statOf, toLooks } from "./stamps.ts";

export interface Compared {
  /** How all look now. */
  readonly last: LastBuild;
  /** Files that are there, and hold something else: their places in the list. */
  readonly changed: readonly { readonly at: number; readonly stamp: Stamp }[];
}

/**
 * Compares all that the last build looked at by what it holds, for where all looks new.
 * @param since when this build began, by the file system's clock, nanoseconds
 * @param max so many files may hold something else
 * @returns null: more do, or something is gone or new, or is not known by its content
 */
export function compareContents(last: LastBuild, since: bigint, max: number): Compared | null {
  const digests = last.digests();
  const stamps: Stamp[] = [];
  const changed: { at: number; stamp: Stamp }[] = [];
  for (const [at, path] of last.paths.entries()) {
    const digest = digests[at] ?? "";
    const isAbsent = isNothingThere(last.looks, at);
    if (isAbsent ? statOf(path) !== null : digest === "") return null;
    const found = isAbsent ? { stamp: "", digest } : digest.startsWith("/") ? lookAtFolder(path) : lookAtFile(path);
    if (found === null || (found.digest !== digest && digest.startsWith("/"))) return null;
    stamps.push(isAbsent ? "" : settle(found.stamp, since));
    if (found.digest !== digest) changed.push({ at, stamp: found.stamp });
    if (changed.length > max) return null;
  }
  return { last: { ...last, looks: toLooks(stamps) }, changed };
}

interface Seen {
  readonly stamp: Stamp;
  readonly digest: string;
}

function lookAtFolder(path: string): Seen | null {
  const stat = statOf(path);
  return stat === null ? null : { stamp: stampOf(stat), digest: digestOfPath(path) };
}

/** For all files, one after the other. */
let scratch = Buffer.allocUnsafeSlow(1 << 16);

function lookAtFile(path: string): Seen | null {
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    const stat = fstatSync(file, { bigint: true });
    const size = Number(stat.size);
    if (!stat.isFile()) return null;
    // One byte more tells that it has grown meanwhile.
    if (scratch.length <= size) scratch = Buffer.allocUnsafeSlow(size * 2);
    const read = readSync(file, scratch, 0, size + 1, null);
    return read === size ? { stamp: stampOf(stat), digest: hash("sha1", scratch.subarray(0, read)) } : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
