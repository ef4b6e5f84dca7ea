import type { HostDesk, HostWrites } from "../host-files.ts";
import { loadProgram } from "./load-program.ts";
import type { HostProgram } from "./program-sources.ts";

const NOTICE = "/*! Octavo. With MiniSearch, (c) Luca Ongaro, MIT License. */";

export interface ProgramSettings {
  /** Path of the site, "" or `/blog`. Default: none. */
  readonly base?: string;
  /** Origin of the write server, unless the program's environment names another. */
  readonly server: string | null;
  /**
   * Origins besides the site's own that may send likes, unless the program's environment lists
   * others. Default: none.
   */
  readonly origins?: readonly string[];
}

/** Renders a program with its settings as one file. The same settings give the same bytes. */
export async function renderProgram(name: HostProgram, { base = "", server, origins = [] }: ProgramSettings): Promise<string> {
  // Defines the names that the program only declares, because the program is bundled once for all
  // sites.
  const settings = `const OCTAVO_SERVER=${JSON.stringify(server)},OCTAVO_ORIGINS=${JSON.stringify(origins.join(" "))},OCTAVO_BASE=${JSON.stringify(base)};`;
  return `${NOTICE}\n${settings}\n${await loadProgram(name)}`;
}

const WRITES_NOTICE = "/*! Octavo. Licenses of the packages in it: THIRD-PARTY-LICENSES of the npm package octavo. */";

/** The write program of a Durable Object. It contains the desk's script only if there is a desk. */
export async function renderWriteProgram({ version }: HostWrites, desk: HostDesk | null): Promise<string> {
  const script = desk === null ? "" : await loadProgram("desk");
  const settings = `const OCTAVO_VERSION=${JSON.stringify(version)},OCTAVO_DESK_SCRIPT=${JSON.stringify(script)};`;
  return `${WRITES_NOTICE}\n${settings}\n${await loadProgram("cloudflare-write-program")}`;
}
