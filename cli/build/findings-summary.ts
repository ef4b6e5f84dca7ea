import { type Diagnostic, kindOf } from "../../build/shared/diagnostics.ts";
import type { Io } from "../io.ts";
import { commandName } from "../text/typed-commands.ts";

/** This many findings fit on a screen and need no summary. */
const FEW = 10;
/** Maximum number of kinds to list. The rest are counted. */
const KINDS_MAX = 15;

/** The findings by kind, for the end of a command; "" if they all fit on the screen. */
export function renderKinds(found: readonly Diagnostic[], io: Pick<Io, "env">): string {
  return found.length <= FEW ? "" : `\nby kind:\n${summarizeFindings(found, io)}`;
}

/**
 * Summarizes findings by kind and number, errors before warnings, most frequent first, each with
 * its first place.
 */
export function summarizeFindings(found: readonly Diagnostic[], io: Pick<Io, "env">): string {
  const kinds = [...Map.groupBy(found, kindOf).values()];
  kinds.sort((a, b) => rank(a) - rank(b) || b.length - a.length || order(a).localeCompare(order(b), "en"));
  const shown = ({ length }: readonly Diagnostic[]): string => length.toLocaleString("en");
  const width = Math.max(0, ...kinds.map((members) => shown(members).length));
  const lines = kinds.slice(0, KINDS_MAX).flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { severity, code, field, file, line, column, message, hint } = first;
    const about = field === undefined ? "" : `${field}: `;
    return [
      `${shown(members).padStart(width)} × ${severity} ${code}`,
      `${" ".repeat(width)}   ${file}:${line}:${column} ${about}${message}${hint === undefined ? "" : ` (${hint})`}`,
    ];
  });
  const rest = kinds.length - KINDS_MAX;
  return [...lines, ...(rest > 0 ? [`and ${rest} more kinds: ${commandName(io)} check --all lists everything`] : [])]
    .map((line) => `${line}\n`)
    .join("");
}

/** Warnings about a whole blog: its dates, addresses or lists are wrong. */
const OF_WHOLE_BLOG = ["no-dates", "nothing-listed", "other-addresses"];

function rank([first]: readonly Diagnostic[]): number {
  if (first?.severity === "error") return 0;
  return OF_WHOLE_BLOG.includes(first?.code ?? "") ? 1 : 2;
}

function order([first]: readonly Diagnostic[]): string {
  return `${first?.code} ${first?.field ?? ""}`;
}
