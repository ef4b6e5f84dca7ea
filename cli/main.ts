#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Command, CommandGroup } from "./commands/command.ts";
import { CliError, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Io, isRunByNpm, usageError } from "./io.ts";
import { readableColumns } from "./text/output.ts";
import { isVersionWord, readVersion } from "./version.ts";

type Entry = Command | CommandGroup;

/**
 * Runs `octavo <args>` and returns the exit code: 0 for success, 1 for mistakes in content or a
 * failure, 2 for an invalid command line. Never throws: an error becomes one line and a hint on
 * `io.stderr`, and its stack with `--debug`.
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const own = isVersionWord(args[0] ?? "") ? io : await withTypedCommands(io);
  try {
    return await dispatch(args, own);
  } catch (error) {
    return reportError(error, args, own);
  }
}

async function withTypedCommands(io: Io): Promise<Io> {
  if (!isRunByNpm(io)) return io;
  const [{ COMMAND_NAMES }, { showTypedCommands }] = await Promise.all([import("./commands/all.ts"), import("./text/typed-commands.ts")]);
  return showTypedCommands(io, COMMAND_NAMES);
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name !== undefined && isVersionWord(name)) {
    io.stdout.write(`${readVersion()}\n`);
    return EXIT_OK;
  }
  const { COMMAND_NAMES, loadCommand, loadCommands } = await import("./commands/all.ts");
  if (name === undefined || isHelp(name)) {
    const { renderHelp } = await import("./help.ts");
    (name === undefined ? io.stderr : io.stdout).write(renderHelp(await loadCommands(), readableColumns(io)));
    return name === undefined ? EXIT_USAGE : EXIT_OK;
  }
  // `desk` is a command, and so is `desk invite`.
  const longer = await loadCommand(`${name} ${rest[0]}`);
  if (longer !== null && !isGroup(longer)) return await run(longer, rest.slice(1), io);
  const entry = (await loadCommand(name)) ?? (await refuse(name, COMMAND_NAMES, "octavo"));
  if (!isGroup(entry)) return await run(entry, rest, io);
  const [action, ...others] = rest;
  if (action === undefined || isHelp(action)) {
    const { renderGroupHelp } = await import("./help.ts");
    (action === undefined ? io.stderr : io.stdout).write(renderGroupHelp(entry, readableColumns(io)));
    return action === undefined ? EXIT_USAGE : EXIT_OK;
  }
  const full = `${name} ${action}`;
  const names = entry.commands.map((command) => command.name);
  const command = entry.commands.find((one) => one.name === full) ?? (await refuse(full, names, `octavo ${name}`));
  return await run(command, others, io);
}

async function run(command: Command, args: readonly string[], io: Io): Promise<number> {
  // Most environments have no such variable, and loading the table takes longer than this check.
  if (Object.keys(io.env).some((name) => name.startsWith("OCTAVO_"))) {
    const { COMMON_OPTIONS } = await import("./options/shared-options.ts");
    const { listVariables, warnOfUnknownVariables } = await import("./environment.ts");
    warnOfUnknownVariables(io, listVariables([COMMON_OPTIONS, ...(await listAllCommands()).map(({ options }) => options)]));
  }
  const { settings, words } = await readSettings(command, args, io);
  if (settings.help) {
    const { renderCommandHelp } = await import("./help.ts");
    io.stdout.write(
      renderCommandHelp(command, {
        width: readableColumns(io),
        calledAs: io.env.CREATE_OCTAVO_USAGE ?? null,
      }),
    );
    return EXIT_OK;
  }
  checkWords(command, words);
  return (await command.run(settings, io, words)) ?? EXIT_OK;
}

async function readSettings({ options }: Command, args: readonly string[], { env }: Io) {
  const { readCommandLine } = await import("./options/read-command-line.ts");
  try {
    return readCommandLine(args, options, { env });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // Its message may name the commands that have an option.
    return readCommandLine(args, options, { env, others: await listAllCommands() });
  }
}

async function listAllCommands(): Promise<readonly Command[]> {
  const { commandsOf, loadCommands } = await import("./commands/all.ts");
  return (await loadCommands()).flatMap(commandsOf);
}

function checkWords(command: Command, given: readonly string[]): void {
  const { name, words } = command;
  const extra = given[words?.max ?? 0];
  if (extra !== undefined) {
    throw usageError(`unexpected "${extra}"`, hintOfExtra(command, given));
  }
  if (words !== undefined && given.length < words.min) throw usageError(`${name} needs ${words.shown}`, `octavo ${name} --help shows more`);
}

function hintOfExtra({ name, words, options }: Command, given: readonly string[]): string {
  const [first = ""] = given;
  if (words === undefined && "email" in options && first.includes("@")) return `want octavo ${name} --email ${first}`;
  if (words === undefined) return "options begin with --; a folder is given as --content <folder>";
  const last = words.max - 1;
  // The shell has split a title.
  if (words.shown.endsWith('"')) return `want octavo ${[name, ...given.slice(0, last)].join(" ")} "${given.slice(last).join(" ")}"`;
  return `want octavo ${name} ${words.shown}`;
}

/**
 * @param name including the group's name, as in `names`
 * @throws CliError
 */
