import { toSafeLine } from "../../contract/text/safe-text.ts";
import { plural } from "../build/result-text.ts";
import { type Examination, findingsOf } from "./examine-site.ts";

/** Width of the longest status, `skipped`, in columns. */
const STATUS_WIDTH = 7;

/** One line for each check, followed by the remedy if something is wrong. */
export function renderExaminations(examinations: readonly Examination[]): string {
  const nameWidth = Math.max(...examinations.map(({ check }) => check.name.length));
  const indent = " ".repeat(STATUS_WIDTH + nameWidth + 4);
  const row = (status: string, name: string, text: string): string =>
    `${status.padEnd(STATUS_WIDTH)}  ${name.padEnd(nameWidth)}  ${toSafeLine(text)}\n`;
  const lines = examinations.flatMap(({ check, diagnosis }) =>
    diagnosis.status === "wrong"
      ? diagnosis.findings.map(({ message, remedy }) => `${row("WRONG", check.name, message)}${indent}→ ${toSafeLine(remedy)}\n`)
      : [row(diagnosis.status, check.name, diagnosis.message)],
  );
  const count = findingsOf(examinations).length;
  return `${lines.join("")}${count === 0 ? "no problems" : plural(count, "problem")}\n`;
}

/** The results as JSON, for programs. */
export function toDoctorJson(examinations: readonly Examination[]): Record<string, unknown> {
  return {
    ok: findingsOf(examinations).length === 0,
    checks: examinations.map(({ check: { name }, diagnosis }) => ({
      name,
      status: diagnosis.status,
      message: diagnosis.status === "wrong" ? null : diagnosis.message,
      findings: diagnosis.status === "wrong" ? diagnosis.findings : [],
    })),
  };
}
