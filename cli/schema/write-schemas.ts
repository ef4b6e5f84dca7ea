import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createContentSchemas } from "../../build/content-schema/content-schemas.ts";
import { renderKindDeclarations } from "../../build/content-schema/kind-declarations.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { loadOwnKinds } from "./load-own-kinds.ts";

/** `octavo schema --out <folder>`. */
export async function writeSchemas(out: string, { quiet, config }: Settings<"config" | "quiet">, io: Io): Promise<void> {
  const folder = resolve(io.cwd, out);
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of Object.entries(createContentSchemas(await loadOwnKinds(config, io)))) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
    if (!quiet) io.stdout.write(`wrote ${shortenPath(file, io.cwd)}\n`);
  }
}

const DEFAULT_FILE = "octavo-kinds.d.ts";

/** `octavo types`. */
export async function writeTypeDeclarations(
  { out, check, quiet, config }: Settings<"config" | "out" | "quiet"> & { readonly check: boolean },
  io: Io,
): Promise<void> {
  const text = renderKindDeclarations(await loadOwnKinds(config, io));
  const path = resolve(io.cwd, out ?? DEFAULT_FILE);
  const shown = shortenPath(path, io.cwd);
  if (check) {
    const found = await readFile(path, "utf8").catch(() => null);
    if (found === text) return;
    const hint = `octavo types${out === null ? "" : ` --out ${out}`} writes it`;
    throw new CliError(`${shown} ${found === null ? "does not exist" : "does not match the configuration"}`, { hint });
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  if (!quiet) io.stdout.write(`wrote ${shown}\n`);
}
