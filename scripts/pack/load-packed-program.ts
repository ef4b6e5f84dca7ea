import { readFile } from "node:fs/promises";
import { type ProgramName, programFileOf } from "../../hosts/bundle/program-sources.ts";

/** Beside the compiled command. */
const PROGRAMS = new URL("programs/", import.meta.url);

/** The text of a program, as it was bundled when the package was packed; in the package in place of hosts/bundle/load-program.ts. */
export async function loadProgram(name: ProgramName): Promise<string> {
  return readFile(new URL(programFileOf(name), PROGRAMS), "utf8");
}
