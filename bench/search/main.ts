/**
 * Compares Octavo's searches with Pagefind's, on the same corpus and in one run: `node
 * bench/search/main.ts [--posts 10000] [--corpus plain] [--keep folder]`. Builds the site with
 * Octavo and with Pagefind, sends the same queries to both, each as the first of a visit and as a
 * later one, and prints Markdown. Byte counts are those of the response bodies as sent, with gzip;
 * the page itself is not counted. Needs Chromium.
 */
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { BuildStats } from "../../build/build-options.ts";
import type { Post } from "../../contract/schemas/post.ts";
import type { Corpus } from "../corpus/types.ts";
import { toCorpusName, writeCorpus } from "../corpus/write.ts";
import { printTable } from "../table.ts";
import { measureOctavoRecall, openOctavo } from "./octavo.ts";
import { buildPagefind, installPagefind, measurePagefind, openPagefind } from "./pagefind.ts";
import { createPrefixQuestions, createQuestions, type Document, type PrefixQuestion, type Question, wordsOf } from "./questions.ts";
import type { Answer, Engine } from "./traffic.ts";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Sent before each later query. */
const WARM_UP = "ba";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

const kb = (bytes: number): string => (bytes / 1000).toFixed(1);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { posts: { type: "string", default: "10000" }, keep: { type: "string" }, corpus: { type: "string" } },
  });
  const posts = Number(values.posts);
  const browser = findBrowser();
  const folder = values.keep === undefined ? await mkdtemp(join(tmpdir(), "octavo-bench-search-")) : resolve(values.keep);
  try {
    await mkdir(folder, { recursive: true });
    await installPagefind();
    const corpus = await writeCorpus({ posts, folder, corpus: toCorpusName(values.corpus) });
    const { words } = corpus;
    const stats = await buildOctavo(folder);
    const dist = join(folder, "dist");
    const documents = await readDocuments(dist);
    const site = join(folder, "site");
    const pagefindCpu = existsSync(join(site, "pagefind")) ? Number.NaN : await buildPagefind(documents, site);
    console.log(`## Search: ${posts} posts, ${Math.round(averageWords(documents))} different words per post, Node ${process.version}\n`);
    await reportBuild(dist, site, stats, pagefindCpu);
    const pagefind = await openPagefind(site, browser);
    try {
      const questions = createQuestions(words);
      await reportQuestions([openOctavo(dist, 10), openOctavo(dist, 20), pagefind], questions);
      await reportRecall(dist, corpus, pagefind, createPrefixQuestions(words, documents));
    } finally {
      await pagefind.close();
    }
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

function findBrowser(): string {
  for (const name of BROWSERS) {
    for (const path of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(path, name), constants.X_OK);
        return join(path, name);
      } catch {
        // The program is not in this folder.
      }
    }
  }
  throw new Error(`none of ${BROWSERS.join(", ")} is installed, and Pagefind needs a browser (apt-get install ${BROWSERS[0]})`);
}

async function buildOctavo(folder: string): Promise<BuildStats> {
  const { stdout } = await run(process.execPath, [join(HERE, "../build-child.ts"), folder, "build", "--json"], { maxBuffer: 1e8 });
  const { code, result } = JSON.parse(stdout);
  if (code !== 0) throw new Error(`the build exited with code ${code}: ${JSON.stringify(result.diagnostics).slice(0, 500)}`);
  return result.stats;
}

async function readDocuments(dist: string): Promise<Document[]> {
  const folder = join(dist, "api/v1/posts");
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { slug, title, bodyHtml, bodyText, tags, toc }: Post = JSON.parse(await readFile(join(folder, name), "utf8"));
      return { slug, title, bodyHtml, words: wordsOf(title, bodyText, ...tags.map((tag) => tag.name), ...toc.map((entry) => entry.title)) };
    }),
  );
}

function averageWords(documents: readonly Document[]): number {
  return documents.reduce((sum, { words }) => sum + words.size, 0) / documents.length;
}

