import type { TargetName } from "../../contract/config/publish-target.ts";
import type { HostName } from "../../hosts/host-names.ts";
import { CliError } from "../io.ts";
import type { OwnerToolAnswer } from "./owner-tool.ts";

/** How `octavo publish` uploads to one target. */
export interface Deployment {
  /**
   * The host whose files are written into dist; null to write files only for the hosts of `--host`.
   */
  readonly host: HostName | null;
  /** How long to keep hashed files of earlier builds in dist; null to remove them immediately. */
  readonly graceHours: number | null;
  /** @throws CliError if the tool, login or target is missing; nothing has been built yet */
  prepare(context: DeployContext): Promise<void>;
  /** @throws CliError if the upload fails */
  upload(context: UploadContext): Promise<void>;
}

export interface DeployContext {
  /** The part after the target's colon. */
  readonly place: string;
  /** The folder in which octavo runs. Absolute, like `outDir`. */
  readonly cwd: string;
  readonly outDir: string;
  /** Does everything except the upload; the tool prints what it would do. */
  readonly dryRun: boolean;
  run(program: string, args: readonly string[], options?: RunOptions): Promise<OwnerToolAnswer>;
  /** Prints a line for the owner. */
  tell(line: string): void;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether the output is shown while the program runs. Default true. */
  readonly isShown?: boolean;
}

export interface UploadContext extends DeployContext {
  /** Public address of the site. */
  readonly siteUrl: string;
  /** Files to publish, relative to `outDir`, with forward slashes. */
  readonly files: readonly string[];
  /** Files of the last publication that no longer exist. */
  readonly removed: readonly string[];
}

/** @throws CliError if the program is missing */
export function requireTool(answer: OwnerToolAnswer, program: string, remedy: string): void {
  if (answer.status === null) throw new CliError(`${program} is neither in this project nor on PATH`, { hint: remedy });
}

/**
 * Runs a step of an upload.
 * @throws CliError if it fails
 */
export async function runStep(
  context: DeployContext,
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<OwnerToolAnswer> {
  const answer = await context.run(program, args, options);
  if (answer.status === 0) return answer;
  const said = options?.isShown === false ? answer.output.trim() : "see its output above";
  throw new CliError(`${program} ${args[0] ?? ""} failed with exit code ${answer.status}`, { hint: said });
}

export type Deployments = Readonly<Record<TargetName, Deployment>>;
