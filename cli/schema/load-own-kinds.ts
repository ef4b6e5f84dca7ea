import { loadConfig } from "../../build/config/load-config.ts";
import type { OwnKind } from "../../build/shared/resolved-config.ts";
import type { Io } from "../io.ts";
import { refuseMistakes } from "../text/refuse-mistakes.ts";

/**
 * The kinds that a configuration defines.
 * @throws CliError if it has mistakes
 */
export async function loadOwnKinds(file: string | null, io: Pick<Io, "cwd" | "env" | "stderr">): Promise<readonly OwnKind[]> {
  const { config, diagnostics } = await loadConfig({ cwd: io.cwd, ...(file === null ? {} : { file }) });
  await refuseMistakes(diagnostics, io);
  return config.ownKinds;
}
