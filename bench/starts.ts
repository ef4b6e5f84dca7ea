/**
 * `node bench/starts.ts`: compares how fast the installed command and the source tree start. Packs
 * the package, installs the tarball into an empty folder and runs both programs in turn on equal
 * sites: `--version`, `check`, and `build` without changes and after a change in the text of a
 * post. Prints medians as Markdown. `--runs 25`; `--posts 1000` (posts of the corpus; by default, a
 * new site with one post); `--beside folder` (another checkout, whose command is packed too).
 */
import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { toCorpusName, writeCorpus } from "./corpus/write.ts";
import { quantile } from "./load.ts";
import { installPacked } from "./packed-command.ts";
import { measure, type Usage } from "./peers/measure.ts";
import { printTable } from "./table.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DEFAULT_RUNS = 25;

/** A program and its site. Each program has its own, so that none finds another's cache. */
interface Program {
  readonly name: string;
  readonly file: string;
  readonly site: string;
}

interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly isEdit: boolean;
}

const CASES: readonly Case[] = [
  { name: "`octavo --version`", args: ["--version"], isEdit: false },
  { name: "`octavo build`, nothing changed", args: ["build"], isEdit: false },
  { name: "`octavo build`, a text changed", args: ["build"], isEdit: true },
  { name: "`octavo check`", args: ["check"], isEdit: false },
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: String(DEFAULT_RUNS) }, posts: { type: "string" }, beside: { type: "string" } },
  });
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const folder = await mkdtemp(join(tmpdir(), "octavo-starts-"));
  try {
    const programs = listPrograms(folder, values.beside);
    await fillSites(programs, folder, values.posts);
    console.log(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${values.runs} runs of each in turn\n`,
    );
    const rows: string[][] = [];
    for (const one of CASES) rows.push([one.name, ...(await measureCase(one, programs, { runs: Number(values.runs), env })).map(toCell)]);
    printTable(["CPU ms (wall ms)", ...programs.map(({ name }) => name)], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listPrograms(folder: string, beside: string | undefined): readonly Program[] {
  const packed = (name: string, checkout: string): Program => ({
    name,
    file: installPacked(checkout, join(folder, `${name} packed`)),
    site: join(folder, name),
  });
  return [
    ...(beside === undefined ? [] : [packed("beside", resolve(beside))]),
    packed("installed", ROOT),
    { name: "source", file: join(ROOT, "bin/octavo.mjs"), site: join(folder, "source") },
  ];
}

/** @param posts number of posts in the corpus; undefined for a new site */
async function fillSites(programs: readonly Program[], folder: string, posts: string | undefined): Promise<void> {
  const corpus = join(folder, "corpus");
  if (posts !== undefined) await writeCorpus({ posts: Number(posts), folder: corpus, corpus: toCorpusName(undefined) });
  for (const { file, site } of programs) {
    if (posts === undefined) execFileSync(process.execPath, [file, "init", site, "--yes", "--quiet"], { stdio: "inherit" });
    else await cp(corpus, site, { recursive: true });
  }
}

async function measureCase(
  { args, isEdit }: Case,
  programs: readonly Program[],
  { runs, env }: { readonly runs: number; readonly env: NodeJS.ProcessEnv },
): Promise<readonly (readonly Usage[])[]> {
  const usages = programs.map((): Usage[] => []);
  // The first run of each fills Node's compile cache and writes the output of a build.
  for (let run = -1; run < runs; run++) {
    for (const [index, { file, site }] of programs.entries()) {
      if (isEdit) await editText(join(site, "content/posts"), run + 1);
      const usage = await measure([process.execPath, file, ...args], { cwd: site, env });
      if (run >= 0) usages[index]?.push(usage);
    }
  }
  return usages;
}

/** Adds a sentence to the end of a post, a different post each time. */
async function editText(folder: string, run: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  await appendFile(join(folder, names[(run * 7) % names.length] ?? ""), `\nOne sentence more, the one of run ${run}.\n`);
}

function toCell(usages: readonly Usage[]): string {
  const medianMs = (values: readonly number[]): string =>
    (
      quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      ) * 1000
    ).toFixed(0);
  return `${medianMs(usages.map(({ cpuSeconds }) => cpuSeconds))} (${medianMs(usages.map(({ wallSeconds }) => wallSeconds))})`;
}

await main();
