import { randomBytes } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file's size, times and inode. If any differs, the file may have changed. Times in milliseconds since 1970. */
export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Coarsest step of the clocks of file systems that keep fractions of a second, and of those that do not, milliseconds. */
const FINE_STEP_MS = 20;
const COARSE_STEP_MS = 2_000;
const IF_THERE = { throwIfNoEntry: false } as const;

/** null: there is nothing, or it cannot be reached (whoever reads it says why). Links are followed. */
export function readStat(path: string): FileStat | null {
  try {
    return statSync(path, IF_THERE) ?? null;
  } catch {
    return null;
  }
}

export function isSameStat(a: FileStat | null, b: FileStat | null): boolean {
  if (a === null || b === null) return a === b;
  // NaN, of a stat that was not trustworthy, equals nothing.
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}

/**
 * Whether a later look may compare with this one: a file that changed in the same tick of the clock, or later, could be
 * changed again without showing it.
 * @param since when whoever took it began, by the file system's clock, milliseconds
 */
export function isTrustworthy(mtimeMs: number, ctimeMs: number, since: number): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return latest + (latest % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS) < since;
}

/** The stat as it may be kept for later builds: one that equals no other where it is not trustworthy. */
export function toKeptStat(stat: FileStat, since: number): FileStat {
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return isTrustworthy(mtimeMs, ctimeMs, since) ? { size, mtimeMs, ctimeMs, ino } : { size, mtimeMs: Number.NaN, ctimeMs: Number.NaN, ino };
}

/** The file system's clock, which is not always the computer's, milliseconds. @param dir a folder that may be written to */
export function readClock(dir: string): number {
  const path = join(dir, `clock-${randomBytes(6).toString("hex")}.tmp`);
  writeFileSync(path, "");
  try {
    return statSync(path).mtimeMs;
  } finally {
    rmSync(path, { force: true });
  }
}
