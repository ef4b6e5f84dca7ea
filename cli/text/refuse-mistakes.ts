import { resolve } from "node:path";
import type { Diagnostics } from "../../build/shared/diagnostics.ts";
import { readRegularFile } from "../../build/shared/file-io.ts";
import { useColor } from "../color.ts";
import { CliError, type Io } from "../io.ts";

/**
 * Shows mistakes in the configuration like a build, and ends a command that needs only the
 * configuration.
 * @throws CliError
 */
export async function refuseMistakes(diagnostics: Diagnostics, io: Pick<Io, "cwd" | "env" | "stderr">): Promise<void> {
  if (diagnostics.errorCount === 0) return;
  const { formatDiagnostics } = await import("../report.ts");
  const sources = (file: string): string | null => readIfPossible(resolve(io.cwd, file));
  io.stderr.write(formatDiagnostics(diagnostics, { color: useColor(io.stderr, io), sources }));
  throw new CliError("the configuration has mistakes");
}

export function readIfPossible(file: string): string | null {
  try {
    return readRegularFile(file).toString("utf8");
  } catch {
    return null;
  }
}
