/**
 * `npm run bench`: builds generated sites of 1,000 and 10,000 posts and measures time by stage (wall and CPU), peak memory and the size of the
 * index; then asks the node host for pages over HTTP, in turn with a bare node:http server as the floor. Prints Markdown.
 * `--quick` is a small run to see that it works; `--posts 500,2000` sets the sizes; `--seconds 2` the length of each measurement.
 * `--server` measures the write server instead (server-main.ts): `--soak 5` minutes of mixed load, `--events 1000000`, `--dir` on another disk.
 */
import { execFile, spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BuildStats, StageTime } from "../build/build.ts";
import { CORPUS_TAGS, slugOf, writeCorpus } from "./corpus.ts";
import { load, quantile } from "./load.ts";
import { measureSaves } from "./saves.ts";
import type { Usage } from "./server-children.ts";
import { benchServer } from "./server-main.ts";
import { printTable } from "./table.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const MIB = 1024 * 1024;
/** Each target is measured this often, in turn with the others. */
const ROUNDS = 3;
const CONNECTIONS = 16;
/** Per cent of the bare server's requests per second. */
const UNFILTERED_WANTED = 40;
const FILTERED_WANTED = 25;

interface BuildRun {
  readonly code: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly maxRssBytes: number;
  readonly result: { readonly stats: BuildStats; readonly diagnostics: readonly { readonly message: string }[] };
}

