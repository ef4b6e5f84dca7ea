#!/usr/bin/env node
/** `octavo` in the package, and `octavo-crm`, which is `octavo crm`: starts the compiled command. Plain JavaScript in words that any Node reads, so that an old one can say that it is. */
import * as modules from "node:module";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, tooOldMessage } from "../../bin/node-version.mjs";
import { watchParent } from "../../bin/parent-watch.mjs";

const MAIN = new URL("../lib/main.js", import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = `${sep}node_modules${sep}`;

if (isNewEnough(process.versions.node)) {
  // Beside the packages, where nobody else may write; where octavo may not either, there is none.
  const modulesEnd = ROOT.lastIndexOf(MODULES);
  if (modulesEnd >= 0) modules.enableCompileCache(`${ROOT.slice(0, modulesEnd)}${MODULES}.cache${sep}octavo`);
  if (basename(fileURLToPath(import.meta.url)) === "octavo-crm.mjs") process.argv.splice(2, 0, "crm");
  process.argv[1] = fileURLToPath(MAIN);
  // A server takes it as it takes Ctrl-C.
  watchParent(() => process.kill(process.pid, "SIGTERM"));
  import(MAIN.href);
} else {
  console.error(tooOldMessage());
  process.exitCode = 1;
}
