/**
 * Measures requests in workerd, the runtime of Cloudflare Workers: `node bench/hosts/workerd.ts
 * [--posts 10000] [--rounds 15] [--corpus plain] [--keep folder] [--workerd binary] [--pages]`.
 * `--pages` requests pages of a site with `website: { render: "edge" }` instead of the API. Builds
 * the corpus with `octavo build --host cloudflare`. Then it sends each request to fresh processes:
 * as their first request, after a trivial path, and again when everything is in memory. Prints
 * Markdown. The time is processor time, user and system, of the thread that runs the Worker, and of
 * the others. Linux only.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { addWebsite } from "../corpus/add-website.ts";
import type { Corpus } from "../corpus/types.ts";
import { toCorpusName, writeCorpus } from "../corpus/write.ts";
import { createQuestions, type Question } from "../search/questions.ts";
import { printTable } from "../table.ts";
import { type Cost, startWorkerd } from "./workerd-process.ts";

const run = promisify(execFile);
const OCTAVO = fileURLToPath(new URL("../../bin/octavo.mjs", import.meta.url));
const TRIVIAL = "/api/v1/about";
/** Target CPU milliseconds of a filtered page that is the first request. */
const FILTERED_WANTED_MS = 10;
/** Target CPU milliseconds of a rendered page: as the first request in a process, and warm. */
const PAGE_WANTED_MS = 6;
const WARM_PAGE_WANTED_MS = 1.5;
/** Number of times that a request is repeated in a process before its warm cost is measured. */
const WARM_UPS = 20;
const WARM_ROUNDS = 20;
/** Number of frequent words in the most expensive query. */
const FREQUENT = 10;

interface Target {
  readonly name: string;
  readonly path: string;
  /** Should stay below FILTERED_WANTED_MS. */
  readonly isFiltered?: boolean;
  readonly isPage?: boolean;
}

