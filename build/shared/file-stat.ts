import { randomBytes } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A file's size, times and inode. If any differs, the file may have changed. Times in milliseconds
 * since 1970.
 */
export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/**
 * Coarsest clock resolution of file systems with fractions of a second, and of those without,
 * milliseconds.
 */
const FINE_STEP_MS = 20;
const COARSE_STEP_MS = 2_000;
const IF_THERE = { throwIfNoEntry: false } as const;

/**
 * null: nothing exists there, or it cannot be reached (reading it reports why). Links are followed.
 */
export function readStat(path: string): FileStat | null {
  try {
    return statSync(path, IF_THERE) ?? null;
  } catch {
    return null;
  }
}

export function isSameStat(a: FileStat | null, b: FileStat | null): boolean {
  if (a === null || b === null) return a === b;
  // An untrustworthy stat contains NaN and equals nothing.
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}

/**
 * Whether a later stat may be compared with this one. A file changed in the current tick of the
 * clock could change again without showing it.
 * @param since start of the build that took the stat, by the file system's clock, milliseconds
 */
export function isTrustworthy(mtimeMs: number, ctimeMs: number, since: number): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return latest + (latest % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS) < since;
}

/** The stat to store for later builds. An untrustworthy one equals no other. */
export function toKeptStat(stat: FileStat, since: number): FileStat {
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return isTrustworthy(mtimeMs, ctimeMs, since) ? { size, mtimeMs, ctimeMs, ino } : { size, mtimeMs: Number.NaN, ctimeMs: Number.NaN, ino };
}

/**
 * The file system's clock, milliseconds, which may differ from the computer's.
 * @param dir a writable folder
 */
export function readClock(dir: string): number {
  const path = join(dir, `clock-${randomBytes(6).toString("hex")}.tmp`);
  writeFileSync(path, "");
  try {
    return statSync(path).mtimeMs;
  } finally {
    rmSync(path, { force: true });
  }
}
