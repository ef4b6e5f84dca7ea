import { readFile } from "node:fs/promises";
import type { ReferenceFile } from "../../cli/pages/load-reference-file.ts";

/** The folder next to the compiled command. */
const REFERENCE = new URL("reference/", import.meta.url);

/**
 * Returns a file of Swagger UI as it was compressed for the package. In the package, this module
 * replaces cli/pages/load-reference-file.ts.
 */
export async function loadReferenceFile(name: ReferenceFile): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(`${name}.gz`, REFERENCE));
}
