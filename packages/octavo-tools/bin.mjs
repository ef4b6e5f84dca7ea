#!/usr/bin/env node
/**
 * `octavo-tools`, and its groups under other names: `octavo-posts` is `octavo-tools posts`. Starts
 * the compiled program. It is plain JavaScript that any Node can parse, so that an old Node can
 * report that it is too old.
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, tooOldMessage } from "../../bin/node-version.mjs";

const START = new URL("../lib/start.js", import.meta.url);

if (isNewEnough(process.versions.node)) {
  const name = basename(fileURLToPath(import.meta.url), ".mjs").replace("octavo-", "");
  import(START.href).then(({ start }) => start(name === "tools" ? null : name));
} else {
  console.error(tooOldMessage());
  process.exitCode = 1;
}
