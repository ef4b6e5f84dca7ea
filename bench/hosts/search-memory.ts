/**
 * Measures what searches add to the memory of a Worker: `node bench/hosts/search-memory.ts --dist
 * folder [--searches 800]`. The folder is the output of `octavo build --host cloudflare` with
 * search, such as bench/hosts/workerd.ts leaves with --keep. The script sends different queries, so
 * that caches fill up, and prints the size of the heap and buffers that remain after a garbage
 * collection.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findWorkerd } from "./workerd-process.ts";

const MB = 1e6;
const WANTED_MB = 48;
/** Number of searches between two memory measurements. */
const STEP = 100;
/**
 * Passes requests on to the site's Worker, and collects garbage on request, which that Worker
 * cannot do.
 */
const FRONT = `import site from "site.js";
export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== "/gc") return site.fetch(request, env, context);
    gc();
    return new Response("done");
  },
};`;

interface Running {
  ask(path: string): Promise<string>;
  heapMb(): Promise<number>;
  stop(): Promise<void>;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dist: { type: "string" }, searches: { type: "string", default: "800" } } });
  if (values.dist === undefined) throw new Error("--dist <folder of a build> is missing");
  const dist = resolve(values.dist);
  const running = await start(dist);
  try {
    const words = await readWords(running);
    const before = await running.heapMb();
    let most = 0;
    for (let at = 1; at <= Number(values.searches); at += 1) {
      const text = [words[at % words.length], words[(at * 7) % words.length]].slice(0, 1 + (at % 2)).join(" ");
      await running.ask(`/api/v1/${at % 3 === 0 ? "posts" : "search"}?q=${encodeURIComponent(text)}&pageSize=50`);
      if (at % STEP === 0) most = Math.max(most, (await running.heapMb()) - before);
    }
    console.log(`${values.searches} searches add at most ${most.toFixed(1)} MB to ${before.toFixed(1)} MB; target: at most ${WANTED_MB}`);
  } finally {
    await running.stop();
  }
}

/** Returns words from the titles and excerpts of five pages of posts. */
async function readWords({ ask }: Running): Promise<string[]> {
  const words = new Set<string>();
  for (let page = 1; page <= 5; page += 1) {
    const { items } = JSON.parse(await ask(`/api/v1/posts?page=${page}&pageSize=50`)) as { items: { title: string; excerpt: string }[] };
    for (const { title, excerpt } of items) for (const word of `${title} ${excerpt}`.toLowerCase().split(/[^a-z]+/)) words.add(word);
  }
  return [...words].filter(({ length }) => length > 2);
}

async function start(dist: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-search-memory-"));
  await writeFile(join(folder, "front.js"), FRONT);
  await writeFile(join(folder, "site.js"), await readFile(join(dist, "_worker.js/index.js")));
  await writeFile(join(folder, "config.capnp"), renderMemoryConfig(dist));
  const args = ["serve", join(folder, "config.capnp"), "--control-fd=3", "--inspector-addr=127.0.0.1:0"];
  const child = spawn(findWorkerd(), args, { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const ports = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdio[3] as NodeJS.ReadableStream })) {
    const { event, port }: { event: string; port: number } = JSON.parse(line);
    ports.set(event, port);
    if (ports.size === 2) break;
  }
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${ports.get("listen")}${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} in workerd`);
    return answer.text();
  };
  // The isolate is created at its first request.
  await ask("/api/v1/posts");
  const socket = new WebSocket(`ws://127.0.0.1:${ports.get("listen-inspector")}/site`);
  await once(socket, "open");
  return {
    ask,
    heapMb: async () => {
      for (let at = 0; at < 2; at += 1) await ask("/gc");
      const answered = once(socket, "message");
      socket.send(JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" }));
      const [{ data }] = (await answered) as [{ data: unknown }];
      const { result }: { result: { usedSize: number; backingStorageSize: number } } = JSON.parse(String(data));
      return (result.usedSize + result.backingStorageSize) / MB;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      socket.close();
      await rm(folder, { recursive: true });
    },
  };
}

function renderMemoryConfig(dist: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc"],
  services = [
    (name = "site", worker = (
      modules = [(name = "index.js", esModule = embed "front.js"), (name = "site.js", esModule = embed "site.js")],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = (path = ${JSON.stringify(dist)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "site")],
);
`;
}

await main();
