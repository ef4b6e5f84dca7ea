import type { Diagnostic } from "../../build/shared/diagnostics.ts";

/** Kinds of findings that are shown; the rest is a number. */
const KINDS_MAX = 15;

/** What is left, by kind and number, the most frequent first: errors before warnings, each with its first place. */
export function summarizeFindings(found: readonly Diagnostic[]): string {
  const kinds = [
    ...Map.groupBy(found, ({ severity, code, field }) =>
      JSON.stringify([severity, code, field?.replaceAll(/\.\d+/g, "") ?? null]),
    ).values(),
  ];
  kinds.sort((a, b) => rank(a) - rank(b) || b.length - a.length || order(a).localeCompare(order(b), "en"));
  const width = Math.max(0, ...kinds.map(({ length }) => String(length).length));
  const lines = kinds.slice(0, KINDS_MAX).flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { severity, code, field, file, line, column, message, hint } = first;
    const about = field === undefined ? "" : `${field}: `;
    return [
      `${String(members.length).padStart(width)} × ${severity} ${code}`,
      `${" ".repeat(width)}   ${file}:${line}:${column} ${about}${message}${hint === undefined ? "" : ` (${hint})`}`,
    ];
  });
  const rest = kinds.length - KINDS_MAX;
  return [...lines, ...(rest > 0 ? [`and ${rest} more kinds: octavo check lists everything`] : [])].map((line) => `${line}\n`).join("");
}

function rank([first]: readonly Diagnostic[]): number {
  return first?.severity === "error" ? 0 : 1;
}

function order([first]: readonly Diagnostic[]): string {
  return `${first?.code} ${first?.field ?? ""}`;
}
