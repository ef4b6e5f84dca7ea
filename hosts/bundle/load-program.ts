import type { ProgramName } from "./program-sources.ts";

/**
 * The text of a program: bundled when it is asked for. In the package another module stands in place of this one, which reads what was
 * bundled when it was packed (scripts/pack/load-packed-program.ts): the bundler is no dependency of the package.
 */
export async function loadProgram(name: ProgramName): Promise<string> {
  const { bundleProgram } = await import("../../scripts/pack/bundle-program.ts");
  return bundleProgram(name);
}