async function reportBuild(dist: string, site: string, stats: BuildStats, pagefindCpu: number): Promise<void> {
  const names = (await readdir(join(dist, "index/v1"))).filter((name) => name.startsWith("search."));
  const bytes = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(dist, "index/v1", name))).length));
  const cpu = async (engine: string) => JSON.parse((await run(process.execPath, [join(HERE, "cpu-child.ts"), engine, dist])).stdout);
  const octavo: { coldMs: number; editMs: number; newestMs: number; oldestMs: number } = await cpu("octavo");
  const minisearch: { cpuMs: number } = await cpu("minisearch");
  const ours = octavo.coldMs;
  const theirs = await measurePagefind(site);
  const stage = stats.stages.find(({ name }) => name === "search")?.cpuMs ?? 0;
  printTable(
    ["index", "files", "MB (gzip)", "CPU s"],
    [
      ["octavo", String(names.length), (bytes.reduce((sum, each) => sum + each, 0) / 1e6).toFixed(1), seconds(ours)],
      ["Pagefind (including its texts)", String(theirs.files), (theirs.bytes / 1e6).toFixed(1), seconds(pagefindCpu)],
      ["MiniSearch.addAll, same documents", "–", "–", seconds(minisearch.cpuMs)],
    ],
  );
  console.log(
    `Patching octavo's index took ${seconds(octavo.editMs)} s for an edited text, ${seconds(octavo.newestMs)} s for a post added at the end, ${seconds(octavo.oldestMs)} s for one at the beginning. MiniSearch.addAll takes ` +
      `${(minisearch.cpuMs / ours).toFixed(1)} times as long as building that index. In the build itself, the search stage took ${seconds(stage)} s of CPU.\n`,
  );
}

async function reportQuestions(engines: readonly Engine[], questions: readonly Question[]): Promise<void> {
  const rows: string[][] = [];
  for (const sort of new Set(questions.map((question) => question.sort))) {
    for (const engine of engines) {
      const firsts: Answer[] = [];
      const laters: Answer[] = [];
      for (const { text } of questions.filter((question) => question.sort === sort)) {
        firsts.push(await askIn(engine, [text]));
        laters.push(await askIn(engine, [WARM_UP, text]));
      }
      const [first, later] = [sumUp(firsts), sumUp(laters)];
      rows.push([
        sort,
        engine.name,
        kb(first.heads),
        kb(first.mostHeads),
        kb(first.all),
        kb(first.most),
        String(first.requests),
        kb(later.index),
        kb(later.mostIndex),
        kb(later.all),
        String(later.requests),
      ]);
    }
  }
  printTable(
    [
      "query",
      "engine",
      "first: without texts KB",
      "max KB",
      "with texts KB",
      "max KB",
      "requests",
      "later: index KB",
      "max KB",
      "all KB",
      "requests",
    ],
    rows,
  );
  console.log(
    "Medians and maxima over the queries of a type. Texts are the source of snippets; they exclude the excerpts in octavo's hits. " +
      "Index is everything needed to find the hits, without their titles.\n",
  );
}

function sumUp(answers: readonly Answer[]) {
  const index = answers.map(({ traffic }) => traffic.indexBytes);
  const heads = answers.map(({ traffic }) => traffic.indexBytes + traffic.headBytes);
  const all = answers.map(({ traffic }) => traffic.indexBytes + traffic.headBytes + traffic.textBytes);
  return {
    index: median(index),
    heads: median(heads),
    mostHeads: Math.max(...heads),
    mostIndex: Math.max(...index),
    all: median(all),
    most: Math.max(...all),
    requests: median(answers.map(({ traffic }) => traffic.requests)),
  };
}

/** Returns the answer to the last of several queries in a visit. */
async function askIn(engine: Engine, texts: readonly string[]): Promise<Answer> {
  const session = await engine.openSession();
  try {
    let answer: Answer | null = null;
    for (const text of texts) answer = await session.ask(text);
    if (answer === null) throw new Error("nothing was asked");
    return answer;
  } finally {
    await session.close();
  }
}

async function reportRecall(dist: string, { posts }: Corpus, pagefind: Engine, questions: readonly PrefixQuestion[]): Promise<void> {
  const ours = await measureOctavoRecall(
    dist,
    posts.map(({ slug }) => slug),
    questions,
  );
  const session = await pagefind.openSession();
  let sum = 0;
  for (const { text, expected } of questions) sum += Math.min(1, (await session.ask(text)).found / expected.size);
  await session.close();
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
  printTable(
    ["prefixes of 3 to 6 letters", "share of matching posts found", "queries cut by the limit"],
    [
      ["octavo (sets compared)", percent(ours.recall), `${ours.cut} of ${questions.length}`],
      ["Pagefind (hits counted)", percent(sum / questions.length), "–"],
    ],
  );
}

await main();
