/**
 * Compares the CPU time of searches by this checkout and another in turn, each on a site that it
 * built itself: `node bench/search/versus.ts --before ../other-checkout --posts 10000`. Prints
 * Markdown.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { writeCorpus } from "../corpus/write.ts";
import { printTable } from "../table.ts";
import { createQuestions } from "./questions.ts";

const ROUNDS = 8;
const OUTPUT_MAX = 256 * 2 ** 20;

type Handle = (request: Request) => Promise<Response>;

/**
 * Builds a site, and returns a function that creates a new read handler for it, without files in
 * memory.
 */
async function openSide(checkout: string, folder: string): Promise<() => Handle> {
  const program = join(checkout, "bench/build-child.ts");
  execFileSync(process.execPath, [program, folder, "build", "--json"], { maxBuffer: OUTPUT_MAX });
  const { createReadHandler }: typeof import("../../edge/handler.ts") = await import(pathToFileURL(join(checkout, "edge/handler.ts")).href);
  const dist = join(folder, "dist");
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> => readFileSync(join(dist, path));
  return () => createReadHandler({ read, manifestMaxAgeMs: Number.POSITIVE_INFINITY });
}

/** Returns the mean CPU milliseconds per query. */
async function ask(handle: Handle, texts: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  for (const text of texts) {
    const response = await handle(new Request(`https://corpus.example/api/v1/search?q=${encodeURIComponent(text)}`));
    if (response.status !== 200) throw new Error(`${text}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / texts.length;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

const { values } = parseArgs({ options: { before: { type: "string" }, posts: { type: "string", default: "1000,10000" } } });
if (values.before === undefined) throw new Error("give --before <checkout>");
for (const size of values.posts.split(",").map(Number)) {
  const root = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  try {
    const checkouts = [resolve(values.before), resolve(import.meta.dirname, "../..")];
    const sides: (() => Handle)[] = [];
    let questions: readonly string[] = [];
    for (const [at, checkout] of checkouts.entries()) {
      const folder = join(root, String(at));
      const corpus = await writeCorpus({ posts: size, folder });
      questions = createQuestions(corpus.words).map(({ text }) => text);
      sides.push(await openSide(checkout, folder));
    }
    const cold: number[][] = [[], []];
    const warm: number[][] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const handle = (sides[at] as () => Handle)();
        cold[at]?.push(await ask(handle, questions));
        warm[at]?.push(await ask(handle, questions));
      }
    }
    const toRow = (name: string, [before = [], now = []]: readonly (readonly number[])[]): string[] => {
      const ratio = median(now.map((ms, round) => ms / (before[round] ?? ms)));
      return [name, median(before).toFixed(2), median(now).toFixed(2), ratio.toFixed(2)];
    };
    console.log(`## ${size} posts, ${questions.length} queries, ${ROUNDS} rounds\n`);
    printTable(["CPU ms per query", "before", "now", "ratio"], [toRow("files not read yet", cold), toRow("the same queries again", warm)]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
