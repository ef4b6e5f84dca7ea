import { didYouMean } from "../../build/shared/suggest.ts";
import { CliError, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Io, usageError } from "../../cli/io.ts";
import { readableColumns, widthOfOutput } from "../../cli/text/output.ts";
import { toSafeLine } from "../../contract/text/safe-text.ts";
import { isRecord } from "../../edge/manifest.ts";
import type { Kind } from "../octavo-client/client.ts";
import { OctavoError } from "../octavo-client/octavo-error.ts";
import { createCommands, hasPages, type ToolCommand, toOptionName } from "./commands.ts";
import { COMPLETE_WORD, complete, renderCompletion } from "./completion.ts";
import { addOwnCommands, COMPLETION_PATIENCE_MS, HELP_PATIENCE_MS } from "./own-commands.ts";
import { renderDocument, renderItems } from "./print-answer.ts";
import { findBaseUrl, readArguments, type ToolArguments } from "./read-arguments.ts";
import { createSiteClient, KIND_GET, type SiteClient, type SiteClientOptions } from "./site-client.ts";
import { renderReadHelp, renderToolsHelp } from "./tools-help.ts";

/** The program's connection to its environment. */
export type ToolsIo = Pick<Io, "stdout" | "stderr" | "env"> & SiteClientOptions;

const PROGRAM = "octavo-tools";
/** Commands with their own program: `octavo-posts list` is `octavo-tools posts list`. */
export const GROUP_PROGRAMS = ["posts", "projects", "books", "services"] as const;

const BASE_URL_VARIABLE = "OCTAVO_BASE_URL";

/**
 * Runs `octavo-tools <args>`. Never throws.
 * @param group the group whose own program was called; its name precedes all words
 * @returns the exit code: 0 success, 1 if the API refused or is unavailable, 2 for an invalid
 * command line
 */
export async function runTools(args: readonly string[], io: ToolsIo, version: string, group: string | null = null): Promise<number> {
  try {
    return await dispatch(args, io, version, group);
  } catch (error) {
    if (args.includes("--debug") && error instanceof Error) io.stderr.write(`${error.stack}\n`);
    const { message, hint, exitCode } = toCliError(error);
    io.stderr.write(`error: ${message}\n${hint === null ? "" : `  ${hint}\n`}`);
    return exitCode;
  }
}

async function dispatch(args: readonly string[], io: ToolsIo, version: string, group: string | null): Promise<number> {
  const program = group === null ? PROGRAM : `octavo-${group}`;
  const builtIn = createCommands();
  const baseUrl = findBaseUrl(args) ?? io.env[BASE_URL_VARIABLE] ?? null;
  const [first] = args;
  const words = group === null ? args : [group, ...args];
  if (first === COMPLETE_WORD) {
    const completedWords = group === null ? args.slice(1) : [group, ...args.slice(1)];
    const commands = await addOwnCommands(builtIn, baseUrl, { ...io, patience: COMPLETION_PATIENCE_MS });
    io.stdout.write(
      complete(commands, completedWords)
        .map((word) => `${word}\n`)
        .join(""),
    );
    return EXIT_OK;
  }
  if (first === undefined || /^(?:help|--help|-h)$/.test(first)) {
    const commands =
      first === undefined || group !== null ? builtIn : await addOwnCommands(builtIn, baseUrl, { ...io, patience: HELP_PATIENCE_MS });
    (first === undefined ? io.stderr : io.stdout).write(renderToolsHelp(program, group, commands, readableColumns(io)));
    return first === undefined ? EXIT_USAGE : EXIT_OK;
  }
  if (/^(?:version|--version|-v)$/.test(first)) {
    io.stdout.write(`${version}\n`);
    return EXIT_OK;
  }
  if (group === null && first === "completion") {
    io.stdout.write(renderCompletion(args[1] ?? "", [PROGRAM, ...GROUP_PROGRAMS.map((name) => `octavo-${name}`)]));
    return EXIT_OK;
  }
  if (group === null && first === "mcp") return serveMcp(args.slice(1), io, version);
  const isBuiltIn = builtIn.some((command) => command.words[0] === words[0]);
  const commands = isBuiltIn || first.startsWith("-") ? builtIn : await addOwnCommands(builtIn, baseUrl, io);
  return runCommand(commands, words, io, group, program);
}

