/**
 * `npm run bench:peers`: builds the same generated posts with Hugo, Eleventy, Astro, Velite,
 * content-collections and Octavo, in turn in one run. Prints Markdown: CPU and wall seconds and
 * peak memory for a cold build, an unchanged one, each kind of edit, and a fresh clone with cache;
 * the time from a save to the new response under `dev`; and the cost of parts of a build. Every
 * build's output is verified. `--sizes 1000,10000`, `--corpus plain`, `--runs 3`, `--only
 * hugo,octavo`, `--octavo folder` (another checkout), `--source` (Octavo from its source tree; by
 * default, the packed and installed command is measured, as users have it), `--keep` (leave the
 * sites in bench/peers/.octavo).
 */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusName, toCorpusName, writeCorpus } from "../corpus/write.ts";
import { EDITS } from "../edits.ts";
import { quantile } from "../load.ts";
import { installPacked } from "../packed-command.ts";
import { measureSaves, saveOldest, saveText } from "../saves.ts";
import { installOnce, requirePrograms } from "./install.ts";
import { measure, type Usage } from "./measure.ts";
import { listPeers, PEERS_ROOT, type Peer } from "./peers.ts";
import { CASES, type Case, isOf, type Results, report } from "./report.ts";
import { createSite, type Site } from "./site.ts";
import { type Expected, expectEdit, readExpected, verify } from "./verify.ts";
import { printYardsticks } from "./yardsticks.ts";

/**
 * Size of an unmeasured site. Building it warms everything that is compiled once and cached, as on
 * a machine that builds daily. It has enough posts for Octavo to write the index of a large site,
 * which uses different code.
 */
const WARM_UP_POSTS = 600;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000" },
      runs: { type: "string", default: "3" },
      only: { type: "string" },
      octavo: { type: "string", default: join(PEERS_ROOT, "..", "..") },
      source: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      corpus: { type: "string" },
    },
  });
  const corpus = toCorpusName(values.corpus);
  const sizes = values.sizes.split(",").map(toCount);
  const runs = toCount(values.runs);
  installOnce(PEERS_ROOT);
  const octavo = resolve(values.octavo);
  // Below this folder, so that the sites find its node_modules. Each run has its own.
  await mkdir(join(PEERS_ROOT, ".octavo"), { recursive: true });
  const work = await mkdtemp(join(PEERS_ROOT, ".octavo", "run-"));
  const command = values.source ? join(octavo, "bin/octavo.mjs") : installPacked(octavo, join(work, "installed"));
  const peers = choosePeers(listPeers(octavo, command), values.only);
  requirePrograms(["/usr/bin/time", ...(peers.some((peer) => peer.name === "hugo") ? ["hugo"] : [])]);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  try {
    await runSize(peers, { posts: WARM_UP_POSTS, corpus, runs: 1, folder: join(work, "warm-up"), stop: stop.signal });
    console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
    for (const posts of sizes) {
      const loadBefore = loadavg()[0] ?? 0;
      if (stop.signal.aborted) break;
      const folder = join(work, String(posts));
      report(await runSize(peers, { posts, corpus, runs, folder, stop: stop.signal }), { posts, corpus, loadBefore });
      const ours = peers.findLast((peer) => peer.template === null);
      if (ours === undefined || stop.signal.aborted) continue;
      await printSaves(join(folder, ours.name));
      await printYardsticks(join(folder, ours.name), runs, join(folder, "copied"));
    }
  } finally {
    if (values.keep) console.error(`the sites are in ${work}`);
    else await rm(work, { recursive: true, force: true });
  }
}

function toCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new Error(`${JSON.stringify(text)} is not a number of posts or runs\nhint: --sizes 1000,10000 --runs 3`);
  return Number(text);
}

