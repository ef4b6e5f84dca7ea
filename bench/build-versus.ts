/**
 * Compares the CPU seconds and written files of builds that run in turn: `node
 * bench/build-versus.ts --before ../other-checkout` compares this checkout with another one (`git
 * worktree add ../before <commit>`, with its node_modules); `--kinds` compares sites of own kinds
 * with a site of posts with the same texts; `--website` compares the same site with and without
 * pages. `--packed` first packs and installs the command of each checkout, as users have it.
 * `--posts 1000,10000` sets the sizes, `--rounds 3` the number of edits of each kind, `--corpus
 * plain` the corpus; `--no-search` omits the search index. Prints Markdown.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { addWebsite } from "./corpus/add-website.ts";
import { KIND_SITES, type KindSite, writeKinds } from "./corpus/kinds.ts";
import type { Corpus } from "./corpus/types.ts";
import { toCorpusName, writeCorpus } from "./corpus/write.ts";
import { applyEdit, type EditName, NEWEST } from "./edits.ts";
import { installPacked } from "./packed-command.ts";
import { printTable } from "./table.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");
const OUTPUT_MAX = 256 * 2 ** 20;
const WARMING_POSTS = 50;

/** Builds a site. */
type Builder = (folder: string, flags: readonly string[]) => Promise<Cost>;

/** A build command, and the site that it builds. */
interface Side {
  readonly name: string;
  readonly build: Builder;
  readonly folder: string;
  readonly corpus: Corpus;
}

interface Cost {
  readonly cpuMs: number;
  readonly written: number;
}

interface Case {
  readonly name: string;
  change(side: Side, round: number): Promise<unknown>;
}

const EDITED: readonly EditName[] = ["text", "title", "tag"];
const CASES: readonly Case[] = [
  { name: "nothing changed", change: async () => {} },
  ...EDITED.map((name): Case => ({ name, change: (side, round) => edit(name, side, round) })),
  { name: "newest added", change: (side, round) => edit("newest added", side, round) },
  { name: "newest deleted", change: removeNewest },
];

/** Each round edits different documents. */
function edit(name: EditName, { folder, corpus }: Side, round: number): Promise<unknown> {
  const posts = [...corpus.posts.slice(round), ...corpus.posts.slice(0, round)];
  return applyEdit(name, join(folder, "content"), { ...corpus, posts });
}

function removeNewest({ folder, corpus }: Side, round: number): Promise<void> {
  return rm(join(folder, "content", dirname(corpus.posts[round]?.file ?? ""), `${NEWEST.slug}.md`));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      before: { type: "string" },
      kinds: { type: "boolean", default: false },
      website: { type: "boolean", default: false },
      packed: { type: "boolean", default: false },
      posts: { type: "string", default: "1000,10000" },
      rounds: { type: "string", default: "3" },
      corpus: { type: "string" },
      "no-search": { type: "boolean", default: false },
    },
  });
  const { before, kinds, website, corpus } = values;
  if ([before !== undefined, kinds, website].filter(Boolean).length !== 1)
    throw new Error("give one of --before <checkout>, --kinds and --website");
  const flags = values["no-search"] ? ["--no-search"] : [];
  const tools = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  try {
    const builderOf = (name: string, checkout: string): Builder =>
      values.packed ? packedBuilder(installPacked(checkout, join(tools, name))) : sourceBuilder(checkout);
    const now = builderOf("now", ROOT);
    const checkouts = before === undefined ? null : { before: builderOf("before", resolve(before)), now };
    for (const size of values.posts.split(",").map(Number)) {
      const root = await mkdtemp(join(tmpdir(), "octavo-bench-"));
      try {
        const sides = await (website
          ? websiteSides(root, now, { size, corpus })
          : checkouts === null
            ? kindSides(root, now, size)
            : checkoutSides(root, checkouts, { size, corpus }));
        console.log(`## ${size} documents\n`);
        report(sides, await measure(sides, { rounds: Number(values.rounds), flags }));
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    }
  } finally {
    await rm(tools, { recursive: true, force: true });
  }
}

interface SiteSize {
  readonly size: number;
  readonly corpus: string | undefined;
}

function kindSides(root: string, build: Builder, size: number): Promise<readonly Side[]> {
  const toSide = async (name: KindSite): Promise<Side> => {
    const folder = join(root, name.replaceAll(/\W+/g, "-"));
    return { name, build, folder, corpus: await writeKinds(folder, name, size) };
  };
  return Promise.all(KIND_SITES.map(toSide));
}

