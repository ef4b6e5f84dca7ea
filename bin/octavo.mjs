#!/usr/bin/env node
/**
 * Runs `octavo` from any folder under any Node ≥ 20: in this process if this Node reads TypeScript,
 * otherwise under the pinned Node. The package uses packages/octavo/bin.mjs instead. This file is
 * plain JavaScript, because an old Node must be able to start it. A process that starts with a
 * TypeScript file also loads Node's compiler for that one file, which takes time and 18 MiB for the
 * life of the process. Everything imported from here is loaded from the compile cache.
 */
import * as modules from "node:module";
import { fileURLToPath } from "node:url";
import { isNewEnough } from "./node-version.mjs";

const MAIN = new URL("../cli/main.ts", import.meta.url);

if (isNewEnough(process.versions.node)) {
  // cli/main.ts also enables the cache, for callers that start it directly, but only after it has
  // been compiled itself.
  modules.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/octavo", import.meta.url)));
  process.argv[1] = fileURLToPath(MAIN);
  await import(MAIN.href);
} else {
  const { checkPinnedNode, PINNED_NODE, platformName } = await import("../scripts/pinned-node.mjs");
  const checked = checkPinnedNode();
  if (checked.state === "missing" || checked.state === "wrong") {
    console.error(`octavo: Node ${process.versions.node} is too old, and ${checked.message ?? "the pinned one is not installed"}`);
    console.error(`hint: ${checked.hint ?? "run npm ci (without --omit=dev) in octavo's own folder, or use Node 22.18 or newer"}`);
    process.exit(1);
  }
  if (checked.state === "unknown")
    console.error(`octavo: the pinned Node was not checked, because no SHA-256 is known for ${platformName()}`);
  const { spawn } = await import("node:child_process");
  const { constants } = await import("node:os");
  const child = spawn(PINNED_NODE, [fileURLToPath(MAIN), ...process.argv.slice(2)], { stdio: "inherit" });
  // The terminal signals both processes; the child decides when to stop.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`octavo: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
}