interface Costs {
  /** As the first request in a process. */
  readonly first: Cost[];
  /** As the second request, after TRIVIAL. */
  readonly second: Cost[];
  readonly warm: Cost[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      posts: { type: "string", default: "10000" },
      rounds: { type: "string", default: "15" },
      keep: { type: "string" },
      corpus: { type: "string" },
      workerd: { type: "string" },
      pages: { type: "boolean", default: false },
    },
  });
  const folder = values.keep === undefined ? await mkdtemp(join(tmpdir(), "octavo-bench-workerd-")) : resolve(values.keep);
  try {
    const corpus = await writeCorpus({ posts: Number(values.posts), folder, corpus: toCorpusName(values.corpus) });
    await writeFile(join(folder, "package.json"), '{"private":true}\n');
    if (values.pages) await addWebsite(folder, { render: "edge" });
    await run(process.execPath, [OCTAVO, "build", "--host", "cloudflare", "--now", "2030-01-01T00:00:00Z"], {
      cwd: folder,
      maxBuffer: 1e8,
    });
    const targets = values.pages ? createPageTargets(corpus) : createTargets(corpus);
    const costs = await measure(join(folder, "dist"), targets, Number(values.rounds), values.workerd ?? null);
    report(targets, costs, Number(values.posts));
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

function createTargets({ words, tags }: Corpus): Target[] {
  const list = (name: string, query: string): Target => ({ name, path: `/api/v1/posts?${query}`, isFiltered: true });
  const search = (name: string, text: string): Target => ({
    name: `search: ${name}`,
    path: `/api/v1/search?q=${encodeURIComponent(text)}`,
  });
  const questions = createQuestions(words);
  const frequent = words.slice(0, FREQUENT).join(" ");
  const ofSort = (sort: Question["sort"], at: number): string => questions.filter((question) => question.sort === sort)[at]?.text ?? "";
  return [
    { name: TRIVIAL, path: TRIVIAL },
    { name: "/posts", path: "/api/v1/posts" },
    list("/posts?tag=", `tag=${tags[2]}`),
    list("/posts?type=&hasCode=", "type=TEXT&hasCode=true"),
    list("/posts?language=", "language=en"),
    list("/posts?tag=&language=", `tag=${tags[2]}&language=en`),
    list("/posts?publishedFrom=", "publishedFrom=2004-06-01"),
    list("/posts?tag=&page=2&pageSize=50", `tag=${tags[2]}&page=2&pageSize=50`),
    list("/posts?page=2&pageSize=50", "page=2&pageSize=50"),
    list("/posts?period=", "period=2010"),
    list("/posts?sort=", "sort=title"),
    list("/posts?sort=-&tag=", `sort=-readingTimeMinutes&tag=${tags[2]}`),
    search("a frequent word", ofSort("one word", 1)),
    search("a rare word", ofSort("one word", 9)),
    search("two words", ofSort("two words", 4)),
    search("a prefix", ofSort("prefix", 4)),
    search("a typing error", ofSort("typing error", 8)),
    search(`the ${FREQUENT} most frequent words`, frequent),
    { name: "/posts?q= one word", path: `/api/v1/posts?q=${encodeURIComponent(ofSort("one word", 4))}` },
    { name: "/posts?q= one word, sort=", path: `/api/v1/posts?sort=-title&q=${encodeURIComponent(ofSort("one word", 4))}` },
    { name: `/posts?q= the ${FREQUENT} most frequent words`, path: `/api/v1/posts?q=${encodeURIComponent(frequent)}` },
  ];
}

function createPageTargets({ tags, posts }: Corpus): Target[] {
  const page = (name: string, path: string): Target => ({ name, path, isPage: true });
  return [
    { name: TRIVIAL, path: TRIVIAL },
    page("a post", `/posts/${posts[0]?.slug}`),
    page("the list of posts", "/posts"),
    page("page 3 of it", "/posts/page/3"),
    page("the list of a tag", `/tags/${tags[2]}`),
  ];
}

/** Measures all targets in turn, so that other load on the machine affects all of them. */
async function measure(
  distDir: string,
  targets: readonly Target[],
  rounds: number,
  binary: string | null,
): Promise<ReadonlyMap<Target, Costs>> {
  const costs = new Map(targets.map((target): [Target, Costs] => [target, { first: [], second: [], warm: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [{ path }, { first, second, warm }] of costs) {
      const cold = await startWorkerd(distDir, binary);
      first.push(await cold.ask(path));
      if (round === 0) {
        for (let time = 0; time < WARM_UPS; time += 1) await cold.ask(path);
        for (let time = 0; time < WARM_ROUNDS; time += 1) warm.push(await cold.ask(path));
      }
      await cold.stop();
      const started = await startWorkerd(distDir, binary);
      await started.ask(TRIVIAL);
      second.push(await started.ask(path));
      await started.stop();
    }
  }
  return costs;
}

function report(targets: readonly Target[], costs: ReadonlyMap<Target, Costs>, posts: number): void {
  const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  const ms = (time: number): string => time.toFixed(1);
  const spread = (times: readonly number[]): string => `${ms(median(times))} (${ms(Math.min(...times))} to ${ms(Math.max(...times))})`;
  const threads = (costs: readonly Cost[]): number[] => costs.map(({ thread }) => thread);
  const others = (costs: readonly Cost[]): string => ms(median(costs.map((cost) => cost.others)));
  console.log(`## workerd: ${posts} posts, milliseconds of CPU, median (minimum to maximum)\n`);
  printTable(
    ["", "first in a process", "V8's other threads", `after ${TRIVIAL}`, "warm", "target"],
    targets.map((target) => {
      const { first, second, warm } = costs.get(target) ?? { first: [], second: [], warm: [] };
      const wanted = target.isPage
        ? `${PAGE_WANTED_MS} and ${WARM_PAGE_WANTED_MS}: ${median(threads(first)) <= PAGE_WANTED_MS && median(threads(warm)) <= WARM_PAGE_WANTED_MS ? "met" : "MISSED"}`
        : target.isFiltered
          ? `${FILTERED_WANTED_MS}: ${median(threads(first)) <= FILTERED_WANTED_MS ? "met" : "MISSED"}`
          : "";
      return [target.name, spread(threads(first)), others(first), spread(threads(second)), ms(median(threads(warm))), wanted];
    }),
  );
}

await main();
