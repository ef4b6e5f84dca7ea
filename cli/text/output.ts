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

/** Number of lines written at once. */
const LINES_AT_ONCE = 1_000;

/** Writes lines, several at once, as fast as the reader takes them. `flush` writes the rest. */
export function createLineWriter({ stdout }: Pick<Io, "stdout">): { add(line: string): Promise<void>; flush(): Promise<void> } {
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    stdout.write(lines.join(""));
    lines = [];
    await stdout.drain?.();
  };
  return {
    async add(line) {
      lines.push(line);
      if (lines.length >= LINES_AT_ONCE) await flush();
    },
    flush,
  };
}

/** Columns for text that is broken into lines even if the width of the output is unknown. */
export function readableColumns(io: Pick<Io, "stdout">): number {
  return widthOfOutput(io) ?? USUAL_COLUMNS;
}

/** Lines of the terminal. */
export function heightOfOutput({ stdout }: Pick<Io, "stdout">): number {
  return stdout.rows === undefined || stdout.rows === 0 ? USUAL_ROWS : stdout.rows;
}
