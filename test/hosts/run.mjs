/**
 * `npm run test:hosts` installs the hosts' own programs (wrangler, Deno, Bun) from the
 * package-lock.json beside this file, unless they are installed, then runs the tests that run real
 * hosts. Arguments go to vitest. With only `--install`, it installs them and runs nothing.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Whether npm installed the lock file's packages: npm records its installations. */
function isInstalled() {
  const done = join(HERE, "node_modules", ".package-lock.json");
  if (!existsSync(done)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const installed = packagesOf(done);
  const wanted = Object.entries(packagesOf(join(HERE, "package-lock.json")));
  return wanted.every(([path, { version, optional }]) => path === "" || optional === true || installed[path]?.version === version);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}

if (!isInstalled()) {
  console.log("installing the programs of test/hosts/package.json (npm install) …");
  // Not `npm ci`: it refuses a lock file that lacks the packages of other systems, which not
  // every registry has.
  const code = run("npm", ["install", "--no-save", "--prefix", HERE, "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) process.exit(code);
}
const args = process.argv.slice(2);
if (args[0] === "--install") process.exit(0);
process.exit(run("vitest", ["run", "--project", "hosts", ...args]));
