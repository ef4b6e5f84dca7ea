/**
 * Adds up the reports of a CI run: `node scripts/summary.ts a.json b.json`. Lists each failed test
 * with the first line of its reason, because only the last lines of a log may be kept, then prints
 * a line such as `123 passed, 0 failed, 1 skipped`. A missing or broken report means a crashed run
 * and counts as one failure. Exits with 1 unless everything passed.
 */
import { readFile } from "node:fs/promises";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

async function readCounts(file: string): Promise<Counts> {
  try {
    const report: unknown = JSON.parse(await readFile(file, "utf8"));
    const passed = numberOf(report, "numPassedTests");
    const failed = numberOf(report, "numFailedTests");
    // `success: false` without a failed test means a file that could not be loaded, or an error
    // outside of all tests.
    for (const line of failuresIn(report)) console.log(line);
    const broken = failed === 0 && (passed === 0 || !isRecord(report) || report.success !== true) ? 1 : 0;
    return { passed, failed: failed + broken, skipped: numberOf(report, "numPendingTests") + numberOf(report, "numTodoTests") };
  } catch (error) {
    console.log(`${file}: no report (${error instanceof Error ? error.message : String(error)}), so this run ended abnormally`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Returns one line for each failed test and for each file that could not be run. */
function failuresIn(report: unknown): string[] {
  return listOf(report, "testResults").flatMap((file) => {
    const tests = listOf(file, "assertionResults").filter((test) => textOf(test, "status") === "failed");
    if (tests.length === 0 && textOf(file, "status") === "failed")
      return [`failed: ${textOf(file, "name")}: ${firstLine(textOf(file, "message"))}`];
    return tests.map(
      (test) =>
        `failed: ${textOf(file, "name")}: ${textOf(test, "fullName")}: ${firstLine(String(listOf(test, "failureMessages")[0] ?? ""))}`,
    );
  });
}

const firstLine = (text: string): string => (text.split("\n", 1)[0] ?? "").slice(0, 500);

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = isRecord(value) ? value[member] : undefined;
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, member: string): string {
  const text = isRecord(value) ? value[member] : undefined;
  return typeof text === "string" ? text : "";
}

function numberOf(report: unknown, member: string): number {
  const value = isRecord(report) ? report[member] : undefined;
  if (typeof value !== "number") throw new Error(`${member} is missing`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const all = await Promise.all(process.argv.slice(2).map(readCounts));
const sum = (member: keyof Counts): number => all.reduce((total, counts) => total + counts[member], 0);
const failed = sum("failed") + (all.length === 0 ? 1 : 0);
console.log(`${sum("passed")} passed, ${failed} failed, ${sum("skipped")} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
