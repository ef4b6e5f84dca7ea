/**
 * Measures the CPU time and the reads of searches, in a separate process: `node kinds-child.ts
 * <dist folder> <documents of the corpus>`. Prints JSON.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchResults } from "../../contract/schemas/list.ts";
import { createReadHandler, type ReadHandler } from "../../edge/handler.ts";
import { createPlain } from "../corpus/plain.ts";
import { createQuestions } from "./questions.ts";

export interface SearchCosts {
  /** CPU ms of all queries, each with a handler that has read nothing. */
  readonly coldMs: number;
  /** CPU ms of all queries with one handler that has read the files. */
  readonly warmMs: number;
  /** Maximum number of reads for one query. */
  readonly readsMax: number;
  /** Number of hits for all queries. */
  readonly hits: number;
}

const [dist = "", documents = ""] = process.argv.slice(2);
const { words } = createPlain(Number(documents));
const QUESTIONS = createQuestions(words).map(({ text }) => text);
/** Files stay in memory once they are read, because the disk is not measured. */
const files = new Map<string, Uint8Array>();
let reads = 0;

function create(): ReadHandler {
  return createReadHandler({
    manifestMaxAgeMs: Number.POSITIVE_INFINITY,
    async read(path) {
      reads += 1;
      const bytes = files.get(path) ?? readFileSync(join(dist, path));
      files.set(path, bytes);
      return bytes;
    },
  });
}

async function ask(handle: ReadHandler, text: string, page = 1): Promise<number> {
  const url = `https://corpus.example/api/v1/search?pageSize=20&page=${page}&q=${encodeURIComponent(text)}`;
  const response = await handle(new Request(url));
  if (response.status !== 200) throw new Error(`${text}: ${response.status} ${await response.text()}`);
  const { pagination }: SearchResults = await response.json();
  return pagination.totalItems;
}

async function measure(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

let [hits, readsMax] = [0, 0];
for (const text of QUESTIONS) {
  reads = 0;
  hits += await ask(create(), text);
  readsMax = Math.max(readsMax, reads);
}
const coldMs = await measure(async () => {
  for (const text of QUESTIONS) await ask(create(), text);
});
const kept = create();
for (const text of QUESTIONS) await ask(kept, text);
const warmMs = await measure(async () => {
  // Another page, because repeated queries are answered from the cache.
  for (const text of QUESTIONS) await ask(kept, text, 2);
});
console.log(JSON.stringify({ coldMs, warmMs, readsMax, hits } satisfies SearchCosts));
