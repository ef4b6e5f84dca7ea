import type { Io } from "../io.ts";

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

/** Prints the answer of a command with `--json`. */
export function writeJson({ stdout }: Pick<Io, "stdout">, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Columns of the terminal; null in a pipe, where nothing is cut. Terminals that do not know their
 * size (a serial line, some containers) report 0.
 */
export function widthOfOutput({ stdout }: Pick<Io, "stdout">): number | null {
  if (stdout.isTTY !== true) return null;
  return stdout.columns === undefined || stdout.columns === 0 ? USUAL_COLUMNS : stdout.columns;
}

/** Columns for text that is broken into lines even if the width of the output is unknown. */
export function readableColumns(io: Pick<Io, "stdout">): number {
  return widthOfOutput(io) ?? USUAL_COLUMNS;
}

/** Lines of the terminal. */
export function heightOfOutput({ stdout }: Pick<Io, "stdout">): number {
  return stdout.rows === undefined || stdout.rows === 0 ? USUAL_ROWS : stdout.rows;
}
