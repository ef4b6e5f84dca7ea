/**
 * `quire api` as it is, in a process that tells over IPC what it has used: `node bench/api-child.ts --db <file> --published <folder> …`.
 * Its log goes to its own stdout.
 */
import { main } from "../cli/main.ts";
import { createProcessIo } from "../cli/process-io.ts";
import { answerUsage } from "./usage.ts";

answerUsage();
process.exitCode = await main(["api", ...process.argv.slice(2)], createProcessIo());
if (process.connected) process.disconnect();