interface Target {
  readonly name: string;
  /** Share of the bare server's requests per second that it should have, per cent. */
  readonly wanted?: number;
  readonly urls: readonly string[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      posts: { type: "string" },
      seconds: { type: "string" },
      server: { type: "boolean", default: false },
      soak: { type: "string" },
      events: { type: "string" },
      dir: { type: "string" },
    },
  });
  if (values.server) {
    const toNumber = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
    const { quick, dir = null } = values;
    await benchServer({
      quick,
      dir,
      seconds: toNumber(values.seconds),
      soakMinutes: toNumber(values.soak),
      events: toNumber(values.events),
    });
    return;
  }
  const sizes = (values.posts ?? (values.quick ? "200" : "1000,10000")).split(",").map(Number);
  const durationMs = Number(values.seconds ?? (values.quick ? "0.3" : "3")) * 1000;
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
  for (const posts of sizes) {
    const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
    try {
      console.log(`## ${posts} posts\n`);
      const words = await writeCorpus({ posts, dir: join(folder, "content") });
      await reportBuilds(folder, posts);
      const saves = await measureSaves(folder, slugOf(Math.floor(posts / 3)));
      console.log(
        `From a save to its answer under dev: median ${quantile(saves, 0.5).toFixed(0)} ms, worst ${quantile(saves, 1).toFixed(0)} ms.\n`,
      );
      await reportRequests(join(folder, "dist"), posts, words, durationMs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function reportBuilds(folder: string, posts: number): Promise<void> {
  const first = await build(folder);
  const unchanged = await build(folder);
  await appendFile(join(folder, "content", "posts", `${slugOf(Math.floor(posts / 2))}.md`), "\nOne more sentence.\n");
  const changed = await build(folder);
  const runs = [first, unchanged, changed];
  const stages = [...new Set(runs.flatMap((run) => run.result.stats.stages.map((stage) => stage.name)))];
  const cell = (ms: number, cpuMs: number): string => `${seconds(ms)} (${seconds(cpuMs)})`;
  printTable(
    ["wall s (CPU s)", "first build", "nothing changed", "one post changed"],
    [
      ...stages.map((name) => [name, ...runs.map((run) => cell(...sumStage(run.result.stats.stages, name)))]),
      ["**all, with start-up**", ...runs.map((run) => cell(run.wallMs, run.cpuMs))],
      ["peak memory, MiB", ...runs.map((run) => mib(run.maxRssBytes))],
      ["files written", ...runs.map((run) => String(run.result.stats.files.written))],
    ],
  );
  const index = await sizeOf(join(folder, "dist", "index"));
  const { bytes, searchBytes } = first.result.stats;
  console.log(
    `Size: ${mib(bytes)} MiB in all; index ${mib(index.bytes)} MiB in ${index.files} files, full-text ${mib(searchBytes)} MiB of it.\n`,
  );
}

function sumStage(stages: readonly StageTime[], name: string): [number, number] {
  const found = stages.filter((stage) => stage.name === name);
  return [found.reduce((sum, stage) => sum + stage.ms, 0), found.reduce((sum, stage) => sum + stage.cpuMs, 0)];
}

async function build(folder: string): Promise<BuildRun> {
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [join(HERE, "build-child.ts"), folder], { maxBuffer: 64 * MIB }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`the build crashed: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
  const run: BuildRun = JSON.parse(output);
  if (run.code !== 0) throw new Error(`the build failed: ${run.result.diagnostics[0]?.message ?? "no reason given"}`);
  return run;
}

async function reportRequests(dist: string, posts: number, words: readonly string[], durationMs: number): Promise<void> {
  const host = await startChild("host-child.ts", dist);
  const floor = await startChild("floor-child.ts", join(dist, "api", "v1", "posts.json"));
  try {
    const targets = listTargets(host.url, floor.url, posts, words);
    const rates = new Map<string, number[]>();
    const latencies = new Map<string, number[]>();
    const cpu = new Map<string, number[]>();
    const [bare] = targets;
    for (const target of targets) await load({ urls: target.urls, connections: 2, durationMs: Math.min(durationMs, 500) });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, urls } of targets) {
        const server = name === bare?.name ? floor : host;
        const before = await server.usage();
        const busy = await load({ urls, connections: CONNECTIONS, durationMs });
        const cpuSeconds = (await server.usage()).cpuSeconds - before.cpuSeconds;
        cpu.set(name, [...(cpu.get(name) ?? []), (cpuSeconds * 1_000_000) / busy.requests]);
        const alone = await load({ urls, connections: 1, durationMs });
        rates.set(name, [...(rates.get(name) ?? []), busy.requests / busy.seconds]);
        latencies.set(name, [...(latencies.get(name) ?? []), ...alone.latencies]);
      }
    }
    const middle = (values: readonly number[] = []): number =>
      quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
    const rateOf = ({ name }: Target): number => middle(rates.get(name));
    const rows = targets.map((target) => {
      const sorted = (latencies.get(target.name) ?? []).sort((a, b) => a - b);
      const share = bare === undefined ? Number.NaN : (rateOf(target) / rateOf(bare)) * 100;
      const wanted = target.wanted === undefined ? "" : `${target.wanted} %: ${share >= target.wanted ? "yes" : "NO"}`;
      const ms = [quantile(sorted, 0.5).toFixed(2), quantile(sorted, 0.99).toFixed(2)];
      return [target.name, rateOf(target).toFixed(0), `${share.toFixed(0)} %`, wanted, middle(cpu.get(target.name)).toFixed(0), ...ms];
    });
    const head = [
      "request",
      `requests/s, ${CONNECTIONS} connections`,
      "of the bare server",
      "wanted",
      "server CPU µs/request",
      "median ms, alone",
      "p99 ms, alone",
    ];
    printTable(head, rows);
  } finally {
    host.stop();
    floor.stop();
  }
}

/** Different values in turn, so that no answer is the one before. */
function listTargets(host: string, floor: string, posts: number, words: readonly string[]): Target[] {
  const api = `${host}/api/v1`;
  const pages = Math.max(1, Math.floor(posts / 20));
  const many = (count: number, url: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => url(index));
  return [
    { name: "bare node:http, /posts from memory", urls: [floor] },
    { name: "/posts", wanted: UNFILTERED_WANTED, urls: [`${api}/posts`] },
    { name: "/posts/{slug}", wanted: UNFILTERED_WANTED, urls: many(50, (index) => `${api}/posts/${slugOf((index * 37) % posts)}`) },
    { name: "/posts?page=", wanted: FILTERED_WANTED, urls: many(50, (index) => `${api}/posts?page=${1 + ((index * 13) % pages)}`) },
    { name: "/posts?tag=", wanted: FILTERED_WANTED, urls: many(CORPUS_TAGS - 1, (index) => `${api}/posts?tag=tag-${1 + index}`) },
    {
      name: "/posts?tag=&hasCode=&publishedFrom=",
      wanted: FILTERED_WANTED,
      urls: many(20, (index) => `${api}/posts?tag=tag-${1 + index}&hasCode=true&publishedFrom=${2005 + (index % 10)}-01-01`),
    },
    { name: "/search?q=, one word", urls: many(50, (index) => `${api}/search?q=${words[200 + index * 97] ?? ""}`) },
    {
      name: "/search?q=, three words",
      urls: many(50, (index) => `${api}/search?q=${[50, 300, 900].map((rank) => words[rank + index * 7] ?? "").join("+")}`),
    },
  ];
}

interface Child {
  readonly url: string;
  usage(): Promise<Usage>;
  stop(): void;
}

function startChild(script: string, argument: string): Promise<Child> {
  const child = spawn(process.execPath, ["--import", join(HERE, "usage-preload.mjs"), join(HERE, script), argument], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const usage = (): Promise<Usage> =>
    new Promise((resolve) => {
      child.once("message", (message) => resolve(message as Usage));
      child.send({});
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
    child.stdout?.once("data", (chunk: Buffer) => resolve({ url: chunk.toString().trim(), usage, stop: () => void child.kill("SIGTERM") }));
  });
}

async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const mib = (bytes: number): string => (bytes / MIB).toFixed(1);

await main();
