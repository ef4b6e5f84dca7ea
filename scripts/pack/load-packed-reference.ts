import { readFile } from "node:fs/promises";
import type { ReferenceFile } from "../../cli/pages/load-reference-file.ts";

/** Beside the compiled command. */
const REFERENCE = new URL("reference/", import.meta.url);

/** A file of Swagger UI, as it was compressed when the package was packed; in the package in place of cli/pages/load-reference-file.ts. */
export async function loadReferenceFile(name: ReferenceFile): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(`${name}.gz`, REFERENCE));
}
