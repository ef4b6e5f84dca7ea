import { randomBytes } from "node:crypto";
import { type BigIntStats, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a file system says of a file; another text means that it may have changed. */
export type Stamp = string;

/** Coarsest step of the clocks of file systems that keep fractions of a second, and of those that do not. Nanoseconds. */
const FINE_STEP = 20_000_000n;
const COARSE_STEP = 2_000_000_000n;
const SECOND = 1_000_000_000n;

const IF_THERE = { throwIfNoEntry: false } as const;

/** null: there is nothing. Links are followed. */
export function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // Not to be reached: as good as not there, and whoever reads it says why.
    return null;
  }
}

/** The same without the last digits of its times, for half of the cost. */
export function lookAt(path: string): Stats | null {
  try {
    return statSync(path, IF_THERE) ?? null;
  } catch {
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

/*
 * Stamps of tens of thousands of files are kept and compared as numbers, four of each: size, mtime and ctime in milliseconds, as `statSync` gives them,
 * and inode. That is a quarter of a microsecond exact; a change that no stamp may miss is at least 20 milliseconds away (isSettled).
 */

/** What `statSync` and `fstatSync` give. */
export type Look = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">;

/** How many numbers each takes. */
export const LOOK_SIZE = 4;
/** In the place of a size. */
const NOTHING_THERE = -1;
const NS_DIGITS = 9;

/** @param at of which file, counted from 0 @param stamp "": there is nothing */
export function setLook(looks: Float64Array, at: number, stamp: Stamp): void {
  const [size = "", mtime = "", ctime = "", ino = ""] = stamp.split(" ");
  if (stamp === "") looks.fill(NOTHING_THERE, at * LOOK_SIZE, (at + 1) * LOOK_SIZE);
  else looks.set([Number(size), toMs(mtime), toMs(ctime), ino === "" ? Number.NaN : Number(ino)], at * LOOK_SIZE);
}

/** The same of what was just looked at. */
export function noteLook(looks: Float64Array, at: number, { size, mtimeMs, ctimeMs, ino }: Look): void {
  const from = at * LOOK_SIZE;
  looks[from] = size;
  looks[from + 1] = mtimeMs;
  looks[from + 2] = ctimeMs;
  looks[from + 3] = ino;
}

/** Takes the place of a look that is too young to be believed, but for the size: like that of no file. */
export function settleLook(looks: Float64Array, at: number, since: bigint): void {
  const from = at * LOOK_SIZE;
  const latest = Math.max(looks[from + 1] ?? Number.NaN, looks[from + 2] ?? Number.NaN);
  const step = Number(latest % 1_000 === 0 ? COARSE_STEP : FINE_STEP) / 1_000_000;
  if (!(latest + step < Number(since) / 1_000_000)) looks.fill(Number.NaN, from + 1, from + LOOK_SIZE);
}

export function sizeOfLook(looks: Float64Array, at: number): number {
  return looks[at * LOOK_SIZE] ?? 0;
}

/** The same sums as in Node, so that the same numbers come out. */
function toMs(ns: string): number {
  if (ns.startsWith("-")) return Number.NaN;
  return Number(ns.slice(0, -NS_DIGITS)) * 1_000 + Number(ns.slice(-NS_DIGITS)) / 1_000_000;
}

/** Of stamps ("": there is nothing). */
export function toLooks(stamps: readonly Stamp[]): Float64Array {
  const looks = new Float64Array(stamps.length * LOOK_SIZE);
  for (const [at, stamp] of stamps.entries()) setLook(looks, at, stamp);
  return looks;
}

export function isNothingThere(looks: Float64Array, at: number): boolean {
  return looks[at * LOOK_SIZE] === NOTHING_THERE;
}

/** Whether what is at a path looks so. */
export function isAsLooked(looks: Float64Array, at: number, path: string): boolean {
  const from = at * LOOK_SIZE;
  const stat = lookAt(path);
  if (stat === null) return looks[from] === NOTHING_THERE;
  // What was too young to be believed is NaN, and like nothing.
  return stat.ctimeMs === looks[from + 2] && stat.mtimeMs === looks[from + 1] && stat.size === looks[from] && stat.ino === looks[from + 3];
}
