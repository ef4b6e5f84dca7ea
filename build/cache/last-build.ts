import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BuildOptions, BuildResult, BuildStats } from "../build.ts";
import { type Diagnostic, Diagnostics } from "../diagnostics.ts";
import { KnownOutputs } from "../emit/known-outputs.ts";
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
}

/** Everything but files and clock that decides what is built, and where to. */
function keyOf(options: BuildOptions): string {
  const { outDir, drafts, future, counts = "", search, strict } = options;
  return JSON.stringify([cacheKeyOf({ ...options, timeZone: "" }), outDir, drafts, future, counts, search, strict]);
}

/** Notes a build that succeeded. */
export function noteBuild(
  file: string,
  { options, result, inputs, since }: { options: BuildOptions; result: BuildResult; inputs: Inputs; since: bigint },
): void {
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
 * @param outputs the file that says what stands in the out folder
 */
export function findUnchanged(file: string, outputs: string, options: BuildOptions): BuildResult | null {
  const records = options.check === true ? null : readRecords(file, isHead);
  if (records === null) return null;
  const { key, since, now, nextPublication, stats, found, notices } = records.head;
  const isSameMoment = options.now >= now && (nextPublication === null || options.now < nextPublication);
  if (!isSameMoment || key !== keyOf(options)) return null;
  const inputs: readonly (readonly [string, Stamp | null])[] = JSON.parse(`[${records.lines.join(",")}]`);
  if (!existsSync(outputs) || !isAsNoted(inputs, BigInt(since)) || !new KnownOutputs(outputs, options.outDir).areAsLeft()) return null;
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