async function refuse(name: string, names: readonly string[], within: string): Promise<never> {
  const { didYouMean } = await import("../build/shared/suggest.ts");
  const depth = name.split(" ").length;
  const others = names.filter((other) => other.split(" ").length === depth).map(lastWord);
  const written = lastWord(name);
  const what = written.startsWith("-") ? `the command comes first, "${written}" after it` : `unknown command "${name}"`;
  const near = OTHER_NAMES.get(name) ?? didYouMean(written, others);
  throw usageError(what, near ?? `the commands are ${others.join(", ")}; ${within} --help shows more`);
}

/** Commands of other tools, with ours for the same task. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  ["serve", "preview"].map((name) => [name, "octavo start serves the site, octavo dev also rebuilds on save"]),
);

function lastWord(name: string): string {
  return name.slice(name.indexOf(" ") + 1);
}

function isGroup(entry: Entry): entry is CommandGroup {
  return "commands" in entry;
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

function reportError(error: unknown, args: readonly string[], io: Io): number {
  const debug = args.includes("--debug") || /^(?:1|true|yes|on)$/i.test(io.env.OCTAVO_DEBUG ?? "");
  const isCliError = error instanceof CliError;
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`octavo: ${message}\n`);
  const isFromSystem = error instanceof Error && "syscall" in error;
  const otherHint = isFromSystem ? null : "this is a bug in octavo; --debug shows where it happened";
  const hint = isCliError ? error.hint : (ownHint(error) ?? otherHint);
  if (hint !== null && !(debug && !isCliError)) io.stderr.write(`hint: ${hint}\n`);
  if (debug && error instanceof Error)
    io.stderr.write(`${error.stack ?? ""}\n${error.cause instanceof Error ? `caused by ${error.cause.stack ?? ""}\n` : ""}`);
  return isCliError ? error.exitCode : EXIT_FAILED;
}

/** The hint in errors of the store, the secrets and the configuration. */
function ownHint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("hint" in error && typeof error.hint === "string") return error.hint;
  return "code" in error && typeof error.code === "string" ? (FILE_HINTS[error.code] ?? null) : null;
}

/** Hints for errors of the file system, whose own messages name the path. */
const FILE_HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: free some space, then try again; existing files are unchanged",
  EDQUOT: "the disk quota is used up: free some space, then try again; existing files are unchanged",
  EACCES: "octavo is not allowed to read or write there: fix the permissions, or name another folder",
  EPERM: "octavo is not allowed to read or write there: fix the permissions, or name another folder",
  EROFS: "that disk is read-only: name another folder, with --out for the build",
  EEXIST: "there is a file where a folder is needed: move it away, or name another folder",
  ENOTDIR: "there is a file where a folder is needed: move it away, or name another folder",
  EISDIR: "there is a folder where a file is needed: move it away, or name another folder",
  ENOENT: "check the path",
  ENAMETOOLONG: "name a shorter path",
  ELOOP: "a symbolic link leads to itself: remove it, or name another path",
  ELOCKED: "another build is writing to the same folder: wait for it, or stop it",
};

/** Node's exit code if an `await` at the top level never ends. Node names its place. */
const EXIT_UNSETTLED = 13;

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
  // A cache of compiled code halves the start-up time. It is next to the packages, where nobody
  // else may write. If octavo may not write there either, there is no cache.
  enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "octavo"));
  const { createProcessIo } = await import("./process-io.ts");
  const io = createProcessIo();
  let isDone = false;
  process.on("exit", (code) => {
    // A reader that closes the output is not an error. Node explains an `await` that never ends.
    if (isDone || io.isStopping || process.stdout.errored !== null || code === EXIT_UNSETTLED) return;
    // The configuration is code and may have ended the process, so the command has not done its
    // work.
    if (code === 0) process.exitCode = EXIT_FAILED;
    process.stderr.write("octavo: stopped before it was done: something called process.exit\n");
    process.stderr.write("hint: look for process.exit in octavo.config.ts, its imports, and plugins\n");
  });
  const args = process.argv.slice(2);
  const { explainUncaught } = await import("./uncaught.ts");
  const fail = (thrown: unknown): never => {
    isDone = true;
    return process.exit(reportError(explainUncaught(thrown, io.cwd), args, io));
  };
  process.on("uncaughtException", fail).on("unhandledRejection", fail);
  const code = await main(args, io);
  isDone = true;
  process.exitCode = code;
  // A stopped build may still be running. It writes files completely or not at all.
  if (io.isStopping) process.exit(code);
}
