import { spawnSync } from "node:child_process";
import { devNull } from "node:os";
import type { Io } from "../io.ts";

/** Default of `maxMs`. */
const GIT_MAX_MS = 5_000;

/**
 * Switches off settings that make git run a program. The repository is not trusted: its
 * `.git/config` may come from a downloaded archive. Diff drivers, text conversions and filters run
 * only where git shows, adds or checks out content, which octavo never asks for.
 */
const SAFE_SETTINGS = [
  // git runs its value before every command that reads the index, including `check-ignore`.
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  "core.pager=cat",
  // For an object that a partial clone lacks, git would contact its remote.
  "core.sshCommand=false",
  "core.gitProxy=",
  "credential.helper=",
  "protocol.allow=never",
] as const;

const SAFE_ENVIRONMENT = {
  // Takes precedence over `protocol.<name>.allow` of the repository.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  // A query must not write the index.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
} as const;

/**
 * The owner's own configuration files. git's other variables belong to the hook or alias that runs
 * octavo.
 */
const KEPT_VARIABLES: readonly string[] = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"];

export interface GitOptions {
  readonly cwd: string;
  readonly env?: Io["env"];
  /** Time limit for git, in ms. */
  readonly maxMs?: number;
}

export interface GitAnswer {
  /** Its exit code; null if git is missing or took too long. */
  readonly status: number | null;
  /** If there is no answer, git's explanation in one line. */
  readonly reason: string;
  readonly output: string;
}

/** Runs git so that nothing in the repository can start a program. Only this function runs git. */
export function runGit(args: readonly string[], { cwd, env = process.env, maxMs = GIT_MAX_MS }: GitOptions): GitAnswer {
  const settings = SAFE_SETTINGS.flatMap((setting) => ["-c", setting]);
  const safeVariables = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || KEPT_VARIABLES.includes(name));
  const { status, stdout, stderr, error } = spawnSync("git", ["--no-pager", ...settings, ...args], {
    cwd,
    env: { ...Object.fromEntries(safeVariables), ...SAFE_ENVIRONMENT },
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: Number.POSITIVE_INFINITY,
    encoding: "utf8",
    timeout: maxMs,
    // A git process that hangs may ignore SIGTERM.
    killSignal: "SIGKILL",
  });
  return { status, reason: error === undefined ? firstLine(stderr) : failureText(error, maxMs), output: stdout ?? "" };
}

function firstLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")[0]
      ?.replace(/^fatal: /, "") ?? ""
  );
}

function failureText(error: NodeJS.ErrnoException, maxMs: number): string {
  if (error.code === "ENOENT") return "git is not installed, or the folder no longer exists";
  return error.code === "ETIMEDOUT" ? `git has not answered for ${maxMs / 1_000} s` : error.message;
}
