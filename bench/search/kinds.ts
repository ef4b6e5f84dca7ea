/**
 * Compares search in a site's own kinds with search in posts that have the same texts: `node
 * bench/search/kinds.ts [--documents 10000] [--rounds 5] [--keep folder]`. Builds a site of posts,
 * one of ten own kinds with dates, and one of ten without, sends the same queries to all three in
 * turn, and prints Markdown.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { KIND_SITES, type KindSite, writeKinds } from "../corpus/kinds.ts";
import { printTable } from "../table.ts";
import type { SearchCosts } from "./kinds-child.ts";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));

async function main(): Promise<void> {
  const options = {
    documents: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    keep: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const root = values.keep === undefined ? await mkdtemp(join(tmpdir(), "octavo-bench-kinds-")) : resolve(values.keep);
  try {
    for (const site of KIND_SITES) await buildOnce(join(root, site.replaceAll(/\W+/g, "-")), site, Number(values.documents));
    const costs = new Map<KindSite, SearchCosts[]>(KIND_SITES.map((site) => [site, []]));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const site of KIND_SITES)
        costs.get(site)?.push(await measure(join(root, site.replaceAll(/\W+/g, "-")), Number(values.documents)));
    }
    report(costs);
  } finally {
    if (values.keep === undefined) await rm(root, { recursive: true, force: true });
  }
}

async function buildOnce(folder: string, site: KindSite, documents: number): Promise<void> {
  if (existsSync(join(folder, "dist"))) return;
  await writeKinds(folder, site, documents);
  const { stdout } = await run(process.execPath, [join(HERE, "../build-child.ts"), folder, "build", "--json"], { maxBuffer: 1e8 });
  const { code, result } = JSON.parse(stdout);
  if (code !== 0) throw new Error(`the build of ${site} exited with code ${code}: ${JSON.stringify(result.diagnostics).slice(0, 500)}`);
}

async function measure(folder: string, documents: number): Promise<SearchCosts> {
  const { stdout } = await run(process.execPath, [join(HERE, "kinds-child.ts"), join(folder, "dist"), String(documents)]);
  return JSON.parse(stdout);
}

function report(costs: ReadonlyMap<KindSite, readonly SearchCosts[]>): void {
  const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
  const of = (site: KindSite, member: "coldMs" | "warmMs"): number => median((costs.get(site) ?? []).map((cost) => cost[member]));
  const compared = (site: KindSite, member: "coldMs" | "warmMs"): string =>
    `${of(site, member).toFixed(0)} (${(of(site, member) / of("posts", member)).toFixed(2)} ×)`;
  printTable(
    ["site", "first searches, CPU ms", "later searches, files in memory, CPU ms", "most reads", "hits"],
    KIND_SITES.map((site) => {
      const [first] = costs.get(site) ?? [];
      return [site, compared(site, "coldMs"), compared(site, "warmMs"), String(first?.readsMax), String(first?.hits)];
    }),
  );
}

await main();
