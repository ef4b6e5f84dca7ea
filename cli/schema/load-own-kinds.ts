import { loadConfig } from "../../build/config/load-config.ts";
import type { OwnKind, ResolvedConfig } from "../../build/shared/resolved-config.ts";
import type { Io } from "../io.ts";
import { refuseMistakes } from "../text/refuse-mistakes.ts";

type ConfigIo = Pick<Io, "cwd" | "env" | "stderr">;

/**
 * The settings of a configuration.
 * @throws CliError if it has mistakes
 */
export async function loadSettings(file: string | null, io: ConfigIo): Promise<ResolvedConfig> {
  const { config, diagnostics } = await loadConfig({ cwd: io.cwd, ...(file === null ? {} : { file }) });
  await refuseMistakes(diagnostics, io);
  return config;
}

/**
 * The kinds that a configuration defines.
 * @throws CliError if it has mistakes
 */
export async function loadOwnKinds(file: string | null, io: ConfigIo): Promise<readonly OwnKind[]> {
  return (await loadSettings(file, io)).ownKinds;
}
