import type { ProgramName } from "./program-sources.ts";

/**
 * The text of a program, bundled on demand. In the package another module replaces this one and
 * reads the programs bundled at packing time (scripts/pack/load-packed-program.ts), because the
 * bundler is not a dependency of the package.
 */
export async function loadProgram(name: ProgramName): Promise<string> {
  const { bundleProgram } = await import("../../scripts/pack/bundle-program.ts");
  return bundleProgram(name);
}
