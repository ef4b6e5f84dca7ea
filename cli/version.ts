import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../build/shared/package-root.ts";

const WORDS: ReadonlySet<string> = new Set(["version", "--version", "-v"]);

/** Whether the first word of a command line asks for the version. */
export function isVersionWord(word: string): boolean {
  return WORDS.has(word);
}

/** The package's version, from `package.json`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as { readonly version: string };
  return version;
}
