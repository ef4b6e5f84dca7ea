#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { didYouMean } from "../build/suggest.ts";
import { buildCommand } from "./commands/build.ts";
import { checkCommand } from "./commands/check.ts";
import type { Command } from "./commands/command.ts";
import { devCommand } from "./commands/dev.ts";
import { startCommand } from "./commands/start.ts";
import { renderCommandHelp, renderHelp } from "./help.ts";
import { CliError, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Io, usageError } from "./io.ts";
import { readSettings } from "./options.ts";
import { createProcessIo } from "./process-io.ts";

const COMMANDS: readonly Command[] = [buildCommand, startCommand, devCommand, checkCommand];

/**
 * Runs `quire <args>`; returns the exit code: 0 all is well, 1 mistakes in content or a failure, 2 a wrong command line. Throws nothing:
 * an error is one line and a hint on `io.stderr`, with its stack under `--debug`.
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    const debug = args.includes("--debug") || /^(?:1|true|yes|on)$/i.test(io.env.QUIRE_DEBUG ?? "");
    return reportError(error, debug, io);
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    (name === undefined ? io.stderr : io.stdout).write(renderHelp(COMMANDS));
    return name === undefined ? EXIT_USAGE : EXIT_OK;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const names = COMMANDS.map((candidate) => candidate.name);
    const what = name.startsWith("-") ? `the command comes first, "${name}" after it` : `unknown command "${name}"`;
    throw usageError(what, didYouMean(name, names) ?? `the commands are ${names.join(", ")}; quire --help says more`);
  }
  const settings = readSettings(rest, command.options, io.env);
  if (settings.help) {
    io.stdout.write(renderCommandHelp(command));
    return EXIT_OK;
  }
  return await command.run(settings, io);
}

function reportError(error: unknown, debug: boolean, io: Io): number {
  const known = error instanceof CliError;
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`quire: ${message}\n`);
  const hint = known ? error.hint : "this should not happen; --debug shows where it did";
  if (hint !== null && !(debug && !known)) io.stderr.write(`hint: ${hint}\n`);
  if (debug && error instanceof Error)
    io.stderr.write(`${error.stack ?? ""}\n${error.cause instanceof Error ? `caused by ${error.cause.stack ?? ""}\n` : ""}`);
  return known ? error.exitCode : EXIT_FAILED;
}

/** Whether Node was started with this file (`import.meta.main` came with Node 24). */
function isProgram(): boolean {
  const started = process.argv[1];
  if (started === undefined) return false;
  try {
    return realpathSync(started) === import.meta.filename;
  } catch {
    return false;
  }
}

if (isProgram()) {
  const io = createProcessIo();
  const code = await main(process.argv.slice(2), io);
  process.exitCode = code;
  // A build that was told to stop is still at work; what it writes is whole or not there at all.
  if (io.signal.aborted) process.exit(code);
}
