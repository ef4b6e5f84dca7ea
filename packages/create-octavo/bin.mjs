#!/usr/bin/env node
/**
 * `npm create octavo [folder]`: runs `octavo init` from the octavo with this package's version.
 * OCTAVO_PACKAGE names another octavo in any form that npm accepts (a version, a tarball, an
 * address). Without it, if this package came from a tarball, octavo's tarball next to it is used.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, tooOldMessage } from "../../bin/node-version.mjs";

function main() {
  if (!isNewEnough(process.versions.node)) {
    console.error(tooOldMessage());
    process.exitCode = 1;
    return;
  }
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const source = process.env.OCTAVO_PACKAGE || findPackedBeside(version) || `octavo@${version}`;
  const args = ["exec", "--yes", "--package", source, "--", "octavo", "init", ...process.argv.slice(2)];
  // npm sets the path of its own program; on Windows a shell finds npm.cmd.
  const cli = process.env.npm_execpath;
  const [command, argv] = cli?.endsWith(".js") ? [process.execPath, [cli, ...args]] : ["npm", args];
  // Tells the help of octavo init how it was called.
  const env = { ...process.env, CREATE_OCTAVO_USAGE: "npm create octavo [folder] --" };
  const child = spawn(command, argv, { stdio: "inherit", env, shell: command === "npm" && process.platform === "win32" });
  child.on("error", (error) => {
    console.error(`create-octavo: npm cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

/**
 * The octavo tarball next to the one from which npm installed this package; null if the package
 * came from a registry, or if octavo's tarball is missing.
 */
function findPackedBeside(version) {
  const modules = fileURLToPath(new URL("../..", import.meta.url));
  const list = join(modules, ".package-lock.json");
  const locked = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")).packages : {};
  const resolved = locked["node_modules/create-octavo"]?.resolved ?? "";
  if (!resolved.startsWith("file:")) return null;
  // Relative to the folder that contains node_modules.
  const own = resolve(modules, "..", resolved.slice("file:".length));
  const file = join(dirname(own), `octavo-${version}.tgz`);
  if (existsSync(file)) return file;
  console.error(`create-octavo: there is no octavo-${version}.tgz beside ${basename(own)}: asking npm's registry for octavo`);
  return null;
}

main();
