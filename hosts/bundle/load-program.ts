import type { ProgramName } from "./program-sources.ts";

/**
 * Programs of this process, because bundling takes longer than a small site and always gives the
 * same bytes. A failure is not cached: the next call tries again.
 */
const bundled = new Map<ProgramName, Promise<string>>();

/**
 * The text of a program, bundled on demand, once per process. In the package, another module
 * replaces this one and reads the programs bundled at packing time
 * (scripts/pack/load-packed-program.ts), because the bundler is not a dependency of the package.
 */
export function loadProgram(name: ProgramName): Promise<string> {
  const found = bundled.get(name);
  if (found !== undefined) return found;
  const program = import("../../scripts/pack/bundle-program.ts")
    .then(({ bundleProgram }) => bundleProgram(name))
    .catch((error: unknown) => {
      bundled.delete(name);
      throw error;
    });
  bundled.set(name, program);
  return program;
}
