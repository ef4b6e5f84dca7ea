import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createContentSchemas } from "../../build/content-schema/content-schemas.ts";
import { EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { loadOwnKinds } from "./load-own-kinds.ts";

/** `octavo schema --out <folder>`. */
export async function writeSchemas(out: string, { quiet, config }: Settings<"config" | "quiet">, io: Io): Promise<number> {
  const folder = resolve(io.cwd, out);
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of Object.entries(createContentSchemas(await loadOwnKinds(config, io)))) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
    if (!quiet) io.stdout.write(`wrote ${shortenPath(file, io.cwd)}\n`);
  }
  return EXIT_OK;
}
