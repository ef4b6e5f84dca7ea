/**
 * `npm run pack [-- --out packed]` packs octavo, create-octavo, octavo-client and octavo-tools.
 * Prints one path per line, and its progress on standard error.
 */
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packAll } from "./tarballs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { values } = parseArgs({ options: { out: { type: "string", default: "packed" } } });
for (const { file } of await packAll(ROOT, resolve(values.out), (step) => console.error(step))) console.log(relative(process.cwd(), file));
