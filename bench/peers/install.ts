/**
 * Installs the tools of package-lock.json beside this file. They are not part of the project's own
 * npm install.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs `npm ci` in `folder` unless that was already done for this lock file. Throws if it fails.
 */
export function installOnce(folder: string): void {
  const stamp = join(folder, "node_modules", ".installed");
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the tools for the comparison from bench/peers/package-lock.json (npm ci) …");
  // Settings that npm run makes for this project must not affect another one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?:config_local|package|lifecycle)/.test(name)));
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("npm ci failed in bench/peers: its own message is above", { cause: error });
  writeFileSync(stamp, lock);
}

/** Throws if a program that the measurement needs is missing from the system. */
export function requirePrograms(programs: readonly string[]): void {
  const missing = programs.filter((program) => spawnSync("bash", ["-c", `command -v ${program}`]).status !== 0);
  if (process.platform !== "linux") throw new Error("bench:peers measures with /proc and GNU time, so it runs only on Linux");
  if (missing.length > 0) throw new Error(`${missing.join(", ")} is not installed\nhint: apt-get install hugo time bash`);
}
