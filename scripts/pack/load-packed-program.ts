import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type ProgramName, programFileOf } from "../../hosts/bundle/program-sources.ts";

/** The folder next to the compiled command. */
const PROGRAMS = new URL("programs/", import.meta.url);

/**
 * Returns a program's text as it was bundled for the package. In the package, this module replaces
 * hosts/bundle/load-program.ts.
 */
export async function loadProgram(name: ProgramName): Promise<string> {
  const packed = await readFile(new URL(`${programFileOf(name)}.gz`, PROGRAMS));
  return (await promisify(gunzip)(packed)).toString();
}
