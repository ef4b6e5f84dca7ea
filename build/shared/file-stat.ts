import { randomBytes } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The size, times and inode of a file. If one of them differs, the file may have changed. Times are
 * in milliseconds since 1970.
 */
export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/**
 * The coarsest clock resolutions, in milliseconds, of file systems with and without fractions of a
 * second.
 */
const FINE_STEP_MS = 20;
const COARSE_STEP_MS = 2_000;
const IF_THERE = { throwIfNoEntry: false } as const;

/**
 * Returns the stat of a path. Links are followed. Null if the path does not exist or cannot be
 * reached (reading it reports why).
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
  // An untrustworthy stat contains NaN, which does not equal anything.
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}

/**
 * Whether a later stat may be compared with this one. A file that changed in the current tick of
 * the clock could change again without changing its stat.
 * @param since when the build that took the stat started, by the file system's clock, in
 * milliseconds
 */
export function isTrustworthy(mtimeMs: number, ctimeMs: number, since: number): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return latest + (latest % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS) < since;
}

/** Returns the stat to store for later builds. An untrustworthy stat does not equal any other. */
export function toKeptStat(stat: FileStat, since: number): FileStat {
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return isTrustworthy(mtimeMs, ctimeMs, since) ? { size, mtimeMs, ctimeMs, ino } : { size, mtimeMs: Number.NaN, ctimeMs: Number.NaN, ino };
}

/**
 * Reads the file system's clock, in milliseconds, which may differ from the computer's.
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
