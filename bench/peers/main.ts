/**
 * `npm run bench:peers`: the same generated posts through Hugo, Eleventy, Astro, Velite, content-collections and Octavo, in turn in one run. Prints
 * Markdown: CPU and wall seconds and peak memory, cold, unchanged, one post changed, fresh clone with cache; and what parts of a build cost by
 * themselves. Every build's output is verified.
 * `--sizes 1000,10000`, `--runs 3`, `--only hugo,octavo`, `--octavo folder` (another checkout), `--keep` (leave the sites in bench/peers/.octavo).
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { slugOf, writeCorpus } from "../corpus.ts";
import { installOnce, requirePrograms } from "./install.ts";
import { measure, type Usage } from "./measure.ts";
import { listPeers, PEERS_ROOT, type Peer } from "./peers.ts";
import { CASES, type Case, type Results, report } from "./report.ts";
import { createSite, type Site } from "./site.ts";
import { type Expected, readExpected, verify } from "./verify.ts";
import { printYardsticks } from "./yardsticks.ts";

/** All of what is compiled once and kept is warm, as on a machine that builds daily; enough that Octavo's index is one of a large site, which other code sees to. */
const WARM_UP_POSTS = 600;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000" },
      runs: { type: "string", default: "3" },
      only: { type: "string" },
      octavo: { type: "string", default: join(PEERS_ROOT, "..", "..") },
      keep: { type: "boolean", default: false },
    },
  });
  const sizes = values.sizes.split(",").map(toCount);
  const runs = toCount(values.runs);
  installOnce(PEERS_ROOT);
  const peers = choosePeers(listPeers(resolve(values.octavo)), values.only);
  requirePrograms(["/usr/bin/time", ...(peers.some((peer) => peer.name === "hugo") ? ["hugo"] : [])]);
  // Below this folder, so that the sites find its node_modules; each run has its own.
  await mkdir(join(PEERS_ROOT, ".octavo"), { recursive: true });
  const work = await mkdtemp(join(PEERS_ROOT, ".octavo", "run-"));
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  try {
    await runSize(peers, WARM_UP_POSTS, 1, join(work, "warm-up"), stop.signal);
    console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
    for (const posts of sizes) {
      const loadBefore = loadavg()[0] ?? 0;
      if (stop.signal.aborted) break;
      const folder = join(work, String(posts));
      report(await runSize(peers, posts, runs, folder, stop.signal), { posts, loadBefore });
      const ours = peers.findLast((peer) => peer.template === null);
      if (ours !== undefined && !stop.signal.aborted) await printYardsticks(join(folder, ours.name), runs, join(folder, "copied"));
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
    throw new Error(`no tool is named ${unknown.join(", ")}\nhint: there are ${all.map((peer) => peer.name).join(", ")}`);
  return all.filter((peer) => names.includes(peer.name));
}

/** In every round each case is measured with one tool after the other, each round with another one first. On `stop` gives what it has. */
async function runSize(peers: readonly Peer[], posts: number, runs: number, folder: string, stop: AbortSignal): Promise<Results> {
  const corpus = join(folder, "corpus");
  await mkdir(folder, { recursive: true });
  await writeCorpus({ posts, dir: corpus });
  const expected = await readExpected(corpus);
  const edited = slugOf(Math.floor(posts / 2));
  const sites = peers.map((peer) => createSite(peer, join(folder, peer.name), corpus));
  const results: Results = new Map(peers.map((peer) => [peer, new Map(CASES.map((name): [Case, Usage[]] => [name, []]))]));
  for (let round = 0; round < runs; round += 1) {
    const turn = sites.map((_, index) => sites[(index + round) % sites.length]).filter((site) => site !== undefined);
    for (const name of CASES) {
      for (const site of turn) {
        const usage = await runCase(site, name, expected, edited).catch(unless(stop));
        if (usage === null) return results;
        results.get(site.peer)?.get(name)?.push(usage);
        console.error(`${posts} posts, run ${round + 1}, ${name}: ${site.peer.label} ${usage.cpuSeconds.toFixed(2)} CPU s`);
        if (stop.aborted) return results;
      }
    }
  }
  return results;
}

/** A build that fails because all is being stopped is no failure. */
function unless(stop: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (!stop.aborted) throw error;
    return null;
  };
}

async function runCase(site: Site, name: Case, expected: ReadonlyMap<string, Expected>, edited: string): Promise<Usage> {
  if (name === "cold") await site.reset();
  if (name === "changed") await site.change(edited);
  if (name === "clone") await site.cloneAgain();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, CI: "1", NO_COLOR: "1", NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1" };
  const usage = await measure(site.peer.command, { cwd: site.dir, env });
  await verify(site.peer, site.dir, expected, name === "changed" || name === "clone" ? edited : null);
  return usage;
}

await main().catch((error: unknown) => {
  console.error(`bench:peers: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
