import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { renderKindDeclarations } from "../../build/content-schema/kind-declarations.ts";
import { CliError, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { loadOwnKinds } from "./load-own-kinds.ts";

const DEFAULT_FILE = "octavo-kinds.d.ts";

/** `octavo types`. */
export async function writeTypeDeclarations(
  { out, check, quiet, config }: Settings<"config" | "out" | "quiet"> & { readonly check: boolean },
  io: Io,
): Promise<number> {
  const text = renderKindDeclarations(await loadOwnKinds(config, io));
  const path = resolve(io.cwd, out ?? DEFAULT_FILE);
  const shown = shortenPath(path, io.cwd);
  if (check) {
    const found = await readFile(path, "utf8").catch(() => null);
    if (found === text) return EXIT_OK;
    const hint = `octavo types${out === null ? "" : ` --out ${out}`} writes it`;
    throw new CliError(`${shown} ${found === null ? "is not there" : "is not what the configuration gives"}`, { hint });
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  if (!quiet) io.stdout.write(`wrote ${shown}\n`);
  return EXIT_OK;
}
