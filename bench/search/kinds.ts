/**
 * Search in kinds of a site's own beside search in posts, of the same texts: `node bench/search/kinds.ts [--documents 10000] [--rounds 5] [--keep folder]`. Builds a
 * site of posts, one of ten own kinds with dates, and one of ten without, asks all three the same questions in turn, and prints Markdown.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { createPlain } from "../corpus/plain.ts";
import { printTable } from "../table.ts";
import type { SearchCosts } from "./kinds-child.ts";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
const KINDS = Array.from({ length: 10 }, (_, at) => `notes-${at}`);
const SITES = ["posts", "ten kinds, dated", "ten kinds, undated"] as const;
type SiteName = (typeof SITES)[number];

async function main(): Promise<void> {
  const options = {
    documents: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    keep: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const root = values.keep === undefined ? await mkdtemp(join(tmpdir(), "octavo-bench-kinds-")) : resolve(values.keep);
  try {
    for (const site of SITES) await buildOnce(join(root, site.replaceAll(/\W+/g, "-")), site, Number(values.documents));
    const costs = new Map<SiteName, SearchCosts[]>(SITES.map((site) => [site, []]));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const site of SITES) costs.get(site)?.push(await measure(join(root, site.replaceAll(/\W+/g, "-")), Number(values.documents)));
    }
    report(costs);
  } finally {
    if (values.keep === undefined) await rm(root, { recursive: true, force: true });
  }
}

async function buildOnce(folder: string, site: SiteName, documents: number): Promise<void> {
  if (existsSync(join(folder, "dist"))) return;
  let number = 0;
  for await (const [path, content] of createPlain(documents).files()) {
    const isPost = path.startsWith("content/posts/");
    if (site !== "posts" && path.startsWith("content/series/")) continue;
    const kind = KINDS[number % KINDS.length] ?? "";
    const to = join(folder, isPost && site !== "posts" ? path.replace("content/posts/", `content/${kind}/`) : path);
    if (isPost) number += 1;
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, site === "posts" ? content : withoutPostKeys(String(content), site === "ten kinds, dated"));
  }
  if (site !== "posts") await writeFile(join(folder, "octavo.config.ts"), toConfig());
  const { stdout } = await run(process.execPath, [join(HERE, "../build-child.ts"), folder, "build", "--json"], { maxBuffer: 1e8 });
  const { code, result } = JSON.parse(stdout);
  if (code !== 0) throw new Error(`the build of ${site} ended with ${code}: ${JSON.stringify(result.diagnostics).slice(0, 500)}`);
}

function withoutPostKeys(text: string, isDated: boolean): string {
  const plain = text.replace(/^series: .*\n/m, "");
  return isDated ? plain : plain.replace(/^publishedAt: .*\n/m, "");
}

function toConfig(): string {
  const kinds = Object.fromEntries(
    KINDS.map((name) => [name, { words: { one: name, many: name }, fields: {}, tags: true, page: `/${name}/{slug}/` }]),
  );
  return `export default { kinds: ${JSON.stringify(kinds)} };\n`;
}

async function measure(folder: string, documents: number): Promise<SearchCosts> {
  const { stdout } = await run(process.execPath, [join(HERE, "kinds-child.ts"), join(folder, "dist"), String(documents)]);
  return JSON.parse(stdout);
}

function report(costs: ReadonlyMap<SiteName, readonly SearchCosts[]>): void {
  const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
  const of = (site: SiteName, member: "coldMs" | "warmMs"): number => median((costs.get(site) ?? []).map((cost) => cost[member]));
  const compared = (site: SiteName, member: "coldMs" | "warmMs"): string =>
    `${of(site, member).toFixed(0)} (${(of(site, member) / of("posts", member)).toFixed(2)} ×)`;
  printTable(
    ["site", "first searches, CPU ms", "the same, files kept, CPU ms", "most reads", "hits"],
    SITES.map((site) => {
      const [first] = costs.get(site) ?? [];
      return [site, compared(site, "coldMs"), compared(site, "warmMs"), String(first?.readsMax), String(first?.hits)];
    }),
  );
}

await main();
