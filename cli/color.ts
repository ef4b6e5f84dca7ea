import type { Io, Output } from "./io.ts";

/** Colours where a person reads, unless NO_COLOR (no-color.org) asks for none; FORCE_COLOR asks for them in a pipe. */
export function useColor(output: Output, { env }: Pick<Io, "env">): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "") return true;
  return output.isTTY === true && env.TERM !== "dumb";
}
