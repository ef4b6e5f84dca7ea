import { hash } from "node:crypto";
import { fstatSync } from "node:fs";
import { digestOfPath } from "./contents.ts";
import { readWhole } from "./file-io.ts";
import type { LastBuild } from "./last-build.ts";
import { isNothingThere, LOOK_SIZE, type Look, lookAt, noteLook, type Stamp, settleLook, stampOf, statOf } from "./stamps.ts";

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
  const looks = last.looks.slice(0, last.paths.length * LOOK_SIZE);
  const changed: { at: number; stamp: Stamp }[] = [];
  for (const [at, path] of last.paths.entries()) {
    const digest = digests[at] ?? "";
    if (isNothingThere(looks, at)) {
      if (lookAt(path) !== null) return null;
      continue;
    }
    if (digest === "") return null;
    const isFolder = digest.startsWith("/");
    const found = isFolder ? lookAtFolder(path) : lookAtFile(path);
    if (found === null) return null;
    noteLook(looks, at, found.look);
    settleLook(looks, at, since);
    if (found.digest === digest) continue;
    // Stamped before it is read again.
    const stat = isFolder || changed.length === max ? null : statOf(path);
    if (stat === null) return null;
    changed.push({ at, stamp: stampOf(stat) });
  }
  return { last: { ...last, looks }, changed };
}

interface Seen {
  readonly look: Look;
  readonly digest: string;
}

function lookAtFolder(path: string): Seen | null {
  const look = lookAt(path);
  return look === null ? null : { look, digest: digestOfPath(path) };
}

function lookAtFile(path: string): Seen | null {
  const read = readWhole(path, (file) => fstatSync(file));
  return read === null ? null : { look: read.look, digest: hash("sha1", read.bytes) };
}
