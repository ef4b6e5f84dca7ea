import { randomBytes } from "node:crypto";
import { type BigIntStats, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a file system says of a file; another text means that it may have changed. */
export type Stamp = string;

/** Coarsest step of the clocks of file systems that keep fractions of a second, and of those that do not. Nanoseconds. */
const FINE_STEP = 20_000_000n;
const COARSE_STEP = 2_000_000_000n;
const SECOND = 1_000_000_000n;

/** null: there is nothing. Links are followed. */
export function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // Not to be reached: as good as not there, and whoever reads it says why.
    return null;
  }
}

export function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): Stamp {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/**
 * Whether a stamp can be believed that was taken after `since`: a file that changed in the same tick of the clock, or later, could have been
 * changed again without showing it.
 * @param since when whoever took the stamp began, by the file system's clock, nanoseconds
 */
export function isSettled({ mtimeNs, ctimeNs }: Pick<BigIntStats, "mtimeNs" | "ctimeNs">, since: bigint): boolean {
  const latest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return latest + (latest % SECOND === 0n ? COARSE_STEP : FINE_STEP) < since;
}

/** Looks like no file: what was too young when it was noted. */
const YOUNG: Stamp = "?";

/** Stamps that may be believed later as they are; another takes the place of those that are too young. */
export function settle(stamp: Stamp, since: bigint): Stamp {
  const [, mtime, ctime] = stamp.split(" ");
  if (mtime === undefined || ctime === undefined) return YOUNG;
  // Of tens of thousands of stamps most are far older, or younger: numbers are enough for those.
  if (Number(mtime) > Number(since) || Number(ctime) > Number(since)) return YOUNG;
  return isSettled({ mtimeNs: BigInt(mtime), ctimeNs: BigInt(ctime) }, since) ? stamp : YOUNG;
}

/** The file system's clock, which is not always the computer's, nanoseconds. */
export function readClock(dir: string): bigint {
  const path = join(dir, `clock-${randomBytes(6).toString("hex")}.tmp`);
  writeFileSync(path, "");
  try {
    return statSync(path, { bigint: true }).mtimeNs;
  } finally {
    rmSync(path, { force: true });
  }
}
