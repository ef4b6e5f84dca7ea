import { parseArgs } from "node:util";
import { didYouMean } from "../../build/shared/suggest.ts";
import { usageError } from "../../cli/io.ts";
import { type CommandCall, hasPages, optionsOf, type ToolCommand, toOptionName, wordsShown } from "./commands.ts";

/** Options of every command. */
export interface CommonOption {
  readonly name: string;
  readonly about: string;
  /** The placeholder of the value; null for a switch. */
  readonly value: string | null;
}

export const SITE_OPTIONS: readonly CommonOption[] = [
  { name: "base-url", value: "address", about: "the API's base address: https://ines.example/api/v1 (OCTAVO_BASE_URL)" },
  { name: "json", value: null, about: "print the API's response unchanged" },
  { name: "debug", value: null, about: "show the stack trace of an error" },
  { name: "help", value: null, about: "show this help" },
];
/** The option for commands with pages. */
export const ALL_OPTION: CommonOption = { name: "all", value: null, about: "all pages, starting with the requested one" };

/** The site's address on a command line; null if there is none. */
export function findBaseUrl(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => /^--base-url(?:=|$)/.test(arg));
  return at < 0 ? null : (/=(.*)$/.exec(args[at] ?? "")?.[1] ?? args[at + 1] ?? null);
}

/** A parsed command line. */
export interface ToolArguments {
  readonly call: CommandCall;
  /** Values of path parameters, in order. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly baseUrl: string | null;
  readonly json: boolean;
  readonly all: boolean;
}

/**
 * Reads the arguments after a command's words. The API checks the values.
 * @returns null if help is requested
 * @throws CliError with exit code 2
 */
export function readArguments(command: ToolCommand, args: readonly string[], shown: string): ToolArguments | null {
  const { given, words } = takeApart(command, args);
  if (given.has("help")) return null;
  const call = chooseCall(command, words, shown);
  const text = call.words.length === 1 && call.words[0]?.in === "query" ? [words.join(" ")] : words;
  const pairs = call.words.map((parameter, at) => [parameter, text[at] ?? ""] as const);
  const preset = (where: string): [string, string][] =>
    Object.entries(call.preset).filter(([name]) =>
      call.operation.parameters.some((parameter) => parameter.name === name && parameter.in === where),
    );
  const byName = new Map([
    ...preset("path"),
    ...pairs.filter(([parameter]) => parameter.in === "path").map(([{ name }, value]) => [name, value] as const),
  ]);
  const query = Object.fromEntries([
    ...preset("query"),
    ...pairs.filter(([parameter]) => parameter.in === "query").map(([{ name }, value]) => [name, value]),
    ...call.options.flatMap(({ name }) => {
      const value = given.get(toOptionName(name));
      return value === undefined ? [] : [[name, value]];
    }),
  ]);
  if (call.kind !== undefined) checkValues(call, query);
  const path = call.operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => byName.get(name) ?? "");
  return { call, path, query, baseUrl: given.get("base-url") ?? null, json: given.has("json"), all: given.has("all") };
}

/**
 * Rejects values that no document of a site's own kind can have, because the API would return an
 * empty list for them.
 * @throws CliError with exit code 2
 */
function checkValues({ options }: CommandCall, query: Readonly<Record<string, string>>): void {
  for (const { name, schema } of options) {
    const { [name]: value } = query;
    const values = schema.enum ?? [];
    if (value === undefined || values.length === 0 || values.includes(value)) continue;
    throw usageError(
      `--${toOptionName(name)}: "${value}" is not one of its values`,
      didYouMean(value, values) ?? `want ${values.join(", ")}`,
    );
  }
}

/** The read of a command with the given number of arguments. */
function chooseCall({ calls, words: own, ...rest }: ToolCommand, words: readonly string[], shown: string): CommandCall {
  const takesText = ({ words: wanted }: CommandCall): boolean => wanted[0]?.in === "query" && words.length > 0;
  const call = calls.find((candidate) => candidate.words.length === words.length || takesText(candidate));
  if (call !== undefined) return call;
  const wants = wordsShown({ calls, words: own, ...rest });
  const usage = `want ${shown}${wants === "" ? "" : ` ${wants}`}`;
  const most = Math.max(...calls.map((candidate) => candidate.words.length));
  throw words.length > most ? usageError(`unexpected "${words[most]}"`, usage) : usageError(`${own.join(" ")} needs ${wants}`, usage);
}

function takeApart(
  command: ToolCommand,
  args: readonly string[],
): { readonly given: ReadonlyMap<string, string>; readonly words: readonly string[] } {
  const own = optionsOf(command).map(({ name, schema }) => ({ name: toOptionName(name), isSwitch: schema.type === "boolean" }));
  const common = [...SITE_OPTIONS, ...(command.calls.some(hasPages) ? [ALL_OPTION] : [])];
  const allOptions = [...own, ...common.map(({ name, value }) => ({ name, isSwitch: value === null }))];
  const options = Object.fromEntries(
    allOptions.map(({ name, isSwitch }) => [name, { type: isSwitch ? ("boolean" as const) : ("string" as const) }]),
  );
  const { tokens } = parseArgs({
    args: args.map((arg) => (arg === "-h" ? "--help" : arg)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const option = allOptions.find(({ name }) => name === token.name);
    // Boolean filters: `--featured`, `--no-featured`, `--featured=false`.
    const negated = own.find(({ name, isSwitch }) => isSwitch && token.name === `no-${name}` && token.value === undefined);
    const name = option?.name ?? negated?.name;
    if (name === undefined)
      throw unknownOption(
        token.rawName,
        token.name,
        allOptions.map((each) => each.name),
      );
    if (given.has(name))
      throw usageError(`--${name} is given twice`, name === "tag" ? "write --tag one,two for documents with both tags" : "give it once");
    given.set(name, negated === undefined ? toValue(name, option?.isSwitch === true, common, token.value) : "false");
  }
  return { given, words };
}

function unknownOption(written: string, name: string, names: readonly string[]): Error {
  const meant = didYouMean(name, names)?.replace(/"(.*)"/, '"--$1"');
  return usageError(`unknown option ${written}`, meant ?? `this command takes ${names.map((each) => `--${each}`).join(", ")}`);
}

function toValue(name: string, isSwitch: boolean, common: readonly CommonOption[], value: string | undefined): string {
  if (isSwitch && value !== undefined && common.some((option) => option.name === name))
    throw usageError(`--${name} takes no value, but "${value}" was given`, `write only --${name}`);
  if (isSwitch) return value ?? "true";
  // `--tag --json`: the next option is not a value.
  if (value === undefined || value === "" || value.startsWith("--")) throw usageError(`--${name} needs a value`, `write --${name} <value>`);
  return value;
}
