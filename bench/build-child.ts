/** Builds once in a process of its own, so that its peak memory is the build's: `node bench/build-child.ts <site folder>`. Prints JSON. */
import { main } from "../cli/main.ts";

const [cwd = ""] = process.argv.slice(2);
let out = "";
const started = performance.now();
const code = await main(["build", "--json", "--now", "2030-01-01T00:00:00Z"], {
  stdout: {
    write(text) {
      out += text;
    },
  },
  stderr: process.stderr,
  cwd,
  env: {},
  now: Date.now,
  monotonic: () => performance.now(),
  surviveLostOutput: () => () => ({ lines: 0, reason: null }),
  setTimer: () => () => {},
  signal: new AbortController().signal,
});
const wallMs = performance.now() - started;
// maxRSS is in KiB on every system (libuv).
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({ code, wallMs, cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssBytes: maxRSS * 1024, result: JSON.parse(out) }),
);
