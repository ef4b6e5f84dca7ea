/**
 * Measures parts of a build separately, in the same way as builds. No tool that writes these files
 * could be faster.
 */
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { printTable } from "../table.ts";
import { measure, type Usage } from "./measure.ts";
import { PEERS_ROOT } from "./peers.ts";

interface Yardstick {
  readonly label: string;
  readonly command: readonly string[];
}

const COPY = "copy-of-dist";
const YARDSTICKS: readonly Yardstick[] = [
  { label: "starting Node", command: [process.execPath, "-e", "0"] },
  { label: "reading every post, in one `cat`", command: ["sh", "-c", "cat content/posts/*.md > /dev/null"] },
  {
    label: "reading every post, and rendering it with Sätteri in memory",
    command: [process.execPath, join(PEERS_ROOT, "parse-alone.ts"), "content/posts"],
  },
  { label: "copying Octavo's output: `cp -r dist`", command: ["cp", "-r", "dist", COPY] },
];

/**
 * Measures the yardsticks in turn in the folder of a site that Octavo has built, and prints a
 * table. Prints nothing if the site has not been built.
 * @param aside path to which copies are moved, without the number of the round
 */
export async function printYardsticks(dir: string, runs: number, aside: string): Promise<void> {
  if (!existsSync(join(dir, "dist"))) return;
  const found = new Map(YARDSTICKS.map(({ label }): [string, Usage[]] => [label, []]));
  for (let round = 0; round < runs; round += 1) {
    for (const { label, command } of YARDSTICKS) found.get(label)?.push(await measure(command, { cwd: dir, env: process.env }));
    await rename(join(dir, COPY), `${aside}-${round}`);
  }
  const least = (usages: readonly Usage[], pick: (usage: Usage) => number): string => Math.min(...usages.map(pick)).toFixed(2);
  printTable(
    ["for scale (minimum)", "CPU seconds", "wall seconds"],
    [...found].map(([label, usages]) => [label, least(usages, (usage) => usage.cpuSeconds), least(usages, (usage) => usage.wallSeconds)]),
  );
}
