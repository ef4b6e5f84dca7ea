/**
 * Runs the checks that are not tests: all with `npm run check`, or some by name with `npm run check
 * -- types imports`. Prints one line per check and the output of each failed check, and exits with
 * 1 if any failed. `--report <file>` writes the counts for .ci/run.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mapLimit } from "../build/shared/parallel.ts";
import { CHECKS, type Check } from "./check-list.ts";

/** Most checks use one core. */
const CHECKS_AT_ONCE = 2;
const ROOT = fileURLToPath(new URL("..", import.meta.url));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { report: { type: "string" } } });
  const unknown = positionals.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.error(`no check is named ${unknown.join(", ")}\nhint: there are ${CHECKS.map((check) => check.name).join(", ")}`);
    return 2;
  }
  const chosen = CHECKS.filter((check) => positionals.length === 0 || positionals.includes(check.name));
  const passed = await mapLimit(chosen, CHECKS_AT_ONCE, report);
  const failed = passed.filter((ok) => !ok).length;
  console.log(failed === 0 ? `all ${chosen.length} checks passed` : `${failed} of ${chosen.length} checks failed`);
  if (values.report !== undefined) await writeReport(resolve(values.report), chosen.length - failed, failed);
  return failed === 0 ? 0 : 1;
}

async function report(check: Check): Promise<boolean> {
  const started = performance.now();
  const result = await check
    .run(ROOT)
    .catch((error: unknown) => ({ ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${result.ok ? "ok  " : "FAIL"} ${check.name.padEnd(8)} ${check.about} (${seconds} s)`);
  if (!result.ok) console.log(result.output.trimEnd().replace(/^/gm, "     "));
  return result.ok;
}

/** Writes the counts in the part of vitest's JSON format that scripts/summary.ts reads. */
async function writeReport(file: string, passed: number, failed: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0, success: failed === 0 }),
  );
}

process.exitCode = await main(process.argv.slice(2));
