import { execFile } from "node:child_process";
import { appendFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildStats } from "../build/build-options.ts";
import type { StageTime } from "../build/shared/stages.ts";
import type { Corpus } from "./corpus/types.ts";
import { applyEdit, EDITS } from "./edits.ts";
import type { Costs } from "./growth.ts";
import { printTable } from "./table.ts";

const CHILD = fileURLToPath(new URL("build-child.ts", import.meta.url));
const MIB = 1024 * 1024;
/** Enough for the output of `check` with 10,000 errors. */
const OUTPUT_MAX = 256 * MIB;

interface Run {
  readonly code: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly maxRssBytes: number;
  readonly result: { readonly stats: BuildStats; readonly diagnostics: readonly { readonly severity: string; readonly message: string }[] };
}

/**
 * Measures a first build, a build without changes, and a build after each kind of edit, in the
 * site's folder.
 * @returns CPU milliseconds
 */
export async function reportBuilds(folder: string, corpus: Corpus): Promise<Costs> {
  const first = await build(folder);
  const index = await sizeOf(join(folder, "dist", "index"));
  const runs = new Map([
    ["first build", first],
    ["nothing changed", await build(folder)],
  ]);
  for (const name of EDITS) {
    await applyEdit(name, join(folder, "content"), corpus);
    runs.set(name, await build(folder));
  }
  const shown = [...runs].filter(([name]) => ["first build", "nothing changed", "text", "newest added"].includes(name));
  const stages = [...new Set(shown.flatMap(([, run]) => run.result.stats.stages.map((stage) => stage.name)))];
  const cell = (ms: number, cpuMs: number): string => `${seconds(ms)} (${seconds(cpuMs)})`;
  printTable(
    ["wall s (CPU s)", ...shown.map(([name]) => name)],
    [
      ...stages.map((name) => [name, ...shown.map(([, run]) => cell(...sumStage(run.result.stats.stages, name)))]),
      ["**all, including startup**", ...shown.map(([, run]) => cell(run.wallMs, run.cpuMs))],
      ["peak memory, MiB", ...shown.map(([, run]) => mib(run.maxRssBytes))],
      ["files written", ...shown.map(([, run]) => String(run.result.stats.files.written))],
    ],
  );
  const { bytes, searchBytes } = first.result.stats;
  console.log(
    `Size: ${mib(bytes)} MiB in total; index ${mib(index.bytes)} MiB in ${index.files} files, of which full-text search takes ${mib(searchBytes)} MiB.\n`,
  );
  return new Map([...runs].map(([name, { cpuMs }]) => [name, cpuMs]));
}

/**
 * Measures `check` with an error in every file: a broken link. The site cannot be used afterwards.
 */
export async function reportCheck(folder: string, { posts }: Corpus): Promise<Costs> {
  for (const [number, { file }] of posts.entries())
    await appendFile(join(folder, "content", file), `\n[Gone](${posts[number]?.slug}-gone.md)\n`);
  const run = await runChild(folder, ["check", "--strict"]);
  if (run.code !== 1) throw new Error(`check exited with code ${run.code} although every file has an error`);
  console.log(`\`check\` with an error in every file: ${seconds(run.cpuMs)} s of CPU.\n`);
  return new Map([["check, an error in every file", run.cpuMs]]);
}

async function build(folder: string): Promise<Run> {
  const run = await runChild(folder, ["build", "--json"]);
  if (run.code === 0) return run;
  const error = run.result.diagnostics.find(({ severity }) => severity === "error");
  throw new Error(`the build failed: ${error?.message ?? "no reason given"}`);
}

async function runChild(folder: string, args: readonly string[]): Promise<Run> {
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [CHILD, folder, ...args], { maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${args[0]} crashed: ${stderr.slice(-2_000)}`, { cause: error }));
      else resolve(stdout);
    });
  });
  return JSON.parse(output);
}

function sumStage(stages: readonly StageTime[], name: string): [number, number] {
  const found = stages.filter((stage) => stage.name === name);
  return [found.reduce((sum, stage) => sum + stage.ms, 0), found.reduce((sum, stage) => sum + stage.cpuMs, 0)];
}

async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
