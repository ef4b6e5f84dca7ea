import { loadConfig } from "../../build/config/load-config.ts";
import type { OwnKind } from "../../build/shared/resolved-config.ts";
import { CliError, type Io } from "../io.ts";

/**
 * The kinds that a configuration defines.
 * @throws CliError if it has mistakes
 */
export async function loadOwnKinds(file: string | null, { cwd }: Pick<Io, "cwd">): Promise<readonly OwnKind[]> {
  const { config, diagnostics } = await loadConfig({ cwd, ...(file === null ? {} : { file }) });
  if (diagnostics.errorCount > 0) throw new CliError("the configuration has mistakes", { hint: "octavo check names them" });
  return config.ownKinds;
}