async function serveMcp(args: readonly string[], io: ToolsIo, version: string): Promise<number> {
  const mcp: ToolCommand = {
    words: ["mcp"],
    about: "offer the reads as tools for language models, over standard input and output",
    details: "",
    calls: [NO_CALL],
  };
  const given = readArguments(mcp, args, `${PROGRAM} mcp`);
  if (given === null) {
    io.stdout.write(renderReadHelp(PROGRAM, null, mcp, readableColumns(io)));
    return EXIT_OK;
  }
  const { read } = createSiteClient(given.baseUrl ?? io.env[BASE_URL_VARIABLE] ?? null, io);
  // Only this command loads the SDK.
  const { serveTools } = await import("./mcp-stdio.ts");
  await serveTools({ read, version, signal: io.signal });
  return EXIT_OK;
}

const NO_CALL = {
  operation: { name: "", path: "", tag: "", summary: "", description: "", parameters: [] },
  preset: {},
  words: [],
  options: [],
};

async function runCommand(
  commands: readonly ToolCommand[],
  words: readonly string[],
  io: ToolsIo,
  group: string | null,
  program: string,
): Promise<number> {
  const command = commands.findLast((candidate) => candidate.words.every((word, at) => words[at] === word));
  const skipped = group === null ? 0 : 1;
  if (command === undefined) {
    const [, second] = words;
    if (group === null && (second === undefined || second.startsWith("-")) && commands.some(({ words: own }) => own[0] === words[0])) {
      io.stdout.write(renderToolsHelp(`${PROGRAM} ${words[0]}`, words[0] ?? null, commands, readableColumns(io)));
      return EXIT_OK;
    }
    const isSiteNamed = findBaseUrl(words) !== null || io.env[BASE_URL_VARIABLE] !== undefined;
    throw unknownCommand(commands, words, group, program, isSiteNamed);
  }
  const shown = [program, ...command.words.slice(skipped)].join(" ");
  const given = readArguments(command, words.slice(command.words.length), shown);
  if (given === null) {
    io.stdout.write(renderReadHelp(program, group, command, readableColumns(io)));
    return EXIT_OK;
  }
  await print(createSiteClient(given.baseUrl ?? io.env[BASE_URL_VARIABLE] ?? null, io), given, io);
  return EXIT_OK;
}

function unknownCommand(
  commands: readonly ToolCommand[],
  words: readonly string[],
  group: string | null,
  program: string,
  isSiteNamed: boolean,
): CliError {
  const [first = "", second] = words;
  const ofGroup = commands.filter(({ words: own }) => own[0] === first);
  const at = group !== null || (ofGroup.length > 0 && second !== undefined) ? 1 : 0;
  const names = [
    ...new Set((at === 1 ? ofGroup : commands).flatMap(({ words: own }) => own[at] ?? [])),
    ...(at === 0 ? ["mcp", "completion"] : []),
  ];
  const written = words[at] ?? "";
  if (written.startsWith("-")) return usageError(`the command comes first, "${written}" after it`, `${program} --help shows the commands`);
  const hint = didYouMean(written, names) ?? `the commands are ${names.join(", ")}`;
  return usageError(`unknown command "${written}"`, isSiteNamed ? hint : `${hint}; --base-url adds the kinds that a site defines`);
}

