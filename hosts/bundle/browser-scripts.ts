import { loadProgram } from "./load-program.ts";
import { BROWSER_SCRIPTS, programFileOf, SITE_SCRIPTS } from "./program-sources.ts";

/** The scripts for pages and their texts, by names of their files in dist. */
export async function loadBrowserScripts(): Promise<Record<string, string>> {
  const names = Object.keys({ ...BROWSER_SCRIPTS, ...SITE_SCRIPTS }) as (keyof typeof BROWSER_SCRIPTS | keyof typeof SITE_SCRIPTS)[];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [programFileOf(name), await loadProgram(name)])));
}
