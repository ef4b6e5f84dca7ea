import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface CheckResult {
  readonly ok: boolean;
  /** The tool's output, for display. */
  readonly output: string;
}

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/**
 * Maximum output, in bytes: more than any tool prints. A tool that exceeds it has failed anyway.
 */
const OUTPUT_MAX = 16 * 1024 * 1024;

/** Runs one of the project's own tools, under the Node that runs this. Never rejects. */
export function runTool(command: string, args: readonly string[], cwd: string): Promise<CheckResult> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), join(PROJECT, "node_modules", ".bin"), process.env.PATH].join(delimiter),
    NO_COLOR: "1",
    // Redocly would otherwise contact its servers, for telemetry and for updates.
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  delete env.FORCE_COLOR;
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd, env, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      resolve({ ok: error === null, output: output.trim() === "" && error !== null ? error.message : output });
    });
  });
}