async function print(site: SiteClient, { call, path, query, json, all }: ToolArguments, io: ToolsIo): Promise<void> {
  const { name } = call.operation;
  const width = widthOfOutput(io);
  if (all) return printAll(site.readAll(name, path, query), json, width, io, call.kind);
  const answer = await site.read(name, path, query);
  const pagination = isRecord(answer) && isRecord(answer.pagination) ? answer.pagination : null;
  const option = hasPages(call) ? pageOption(call) : "";
  const count = isRecord(answer) && Array.isArray(answer.items) ? answer.items.length : 0;
  if (json) {
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    warnOfRest(count, pagination, option, io);
    return;
  }
  if (!isRecord(answer)) throw new Error(`the response to ${name} is not an object`);
  if (!Array.isArray(answer.items) || typeof answer.slug === "string") {
    // HTML parsers are only loaded for members without text.
    const { toHtmlText } = await import("./html-reading.ts");
    io.stdout.write(renderDocument(answer, { width, toText: toHtmlText, isOwn: name === KIND_GET }));
    return;
  }
  io.stdout.write(renderItems(answer.items, width, call.kind));
  if (width === null) warnOfRest(count, pagination, option, io);
  else io.stderr.write(`${summarize(count, pagination, option)}\n`);
}

/** Warns programs, because a shortened list looks like a complete one. */
function warnOfRest(count: number, pagination: Readonly<Record<string, unknown>> | null, option: string, { stderr }: ToolsIo): void {
  if (pagination?.hasNextPage !== true) return;
  const { page, totalItems } = pagination;
  stderr.write(`${PROGRAM}: ${count} of ${totalItems}; add --all for all of them, or ${option} ${Number(page) + 1} for the next page\n`);
}

async function printAll(items: AsyncIterable<unknown>, json: boolean, width: number | null, io: ToolsIo, kind?: Kind): Promise<void> {
  if (json || width === null) {
    for await (const item of items) {
      io.stdout.write(json ? `${JSON.stringify(item)}\n` : renderItems([item], null, kind));
      await io.stdout.drain?.();
    }
    return;
  }
  // Column widths depend on all pages.
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  io.stdout.write(renderItems(found, width, kind));
  io.stderr.write(`${summarize(found.length, null, "")}\n`);
}

function pageOption({ options }: ToolArguments["call"]): string {
  return `--${toOptionName(options.find(({ name }) => name.toLowerCase().endsWith("page"))?.name ?? "page")}`;
}

function summarize(count: number, pagination: Readonly<Record<string, unknown>> | null, option: string): string {
  if (pagination === null) return count === 0 ? "nothing" : `${count} in total`;
  const { page, totalPages, totalItems, hasNextPage } = pagination;
  if (totalItems === 0) return "nothing";
  const next = hasNextPage === true ? `; ${option} ${Number(page) + 1} shows more, --all shows all` : "";
  return `page ${page} of ${totalPages}, ${totalItems} in total${next}`;
}

/** Describes a failure for people. */
function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof OctavoError))
    return new CliError(`unexpected: ${error instanceof Error ? error.message : String(error)}`, { hint: "--debug shows where" });
  const { problem, url, retryAfter } = error;
  const items = problem.errors.map(({ parameter, detail }) =>
    toSafeLine(`${parameter === undefined ? "" : `--${toOptionName(parameter)}: `}${detail}`),
  );
  const hints: Readonly<Record<string, string>> = {
    "network-error": `check that ${new URL(url).origin} is the site's address, and that the site is online`,
    "unexpected-answer": "the answer is not from the API: want its address as --base-url, such as https://ines.example/api/v1",
  };
  const wait = retryAfter === null ? undefined : `try again in ${retryAfter} seconds`;
  const hint = items.length > 0 ? items.join("\n  ") : (hints[problem.code] ?? wait);
  const exitCode = problem.code === "validation-error" ? EXIT_USAGE : EXIT_FAILED;
  return new CliError(toSafeLine(`${problem.detail} (${problem.code}, ${url})`), { ...(hint === undefined ? {} : { hint }), exitCode });
}