function choosePeers(all: readonly Peer[], only: string | undefined): readonly Peer[] {
  if (only === undefined) return all;
  const names = only.split(",");
  const unknown = names.filter((name) => !all.some((peer) => peer.name === name));
  if (unknown.length > 0)
    throw new Error(`no tool is named ${unknown.join(", ")}\nhint: the tools are ${all.map((peer) => peer.name).join(", ")}`);
  return all.filter((peer) => names.includes(peer.name));
}

interface SizeOptions {
  readonly posts: number;
  readonly corpus: CorpusName;
  readonly runs: number;
  readonly folder: string;
  readonly stop: AbortSignal;
}

/** Number of fresh clones in the last round. There are several, because they vary most. */
const CLONES = 5;

/**
 * Measures each case with one tool after another in every round. Each round starts with a different
 * tool. When `stop` is aborted, returns the results so far.
 */
async function runSize(peers: readonly Peer[], { posts, corpus, runs, folder, stop }: SizeOptions): Promise<Results> {
  const written = { folder: join(folder, "corpus"), corpus: await writeCorpus({ posts, folder: join(folder, "corpus"), corpus }) };
  const sites = peers.map((peer) => createSite(peer, join(folder, peer.name), written));
  const results: Results = new Map(peers.map((peer) => [peer, new Map(CASES.map((name): [Case, Usage[]] => [name, []]))]));
  for (let round = 0; round < runs; round += 1) {
    const turn = sites.map((_, index) => sites[(index + round) % sites.length]).filter((site) => site !== undefined);
    const expected = new Map<Site, Map<string, Expected>>();
    for (const site of turn) expected.set(site, await readExpected(join(written.folder, "content")));
    for (const name of CASES.flatMap((one) =>
      one === "clone" && round === runs - 1 ? Array.from({ length: CLONES }, () => one) : [one],
    )) {
      for (const site of turn.filter(({ peer }) => isOf(peer, name))) {
        const usage = await runCase(site, name, expected.get(site) ?? new Map()).catch(unless(stop));
        if (usage === null) return results;
        results.get(site.peer)?.get(name)?.push(usage);
        console.error(`${posts} posts, run ${round + 1}, ${name}: ${site.peer.label} ${usage.cpuSeconds.toFixed(2)} CPU s`);
        if (stop.aborted) return results;
      }
    }
  }
  return results;
}

/**
 * Prints the times from a save to the new response under `dev`, in the folder of a site that Octavo
 * has built.
 */
async function printSaves(dir: string): Promise<void> {
  const [name = ""] = (await readdir(join(dir, "content", "posts"))).filter((file) => file.endsWith(".md"));
  const post = { slug: name.replace(/\.md$/, ""), file: join("posts", name) };
  const kinds = [
    ["a text", saveText(post), ["--no-search"]],
    ["a text", saveText(post), []],
    ["a new oldest post", saveOldest, []],
  ] as const;
  for (const [what, save, flags] of kinds) {
    const saves = await measureSaves(dir, save, flags);
    const [median, worst] = [quantile(saves, 0.5), quantile(saves, 1)].map((ms) => ms.toFixed(0));
    console.log(
      `From a save of ${what} to the new response under ${["dev", ...flags].join(" ")}: median ${median} ms, worst ${worst} ms.\n`,
    );
  }
}

/** A build that fails because everything is being stopped does not count as a failure. */
function unless(stop: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (!stop.aborted) throw error;
    return null;
  };
}

async function runCase(site: Site, name: Case, expected: Map<string, Expected>): Promise<Usage> {
  if (name === "cold") await site.reset();
  if (name === "clone") await site.cloneAgain();
  const edit = EDITS.find((one) => one === name);
  if (edit !== undefined) expectEdit(expected, await site.edit(edit));
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, CI: "1", NO_COLOR: "1", NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1" };
  const usage = await measure(site.peer.command, { cwd: site.dir, env });
  await verify(site.peer, site.dir, expected);
  return usage;
}

await main().catch((error: unknown) => {
  console.error(`bench:peers: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
