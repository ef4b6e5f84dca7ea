/**
 * Runs a command of this project: `node scripts/run.mjs vitest run`. Plain JavaScript, because the
 * system's Node (20 or later) runs it. It first installs missing or stale packages from the lock
 * file, then verifies the pinned Node (pinned-node.mjs), puts it and node_modules/.bin first on
 * PATH and runs the command. It forwards signals and exits with the command's exit code. Signals
 * that npm sends do not arrive here, because npm stops the shell in between; when that shell is
 * gone, the command gets SIGTERM.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, NODE_MIN } from "../bin/node-version.mjs";
import { watchParent } from "../bin/parent-watch.mjs";
import { checkPinnedNode, PINNED_NODE, platformName } from "./pinned-node.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
/** The exit code that shells give for a command that does not exist. */
const EXIT_NOT_FOUND = 127;

function main(argv) {
  const [command, ...args] = argv;
  if (command === undefined) fail("no command was given", "name one: node scripts/run.mjs node bin/octavo.mjs start");
  installIfStale();
  run(command, args, { ...process.env, PATH: searchPath(findNode()) });
}

function installIfStale() {
  const reason = staleReason();
  if (reason === null) return;
  say(`${reason}: installing the dependencies from package-lock.json (npm ci), which takes one to three minutes …`);
  const started = process.hrtime.bigint();
  // NODE_ENV=production would leave out the pinned Node and the tools for tests. Install scripts of
  // packages would run under a Node that one of them has just fetched and that nothing has
  // verified. findNode runs that one script; no other is needed.
  const code = npm(["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) {
    fail(
      `npm ci exited with code ${code}`,
      "npm's own message is above. Check the network; if package.json was edited, run npm install once and commit package-lock.json",
    );
  }
  const still = staleReason();
  if (still !== null) fail(`after npm ci, ${still}`, "delete node_modules and try again");
  say(`installed in ${Number((process.hrtime.bigint() - started) / 1_000_000_000n)} s`);
}

/**
 * Returns why node_modules does not match the lock file, or null. Packages for other platforms may
 * be missing.
 */
function staleReason() {
  const wanted = readLock(join(ROOT, "package-lock.json"));
  if (wanted === null) fail("package-lock.json is missing or broken", "restore it: git checkout package-lock.json");
  // npm writes this file last, so an interrupted installation lacks it.
  const installed = readLock(join(MODULES, ".package-lock.json"));
  if (installed === null) return "node_modules is missing or incomplete";
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "" || entry.link) continue;
    const found = installed[path];
    if (found === undefined) {
      if (entry.optional || entry.devOptional || entry.peer) continue;
      return `${path} is missing`;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return `${path} is ${found.version}, not ${entry.version}`;
    if (!existsSync(join(ROOT, path))) return `${path} is missing`;
  }
  return null;
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Finds the Node to run under: the pinned one (repaired if its install script did not run), or else
 * this one if it is new enough.
 */
function findNode() {
  if (isUsable()) return PINNED_NODE;
  const own = process.execPath.startsWith(MODULES + sep) ? (systemNode() ?? process.execPath) : process.execPath;
  if (existsSync(join(MODULES, "node", "package.json"))) {
    say("the pinned Node is not unpacked yet: fetching it …");
    npm(["rebuild", "node", "--ignore-scripts=false", "--loglevel=error"]);
    if (isUsable()) return PINNED_NODE;
    spawnSync(own, ["installArchSpecificPackage"], { cwd: join(MODULES, "node"), stdio: ["ignore", 2, 2] });
    if (isUsable()) return PINNED_NODE;
  }
  if (worksAsNode(own)) {
    say(`the pinned Node does not run here; using the system's ${process.version}`);
    return own;
  }
  return fail(
    `Node ${NODE_MIN.join(".")} or later is needed; this is ${process.version}, and the pinned one (node_modules/node) does not run here`,
    "install Node 24 from https://nodejs.org and try again",
  );
}

/**
 * Whether the pinned Node exists, matches the repository's hash and runs here. A Node that does not
 * match is never run.
 */
function isUsable() {
  const { state, message, hint } = checkPinnedNode();
  if (state === "wrong") fail(message, hint);
  if (state === "missing" || !worksAsNode(PINNED_NODE)) return false;
  if (state === "unknown") say(`the Node in node_modules was not checked: scripts/pinned-node.json has no SHA-256 for ${platformName()}`);
  return true;
}

function worksAsNode(path) {
  if (!existsSync(path)) return false;
  const answer = spawnSync(path, ["--version"], { encoding: "utf8" });
  const version = /^v(\d+\.\d+\.\d+)/.exec(answer.stdout ?? "")?.[1];
  return answer.status === 0 && version !== undefined && isNewEnough(version);
}

function outsidePath() {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "" && !folder.startsWith(MODULES));
}

/** Finds the first `node` on PATH that `npm ci` does not delete, or null. */
function systemNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  return (
    outsidePath()
      .map((folder) => join(folder, name))
      .find((path) => existsSync(path)) ?? null
  );
}

function searchPath(node) {
  return [dirname(node), join(MODULES, ".bin"), ...outsidePath()].join(delimiter);
}

/**
 * Runs npm with its output on standard error, so that the command's own output stays clean. Returns
 * the exit code.
 */
function npm(args) {
  const env = { ...process.env, PATH: outsidePath().join(delimiter), npm_config_yes: "true" };
  const cli = process.env.npm_execpath;
  const viaNode = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const node = systemNode() ?? process.execPath;
  const [file, argv] = viaNode ? [node, [cli, ...args]] : ["npm", args];
  const result = spawnSync(file, argv, { cwd: ROOT, env, stdio: ["ignore", 2, 2], shell: !viaNode && process.platform === "win32" });
  if (result.error !== undefined) fail(`npm cannot be started: ${result.error.message}`, "install npm 9 or later; it comes with Node");
  return result.status ?? 1;
}

function run(command, args, env) {
  const child = spawn(command, args, { env, stdio: "inherit", shell: process.platform === "win32" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const timer = watchParent(() => forward("SIGTERM"));
  child.on("error", (error) => {
    const missing = error.code === "ENOENT";
    say(missing ? `no command is named ${command}\nhint: npm run lists them` : `${command} cannot be started: ${error.message}`);
    process.exitCode = EXIT_NOT_FOUND;
  });
  child.on("exit", (code, signal) => {
    clearInterval(timer);
    for (const name of signals) process.off(name, forward);
    // Ended by a signal: 128 plus its number, as in shells.
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function say(message) {
  process.stderr.write(`octavo: ${message}\n`);
}

function fail(message, hint) {
  say(`${message}\nhint: ${hint}`);
  process.exit(1);
}

// Makes paths in messages relative to the project.
if (relative(process.cwd(), ROOT) !== "") process.chdir(ROOT);
main(process.argv.slice(2));
