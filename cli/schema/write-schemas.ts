import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadConfig } from "../../build/config/load-config.ts";
import { createContentSchemas } from "../../build/content-schema/content-schemas.ts";
import { CliError, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { shortenPath } from "../text/shown-paths.ts";

/** `octavo schema --out <folder>`. */
export async function writeSchemas(out: string, { quiet, config: file }: Pick<Settings, "quiet" | "config">, io: Io): Promise<number> {
  const folder = resolve(io.cwd, out);
  await mkdir(folder, { recursive: true });
  const { config, diagnostics } = await loadConfig({ cwd: io.cwd, ...(file === null ? {} : { file }) });
  if (diagnostics.errorCount > 0) {
    throw new CliError("the configuration has mistakes", { hint: "octavo check names them" });
  }
  for (const [name, schema] of Object.entries(createContentSchemas(config.ownKinds))) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
    if (!quiet) io.stdout.write(`wrote ${shortenPath(file, io.cwd)}\n`);
  }
  return EXIT_OK;
}
