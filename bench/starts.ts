/**
 * `node bench/starts.ts`: what the installed command costs to start, beside the one of the source tree. Packs, installs the tarball into an empty folder and
 * runs both there in turn on the same new site: `--version`, `check`, and `build` where nothing has changed. Prints Markdown, medians. `--runs 25`.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packAll } from "../scripts/pack/tarballs.ts";
import { quantile } from "./load.ts";
import { measure, type Usage } from "./peers/measure.ts";
import { printTable } from "./table.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DEFAULT_RUNS = 25;
const CASES: readonly (readonly string[])[] = [["--version"], ["check"], ["build"]];
const NPM_QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** Runs each program on a site of its own, so that neither finds the other's cache. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: "string", default: String(DEFAULT_RUNS) } } });
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const folder = await mkdtemp(join(tmpdir(), "octavo-starts-"));
  try {
    const [octavo] = await packAll(ROOT, folder);
    if (octavo === undefined) throw new Error("nothing was packed");
    execFileSync("npm", ["install", "--prefix", folder, ...NPM_QUIET, octavo.file], { env, stdio: "inherit" });
    const programs = [
      { name: "installed", file: join(folder, "node_modules/octavo/bin/octavo.mjs"), site: join(folder, "installed") },
      { name: "source", file: join(ROOT, "bin/octavo.mjs"), site: join(folder, "source") },
    ];
    for (const { file, site } of programs) execFileSync(process.execPath, [file, "init", site, "--yes", "--quiet"], { stdio: "inherit" });
    console.log(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${values.runs} runs of each in turn\n`,
    );
    const rows: string[][] = [];
    for (const args of CASES) {
      const usages = programs.map((): Usage[] => []);
      // The first of each fills Node's compile cache and writes what a build writes.
      for (let run = -1; run < Number(values.runs); run++) {
        for (const [index, { file, site }] of programs.entries()) {
          const usage = await measure([process.execPath, file, ...args], { cwd: site, env });
          if (run >= 0) usages[index]?.push(usage);
        }
      }
      rows.push([`\`octavo ${args.join(" ")}\``, ...usages.map(toCell)]);
    }
    printTable(["CPU ms (wall ms)", ...programs.map(({ name }) => name)], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
