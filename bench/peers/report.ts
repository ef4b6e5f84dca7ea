/** Prints the measurements as Markdown, with notes on everything that is not comparable. */
import { loadavg } from "node:os";
import type { CorpusName } from "../corpus/write.ts";
import { EDITS } from "../edits.ts";
import { printTable } from "../table.ts";
import type { Usage } from "./measure.ts";
import type { Peer } from "./peers.ts";

export const CASES = ["cold", "unchanged", ...EDITS, "clone"] as const;
export type Case = (typeof CASES)[number];
/** Cases of tools without a cache, which build everything whatever has changed. */
const CASES_OF_OTHERS: readonly Case[] = ["cold", "unchanged", "text", "clone"];
export type Results = ReadonlyMap<Peer, ReadonlyMap<Case, Usage[]>>;

const HEAD: Readonly<Partial<Record<Case, string>>> = { unchanged: "nothing changed", clone: "fresh clone, cache restored" };

/** Whether a case is measured with a tool. */
export function isOf(peer: Peer, name: Case): boolean {
  return peer.template === null || CASES_OF_OTHERS.includes(name);
}

const NOT_ALIKE = [
  "Octavo writes more: beside a file a post and the list also columns and chunks for every query, plain text, excerpts, tables of contents, related posts, tags, series, feeds, sitemap, OpenAPI document, and, without `--no-search`, the full-text index. The others write a file a post (slug, title, date, tags, HTML) and one list of all posts, and nothing is searched.",
  "Hugo 0.111 is what Debian 12 packs; later ones may be faster. It has no cache of rendered posts: all four cases are full builds (the last three where an output is there already, or was deleted). Eleventy and Velite have none either; Eleventy's `--incremental=<file>` needs an earlier build in the same process.",
  "Highlighting of code is off in Hugo and Astro, because the others have none by default. Eleventy runs Markdown without Liquid before it, as its documentation allows. What else they do by default is left as it is: heading ids in Hugo, Astro and Octavo; typographic quotes in Hugo and Astro.",
  "Velite and content-collections are made for one file with all posts: the file a post comes from their documented hooks (`prepare`, `onSuccess`); Velite then leaves its own file out, content-collections writes it too.",
  "Edits are one after the other on the same site (bench/edits.ts); tools that build all whatever has changed are measured with the first alone. A fresh clone has new times everywhere, no output, and what the documentation tells CI to keep: `.octavo/cache`, Astro's `cacheDir` (and Vite's), `.content-collections/cache`.",
  "CPU is user and system time of the process and all children that it waited for, as wait4 counts them; a helper that nobody waits for would be missed (esbuild in Velite and content-collections, which bundles the configuration). Memory is the largest process by wait4 or, if that is more, the greatest sum over the process tree, sampled every 50 ms, pages that processes share counted twice.",
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
  console.log(`Load of the machine, one-minute average: ${load}.\n`);
  table(results, "CPU seconds", (usage) => usage.cpuSeconds, 2);
  table(results, "wall seconds", (usage) => usage.wallSeconds, 2);
  table(results, "peak memory, MiB", (usage) => usage.peakMib, 0);
  printShares(results);
  console.log(`Processes at once, at most: ${[...results].map(([peer, cases]) => `${peer.label} ${processes(cases)}`).join(", ")}.\n`);
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

/** Our build as a share of Hugo's cold build, by medians, for the table of bench/README.md. */
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
