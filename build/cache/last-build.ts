import { resolve } from "node:path";
import type { BuildOptions, BuildResult, BuildStats } from "../build.ts";
import { type Diagnostic, Diagnostics } from "../diagnostics.ts";
import type { KnownOutputs } from "../emit/known-outputs.ts";
import { hasOldFiles } from "../emit/old-files.ts";
import { readSource } from "../read-text.ts";
import { type Inputs, isAsNoted } from "./inputs.ts";
import { cacheKeyOf } from "./key.ts";
import { readRecords, writeRecords } from "./record-file.ts";
import type { Stamp } from "./stamps.ts";

/** What a build that succeeded said, and all that it depended on. */
interface Head {
  readonly key: string;
  readonly since: string;
  /** Its clock, and when that would have given something else. */
  readonly now: string;
  readonly nextPublication: string | null;
  readonly stats: Omit<BuildStats, "stages">;
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
  /** What it left in the out folder. */
  readonly outputs: string;
}

/** Everything but files and clock that decides what is built, and where to. */
function keyOf(options: BuildOptions): string {
  const { outDir, drafts, future, counts = "", search, strict, graceMs = 0, more } = options;
  const plain = [outDir, drafts, future, counts, search, strict, graceMs, more?.key ?? ""];
  return JSON.stringify([cacheKeyOf({ ...options, timeZone: "" }), ...plain]);
}

export interface NotedBuild {
  readonly options: BuildOptions;
  readonly result: BuildResult;
  readonly inputs: Inputs;
  /** When it began, by the file system's clock, nanoseconds. */
  readonly since: bigint;
  /** Names what it left in the out folder. */
  readonly outputs: string;
}

/** Notes a build that succeeded. */
export function noteBuild(file: string, { options, result, inputs, since, outputs }: NotedBuild): void {
  const { stages, ...stats } = result.stats;
  const { nextPublication, diagnostics, notices } = result;
  const head: Head = {
    key: keyOf(options),
    since: String(since),
    now: options.now,
    nextPublication,
    stats,
    found: diagnostics.all(),
    notices,
    outputs,
  };
  writeRecords(
    file,
    head,
    inputs.entries().map((input) => JSON.stringify(input)),
  );
}

/**
 * What the last build said, where another would say and write the same: same settings, nothing it looked at looks otherwise, its files
 * stand as it left them, and nothing has become public since. No content is read.
 *
 * @param file where `noteBuild` noted it
 * @param openOutputs says what stands in the out folder
 */
export function findUnchanged(file: string, openOutputs: () => KnownOutputs, options: BuildOptions): BuildResult | null {
  // What stays for a grace has to go at some time.
  const records = options.check === true || hasOldFiles(options.outDir) ? null : readRecords(file, isHead);
  if (records === null) return null;
  const { key, since, now, nextPublication, stats, found, notices, outputs } = records.head;
  const isSameMoment = options.now >= now && (nextPublication === null || options.now < nextPublication);
  if (!isSameMoment || key !== keyOf(options)) return null;
  const inputs: readonly (readonly [string, Stamp | null])[] = JSON.parse(`[${records.lines.join(",")}]`);
  if (!isAsNoted(inputs, BigInt(since))) return null;
  const left = openOutputs();
  if (left.id !== outputs || !left.areAsLeft()) return null;
  const diagnostics = new Diagnostics();
  diagnostics.replay(found);
  const files = { written: 0, unchanged: stats.files.written + stats.files.unchanged, removed: 0 };
  const paths = new Set(inputs.map(([path]) => path));
  const sources = (shown: string): string | null => {
    const absolute = resolve(options.cwd, shown);
    return paths.has(absolute) ? (readSource({ path: shown, relative: shown, absolute })?.text ?? null) : null;
  };
  return { ok: true, diagnostics, sources, notices, stats: { ...stats, files, stages: [] }, nextPublication, outDir: options.outDir };
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "key" in value && "since" in value && "found" in value;
}