/** The same site without pages and with them. */
async function websiteSides(root: string, build: Builder, { size, corpus }: SiteSize): Promise<readonly Side[]> {
  const sides: Side[] = [];
  for (const [name, posts] of [
    ["warming", WARMING_POSTS],
    ["without pages", size],
    ["with pages", size],
  ] as const) {
    const folder = join(root, name.replace(" ", "-"));
    const side = { name, build, folder, corpus: await writeCorpus({ posts, folder, corpus: toCorpusName(corpus) }) };
    if (name !== "without pages") await addWebsite(folder);
    if (name === "warming") await build(folder, []);
    else sides.push(side);
  }
  return sides;
}

async function checkoutSides(
  root: string,
  builders: Readonly<Record<string, Builder>>,
  { size, corpus }: SiteSize,
): Promise<readonly Side[]> {
  const sides: Side[] = [];
  for (const [name, build] of Object.entries(builders)) {
    const warm = join(root, `${name}-warm`);
    await writeCorpus({ posts: WARMING_POSTS, folder: warm, corpus: toCorpusName(corpus) });
    // An unmeasured build compiles the modules of the checkout.
    await build(warm, []);
    const folder = join(root, name);
    sides.push({ name, build, folder, corpus: await writeCorpus({ posts: size, folder, corpus: toCorpusName(corpus) }) });
  }
  return sides;
}

/** Returns the costs of each side by case, in the order of the rounds. */
async function measure(
  sides: readonly Side[],
  { rounds, flags }: { readonly rounds: number; readonly flags: readonly string[] },
): Promise<ReadonlyMap<string, readonly (readonly Cost[])[]>> {
  const costs = new Map(["cold", ...CASES.map(({ name }) => name)].map((name) => [name, sides.map((): Cost[] => [])]));
  const buildAll = async (name: string, change: Case["change"], round: number): Promise<void> => {
    // The side that goes first in one round goes last in the next.
    for (const at of round % 2 === 0 ? sides.keys() : [...sides.keys()].reverse()) {
      const side = sides[at] as Side;
      await change(side, round);
      costs.get(name)?.[at]?.push(await side.build(side.folder, flags));
    }
  };
  await buildAll("cold", async () => {}, 0);
  for (let round = 0; round < rounds; round += 1) for (const { name, change } of CASES) await buildAll(name, change, round);
  return costs;
}

function sourceBuilder(checkout: string): Builder {
  return async (folder, flags) => {
    const args = [join(checkout, "bench/build-child.ts"), folder, "build", "--json", ...flags];
    const { stdout } = await run(process.execPath, args, { maxBuffer: OUTPUT_MAX });
    const { code, cpuMs, result } = JSON.parse(stdout);
    if (code !== 0) throw new Error(`the build of ${folder} exited with code ${code}: ${JSON.stringify(result.diagnostics).slice(0, 500)}`);
    return { cpuMs, written: result.stats.files.written };
  };
}

/** Makes bash print the CPU seconds of the process on the last line of standard error. */
const TIMED = `TIMEFORMAT='%3U %3S'; time "$@"`;

/** @param file the file of an installed command */
function packedBuilder(file: string): Builder {
  return async (folder, flags) => {
    const args = [process.execPath, file, "build", "--json", "--now", "2030-01-01T00:00:00Z", ...flags];
    const { stdout, stderr } = await run("bash", ["-c", TIMED, "build", ...args], { cwd: folder, maxBuffer: OUTPUT_MAX });
    const seconds = stderr.trim().split("\n").at(-1)?.split(" ").map(Number) ?? [];
    return { cpuMs: seconds.reduce((sum, one) => sum + one, 0) * 1000, written: JSON.parse(stdout).stats.files.written };
  };
}

/**
 * The ratio is the median of the rounds' ratios, because other load on the machine affects both
 * sides of a round.
 */
function report(sides: readonly Side[], costs: ReadonlyMap<string, readonly (readonly Cost[])[]>): void {
  const [first, ...others] = sides;
  const head = [`CPU s (files written)`, first?.name ?? "", ...others.flatMap(({ name }) => [name, "ratio"])];
  const cell = (own: readonly Cost[]): string =>
    `${(median(own.map(({ cpuMs }) => cpuMs)) / 1000).toFixed(2)} (${Math.max(...own.map(({ written }) => written))})`;
  const rows = [...costs].map(([name, [base = [], ...rest]]) => {
    const ratioOf = (own: readonly Cost[]): string =>
      median(own.map(({ cpuMs }, round) => cpuMs / (base[round]?.cpuMs ?? cpuMs))).toFixed(2);
    return [name, cell(base), ...rest.flatMap((own) => [cell(own), ratioOf(own)])];
  });
  printTable(head, rows);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2;
}

await main();
