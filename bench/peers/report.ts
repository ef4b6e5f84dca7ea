/** Prints the measurements as Markdown, with notes on everything that is not comparable. */
import { loadavg } from "node:os";
import type { CorpusName } from "../corpus/write.ts";
import { EDITS } from "../edits.ts";
import { printTable } from "../table.ts";
import type { Usage } from "./measure.ts";
import type { Peer } from "./peers.ts";

export const CASES = ["cold", "unchanged", ...EDITS, "clone"] as const;
export type Case = (typeof CASES)[number];
/** Cases measured with the other tools, which build everything whatever has changed. */
const CASES_OF_OTHERS: readonly Case[] = ["cold", "unchanged", "text", "clone"];
export type Results = ReadonlyMap<Peer, ReadonlyMap<Case, Usage[]>>;

const HEAD: Readonly<Partial<Record<Case, string>>> = { unchanged: "nothing changed", clone: "fresh clone, cache restored" };

/** Whether a case is measured with a tool. */
export function isOf(peer: Peer, name: Case): boolean {
  return peer.template === null || CASES_OF_OTHERS.includes(name);
}

const NOT_ALIKE = [
  "Octavo writes more. Besides one file per post and the list, it writes columns and chunks for every query, plain text, excerpts, tables of contents, related posts, tags, series, feeds, the sitemap, the OpenAPI document and, without `--no-search`, the full-text index. The others write one file per post (slug, title, date, tags, HTML) and one list of all posts, and offer no search.",
  "Hugo 0.111 is the version in Debian 12; later ones may be faster. It has no cache of rendered posts, so all four cases are full builds (before the last three, an output already existed or had been deleted). Eleventy and Velite have none either; Eleventy's `--incremental=<file>` needs an earlier build in the same process.",
  "Syntax highlighting is off in Hugo and Astro, because the others have none by default. Eleventy does not run Liquid before Markdown, as its documentation allows. The tools' other defaults are unchanged: heading ids in Hugo, Astro and Octavo, and typographic quotes in Hugo and Astro.",
  "Velite and content-collections are made to write one file with all posts. Their documented hooks (`prepare`, `onSuccess`) write the file for each post. Velite then omits its own file; content-collections still writes it.",
  "Edits are made one after another on the same site (bench/edits.ts). Tools that build everything whatever has changed are measured only with the first edit. A fresh clone has new times for all files, no output, and the folders that the documentation tells CI to keep: `.octavo/cache`, Astro's `cacheDir` (and Vite's), `.content-collections/cache`.",
  "CPU is the user and system time of the process and of all children that it waited for, as counted by wait4. A helper that nobody waits for would be missed, such as the esbuild that bundles the configuration in Velite and content-collections. Memory is the peak of the largest process by wait4 or, if that is more, the largest sum over the process tree, sampled every 50 ms. Pages that processes share are counted once for each.",
];

export interface ReportOptions {
  readonly posts: number;
  readonly corpus: CorpusName;
  readonly loadBefore: number;
}

export function report(results: Results, { posts, corpus, loadBefore }: ReportOptions): void {
  const runs = Math.max(...[...results.values()].map((cases) => cases.get("cold")?.length ?? 0));
  const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  console.log(`## ${posts} posts of the corpus "${corpus}", ${runs} ${runs === 1 ? "run" : "runs"} in turn: minimum / median\n`);
  console.log(`Load average of the machine over one minute: ${load}.\n`);
  table(results, "CPU seconds", (usage) => usage.cpuSeconds, 2);
  table(results, "wall seconds", (usage) => usage.wallSeconds, 2);
  table(results, "peak memory, MiB", (usage) => usage.peakMib, 0);
  printShares(results);
  console.log(
    `Maximum number of simultaneous processes: ${[...results].map(([peer, cases]) => `${peer.label} ${processes(cases)}`).join(", ")}.\n`,
  );
  console.log(`Not like for like:\n${NOT_ALIKE.map((note) => `- ${note}`).join("\n")}\n`);
}

function table(results: Results, title: string, pick: (usage: Usage) => number, digits: number): void {
  const cell = (usages: readonly Usage[]): string => {
    if (usages.length === 0) return "–";
    const sorted = usages.map(pick).sort((a, b) => a - b);
    return `${(sorted[0] ?? Number.NaN).toFixed(digits)} / ${median(sorted).toFixed(digits)}`;
  };
  printTable(
    [title, ...CASES.map((name) => HEAD[name] ?? name)],
    [...results].map(([peer, cases]) => [peer.label, ...CASES.map((name) => cell(cases.get(name) ?? []))]),
  );
}

/**
 * Prints the cost of our cold build relative to Hugo's, by medians, for the table in
 * bench/README.md.
 */
function printShares(results: Results): void {
  const hugo = [...results].find(([peer]) => peer.name === "hugo")?.[1].get("cold");
  if (hugo === undefined || hugo.length === 0) return;
  for (const [peer, cases] of results) {
    if (peer.template !== null) continue;
    const own = cases.get("cold") ?? [];
    if (own.length === 0) continue;
    const share = (pick: (usage: Usage) => number): string => (middle(own, pick) / middle(hugo, pick)).toFixed(2);
    console.log(
      `${peer.label}, cold: ${share((usage) => usage.cpuSeconds)} × Hugo's CPU, ${share((usage) => usage.peakMib)} × its memory.\n`,
    );
  }
}

function middle(usages: readonly Usage[], pick: (usage: Usage) => number): number {
  return median(usages.map(pick).sort((a, b) => a - b));
}

function processes(cases: ReadonlyMap<Case, readonly Usage[]>): number {
  return Math.max(...[...cases.values()].flat().map((usage) => usage.processes));
}

function median(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const above = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? Number.NaN) + above) / 2 : above;
}
