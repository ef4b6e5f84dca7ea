#!/usr/bin/env node
/**
 * `octavo` in the package, and `octavo-crm`, which is short for `octavo crm`. Starts the compiled
 * command. It is plain JavaScript that any Node can parse, so that an old Node can report that it
 * is too old.
 */
import * as modules from "node:module";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, tooOldMessage } from "../../bin/node-version.mjs";
import { watchParent } from "../../bin/parent-watch.mjs";

const MAIN = new URL("../lib/main.js", import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = `${sep}node_modules${sep}`;

if (isNewEnough(process.versions.node)) {
  // The cache is next to the packages, where nobody else may write. If octavo cannot write there
  // either, there is no cache.
  const modulesEnd = ROOT.lastIndexOf(MODULES);
  if (modulesEnd >= 0) modules.enableCompileCache(`${ROOT.slice(0, modulesEnd)}${MODULES}.cache${sep}octavo`);
  if (basename(fileURLToPath(import.meta.url)) === "octavo-crm.mjs") process.argv.splice(2, 0, "crm");
  process.argv[1] = fileURLToPath(MAIN);
  // A server handles this signal like Ctrl-C.
  watchParent(() => process.kill(process.pid, "SIGTERM"));
  import(MAIN.href);
} else {
  console.error(tooOldMessage());
  process.exitCode = 1;
}
