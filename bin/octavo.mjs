#!/usr/bin/env node
/**
 * `octavo` from any folder and any Node ≥ 20: runs cli/main.ts in this process if this Node reads TypeScript, else under the pinned one. (The package has
 * packages/octavo/bin.mjs in place of it.) Plain JavaScript, because an older Node must be able to start it; and because a process whose first file is
 * TypeScript loads Node's compiler for that file alone, which takes time and 18 MiB for as long as it lives. Behind this one all comes compiled from the cache.
 */
import * as modules from "node:module";
import { fileURLToPath } from "node:url";
import { isNewEnough } from "./node-version.mjs";

const MAIN = new URL("../cli/main.ts", import.meta.url);

if (isNewEnough(process.versions.node)) {
  // cli/main.ts does it too, for those who start it; but it is a file of TypeScript itself.
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
  if (checked.state === "unknown") console.error(`octavo: the pinned Node was not checked: no SHA-256 is known for ${platformName()}`);
  const { spawn } = await import("node:child_process");
  const { constants } = await import("node:os");
  const child = spawn(PINNED_NODE, [fileURLToPath(MAIN), ...process.argv.slice(2)], { stdio: "inherit" });
  // The terminal sends its own to both; the child decides when to stop.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`octavo: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
}
