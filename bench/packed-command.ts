import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/**
 * Packs the `octavo` of a checkout and installs it in an empty folder, as users do.
 * @returns the file of its command
 */
export function installPacked(checkout: string, folder: string): string {
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const run = (program: string, args: readonly string[]): unknown => execFileSync(program, args, { env, stdio: ["ignore", 2, 2] });
  const { version }: { version: string } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  run(process.execPath, [join(checkout, "scripts/pack/pack.ts"), "--out", folder]);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--prefix", folder, ...quiet, join(folder, `octavo-${version}.tgz`)]);
  return join(folder, "node_modules/octavo/bin/octavo.mjs");
}
