/**
 * Runs one command in a separate process, so that only its own peak memory is measured: `node
 * bench/build-child.ts <site folder> build --json`. Prints JSON.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// As in bin/octavo.mjs. Without this, each build would compile all its modules, about 400 ms of CPU
// that users do not pay.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/octavo", import.meta.url)));
const { main } = await import("../cli/main.ts");

const [cwd = "", ...args] = process.argv.slice(2);
let out = "";
const take = {
  write(text: string): void {
    out += text;
  },
};
const started = performance.now();
const clock = args[0] === "comments" ? [] : ["--now", "2030-01-01T00:00:00Z"];
const code = await main([...args, ...clock], {
  stdout: take,
  // `check` prints its findings there, and the printing is part of the cost.
  stderr: args.includes("--json") ? process.stderr : take,
  cwd,
  env: {},
  now: Date.now,
  monotonic: () => performance.now(),
  setTimer: () => () => {},
  surviveLostOutput: () => () => ({ lines: 0, reason: null }),
  endOnSignal: (work) => work(),
  signal: new AbortController().signal,
});
const wallMs = performance.now() - started;
// maxRSS is in KiB on every system (libuv).
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const result = args.includes("--json") ? JSON.parse(out) : {};
console.log(JSON.stringify({ code, wallMs, cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssBytes: maxRSS * 1024, result }));
