import type { Io, Output } from "./io.ts";

/**
 * Colours are on at a terminal, unless NO_COLOR (no-color.org) turns them off. FORCE_COLOR turns
 * them on in a pipe.
 */
export function useColor(output: Output, { env }: Pick<Io, "env">): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "") return true;
  return output.isTTY === true && env.TERM !== "dumb";
}
