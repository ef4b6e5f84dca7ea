import { resolve } from "node:path";
import type { BuildOptions, BuildResult, BuildStats } from "../build.ts";
import { type Diagnostic, Diagnostics } from "../diagnostics.ts";
import { hasOldFiles } from "../emit/old-files.ts";
import type { KeptSite } from "../patch/kept-site.ts";
import { readSource } from "../read-text.ts";
import { showPath } from "../show-path.ts";
import { digestOfPath } from "./contents.ts";
import type { Inputs } from "./inputs.ts";
import { cacheKeyOf } from "./key.ts";
import { fromPlaces, toPlaces } from "./places.ts";
import { packNumbers, readLines, unpackNumbers, writeRecords } from "./record-file.ts";
import { isAsLooked, type Stamp, settle, stampOf, statOf, toLooks } from "./stamps.ts";

/** What a build that succeeded said, and all that it depended on. */
interface Head {
  readonly key: string;
  /** Its clock, and when that would have given something else. */
  readonly now: string;
  readonly nextChange: string | null;
  readonly stats: Omit<BuildStats, "stages">;
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
  /** Names what it left in the out folder. */
  readonly outputs: string | null;
}

export interface LastBuild {
  readonly head: Head;
  /** All that it looked at (absolute paths), how that looked (stamps.ts) and, of content, digests of what was read ("" where that is not known). */
  readonly paths: readonly string[];
  readonly looks: Float64Array;
  digests(): readonly string[];
  /** null: only a whole build tells. Read when it is asked for. */
  site(): KeptSite | null;
}

/** Everything but files and clock that decides what is built, and where to. */
function keyOf(options: BuildOptions): string {
  const { cwd, outDir, drafts, future, counts, search, strict, graceMs = 0, more } = options;
  const shownCounts = counts === undefined ? "" : showPath(cwd, counts);
  const plain = [showPath(cwd, outDir), drafts, future, shownCounts, search, strict, graceMs, more?.key ?? ""];
  return JSON.stringify([cacheKeyOf({ ...options, timeZone: "" }), ...plain]);
}

export interface NotedBuild {
  readonly options: BuildOptions;
  readonly result: BuildResult;
  readonly inputs: Inputs;
  readonly site: KeptSite | null;
  /** When it began, by the file system's clock, nanoseconds. */
  readonly since: bigint;
  /** Names what it left in the out folder; null: this process sees to that. */
  readonly outputs: string | null;
}

/** What is to be known of a build that succeeded. */
export function noteBuild({ options, result, inputs, site, since, outputs }: NotedBuild): LastBuild {
  const { stages, ...stats } = result.stats;
  const { nextChange, diagnostics, notices } = result;
  const entries = inputs.entries();
  const stamps = entries.map(([, stamp]) => (stamp === null ? "" : settle(stamp, since)));
  const digests = entries.map(([path, stamp], at) => {
    const known = inputs.digestOf(path);
    return known !== "" || stamp === null || stamp !== stamps[at] ? known : digestIfSame(path, stamp);
  });
  return {
    head: { key: keyOf(options), now: options.now, nextChange, stats, found: diagnostics.all(), notices, outputs },
    paths: entries.map(([path]) => path),
    looks: toLooks(stamps),
    digests: () => digests,
    site: () => site,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Of what a build looked at, provided that it has not changed since. */
function digestIfSame(path: string, stamp: Stamp): string {
  const digest = digestOfPath(path);
  const stat = statOf(path);
  return stat !== null && stampOf(stat) === stamp ? digest : "";
}

/**
 * Columns, so that tens of thousands are read in a third of the time. Paths are kept as seen from the working directory, as all folders are in the key: the
 * same key, the same way to each of them, wherever the site stands.
 * @param cwd absolute
 */
export function writeLast(file: string, cwd: string, { head, paths, looks, digests, site }: LastBuild): void {
  const places = toPlaces(cwd, paths);
  writeRecords(file, head, [JSON.stringify(places), packNumbers(looks), lineOf(digests), lineOf(site)]);
}

/** @param cwd absolute */
export function readLast(file: string, cwd: string): LastBuild | null {
  const records = readLines(file, isHead);
  if (records === null) return null;
  const { head, line } = records;
  return {
    head,
    paths: fromPlaces(cwd, JSON.parse(line(0))),
    looks: unpackNumbers(line(1)),
    digests: fromLine(() => line(2)),
    site: fromLine(() => line(3)),
  };
}

/** Lines that values were read from: they are written as they are, where those are kept for another build. */
const linesOf = new WeakMap<() => unknown, () => string>();

function fromLine<T>(line: () => string): () => T {
  const read = once((): T => JSON.parse(line()));
  linesOf.set(read, line);
  return read;
}

function lineOf(value: () => unknown): string {
  return linesOf.get(value)?.() ?? JSON.stringify(value());
}

/** Whether a build with these options would ask what the last one asked: same settings, and what is public has not changed since. */
export function isSameBuild({ head }: LastBuild, options: BuildOptions): boolean {
  // What stays for a grace has to go at some time.
  if (options.check === true || hasOldFiles(options.outDir)) return false;
  const { now, nextChange } = head;
  const isSameMoment = options.now >= now && (nextChange === null || options.now < nextChange);
  return isSameMoment && head.key === keyOf(options);
}

/** Which inputs look otherwise than they did, or are too young to tell: their places in the list, and how they look ("": there is nothing). */
export function findTouched({ paths, looks }: LastBuild): readonly { readonly at: number; readonly stamp: Stamp }[] {
  const touched: { at: number; stamp: Stamp }[] = [];
  for (let at = 0; at < paths.length; at += 1) {
    const path = paths[at] ?? "";
    if (isAsLooked(looks, at, path)) continue;
    const stat = statOf(path);
    touched.push({ at, stamp: stat === null ? "" : stampOf(stat) });
  }
  return touched;
}

/** What the last build said, of a build that would say and write the same. */
export function repeatBuild({ head, paths }: LastBuild, options: BuildOptions): BuildResult {
  const { nextChange, stats, found, notices } = head;
  const diagnostics = new Diagnostics();
  diagnostics.replay(found);
  const files = { written: 0, unchanged: stats.files.written + stats.files.unchanged, removed: 0 };
  const known = new Set(paths);
  const sources = (shown: string): string | null => {
    const absolute = resolve(options.cwd, shown);
    return known.has(absolute) ? (readSource({ path: shown, relative: shown, absolute })?.text ?? null) : null;
  };
  return { ok: true, diagnostics, sources, notices, stats: { ...stats, files, stages: [] }, nextChange, outDir: options.outDir };
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "key" in value && "outputs" in value && "found" in value;
}
