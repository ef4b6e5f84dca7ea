import { loadProgram } from "./load-program.ts";
import type { HostProgram } from "./program-sources.ts";

const NOTICE = "/*! Octavo. With MiniSearch, (c) Luca Ongaro, MIT License. */";

export interface ProgramSettings {
  /** Path that the site is below, "" or `/blog`. Default: none. */
  readonly base?: string;
  /** Origin of the write server that the program asks unless its environment names another. */
  readonly server: string | null;
  /** Origins besides the site's own that may like, unless its environment lists others. Default: none. */
  readonly origins?: readonly string[];
}

/** One of the programs with its settings, in one file: the same bytes for the same settings. */
export async function renderProgram(name: HostProgram, { base = "", server, origins = [] }: ProgramSettings): Promise<string> {
  // The names that a program declares and does not define: it is bundled once, for all sites.
  const settings = `const OCTAVO_SERVER=${JSON.stringify(server)},OCTAVO_ORIGINS=${JSON.stringify(origins.join(" "))},OCTAVO_BASE=${JSON.stringify(base)};`;
  return `${NOTICE}\n${settings}\n${await loadProgram(name)}`;
}
