import { loadProgram } from "./load-program.ts";
import { BROWSER_SCRIPTS } from "./program-sources.ts";

/** The scripts for pages, by names of their files in dist. */
export async function loadBrowserScripts(): Promise<Record<string, string>> {
  const names = Object.keys(BROWSER_SCRIPTS) as (keyof typeof BROWSER_SCRIPTS)[];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [`${name}.js`, await loadProgram(name)])));
}
