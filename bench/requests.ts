import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Corpus } from "./corpus/types.ts";
import type { Costs } from "./growth.ts";
import { load, quantile } from "./load.ts";
import type { Usage } from "./server-children.ts";
import { printTable } from "./table.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Number of times that each target is measured, in turn with the others. */
const ROUNDS = 3;
const CONNECTIONS = 16;
/** Targets as percentages of the bare server's requests per second. */
const UNFILTERED_WANTED = 40;
const FILTERED_WANTED = 25;

interface Target {
  readonly name: string;
  /** Target as a percentage of the bare server's requests per second. */
  readonly wanted?: number;
  readonly urls: readonly string[];
}

/**
 * Requests pages from the node host, alternating with a bare server.
 * @returns CPU milliseconds per request
 */
export async function reportRequests(dist: string, corpus: Corpus, durationMs: number): Promise<Costs> {
  const host = await startChild("host-child.ts", dist);
  const floor = await startChild("floor-child.ts", join(dist, "api", "v1", "posts.json"));
  try {
    const targets = listTargets(host.url, floor.url, corpus);
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
      const wanted = target.wanted === undefined ? "" : `${target.wanted}%:  ${share >= target.wanted ? "met" : "MISSED"}`;
      const ms = [quantile(sorted, 0.5).toFixed(2), quantile(sorted, 0.99).toFixed(2)];
      return [target.name, rateOf(target).toFixed(0), `${share.toFixed(0)}%`, wanted, middle(cpu.get(target.name)).toFixed(0), ...ms];
    });
    const head = [
      "request",
      `requests/s, ${CONNECTIONS} connections`,
      "of the bare server",
      "target",
      "server CPU µs/request",
      "median ms, 1 connection",
      "p99 ms, 1 connection",
    ];
    printTable(head, rows);
    return new Map(targets.filter((target) => target !== bare).map(({ name }) => [name, middle(cpu.get(name)) / 1_000]));
  } finally {
    host.stop();
    floor.stop();
  }
}

/** Each target cycles through different values, so that consecutive answers differ. */
function listTargets(host: string, floor: string, { posts, words, tags }: Corpus): Target[] {
  const api = `${host}/api/v1`;
  const pages = Math.max(1, Math.floor(posts.length / 20));
  const many = (count: number, url: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => url(index));
  return [
    { name: "bare node:http, /posts from memory", urls: [floor] },
    { name: "/posts", wanted: UNFILTERED_WANTED, urls: [`${api}/posts`] },
    {
      name: "/posts/{slug}",
      wanted: UNFILTERED_WANTED,
      urls: many(50, (index) => `${api}/posts/${posts[(index * 37) % posts.length]?.slug}`),
    },
    { name: "/posts?page=", wanted: FILTERED_WANTED, urls: many(50, (index) => `${api}/posts?page=${1 + ((index * 13) % pages)}`) },
    { name: "/posts?tag=", wanted: FILTERED_WANTED, urls: many(Math.min(60, tags.length), (index) => `${api}/posts?tag=${tags[index]}`) },
    {
      name: "/posts?tag=&hasCode=&publishedFrom=",
      wanted: FILTERED_WANTED,
      urls: many(20, (index) => `${api}/posts?tag=${tags[index]}&hasCode=true&publishedFrom=${2005 + (index % 10)}-01-01`),
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
    child.once("exit", (code) => reject(new Error(`${script} exited with code ${code}`)));
    child.stdout?.once("data", (chunk: Buffer) => resolve({ url: chunk.toString().trim(), usage, stop: () => void child.kill("SIGTERM") }));
  });
}
