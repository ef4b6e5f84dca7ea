import type { Io } from "../io.ts";

/** Columns of the terminal; null in a pipe, where nothing is cut. */
export function widthOfOutput({ stdout }: Pick<Io, "stdout">): number | null {
  return stdout.isTTY === true ? (stdout.columns ?? 80) : null;
}
