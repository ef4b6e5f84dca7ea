import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { describe, inject } from "vitest";

/** Names of Chromium in different distributions. */
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

/** The path of Chromium, or null. */
export const findBrowser = (): string | null => BROWSERS.map(findProgram).find((found) => found !== null) ?? null;

/** The path of one of the system's programs, or null. */
function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

/**
 * A group of tests that needs one of the system's programs. If it is missing, they are skipped with
 * a message. With CI=true, where .ci/run should have installed it, they fail.
 */
export function describeWith(names: readonly string[], title: string, tests: (path: string) => void): void {
  const path = names.map(findProgram).find((found) => found !== null) ?? null;
  if (path !== null) {
    describe(title, () => tests(path));
  } else if (process.env.CI === "true") {
    throw new Error(`${title}: none of ${names.join(", ")} is installed, and CI=true forbids skipping this`);
  } else {
    console.warn(`\n  SKIPPED: ${title}: none of ${names.join(", ")} is installed (apt-get install ${names[0]})\n`);
    describe.skip(title, () => tests(""));
  }
}

/**
 * The same for tests that need a browser.
 * @param tests gets a function that connects to the browser shared by all tests
 *   (browser-server.ts); closing the connection closes its pages
 */
export function describeInBrowser(title: string, tests: (open: () => Promise<Browser>, program: string) => void): void {
  describeWith(BROWSERS, title, (program) => tests(() => connect(program), program));
}

async function connect(program: string): Promise<Browser> {
  const endpoint = inject("browser");
  if (endpoint === null)
    throw new Error(`${program} is installed, but did not start (the reason is at the beginning of the tests' output)`);
  return chromium.connect(endpoint);
}
