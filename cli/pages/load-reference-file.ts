import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { REFERENCE_FILES } from "../../browser/reference/reference-page.ts";

export type ReferenceFile = (typeof REFERENCE_FILES)[number];

/**
 * A file of Swagger UI, compressed by gzip. In the package, scripts/pack/load-packed-reference.ts
 * replaces this module and reads files that were compressed when packing, to a quarter of their
 * size.
 */
export async function loadReferenceFile(name: ReferenceFile): Promise<Uint8Array<ArrayBuffer>> {
  const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  return promisify(gzip)(await readFile(file), { level: 9 });
}
