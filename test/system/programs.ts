import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

/** Where a program of the system is, or null. */
function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * A group of tests that needs a program of the system. Where it is missing they are skipped, loudly; under CI=true, where .ci/run
 * should have installed it, they fail.
 */
export function describeWith(names: readonly string[], title: string, tests: (path: string) => void): void {
  const path = names.map(findProgram).find((found) => found !== null) ?? null;
  if (path !== null) {
    describe(title, () => tests(path));
  } else if (process.env.CI === "true") {
    throw new Error(`${title}: none of ${names.join(", ")} is installed, and CI=true forbids to skip this`);
  } else {
    console.warn(`\n  SKIPPED: ${title}: none of ${names.join(", ")} is installed (apt-get install ${names[0]})\n`);
    describe.skip(title, () => tests(""));
  }
}
