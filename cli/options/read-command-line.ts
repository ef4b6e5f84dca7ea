import { parseArgs } from "node:util";
import { firstFew } from "../../build/shared/diagnostics.ts";
import { didYouMean } from "../../build/shared/suggest.ts";
import { type Io, usageError } from "../io.ts";
import { flagOf, type Option, type Options, type SettingsOf, variableOf } from "./option.ts";
import { COMMON_OPTIONS } from "./shared-options.ts";

/** A parsed command line. */
export interface CommandLine<O extends Options> {
  readonly settings: SettingsOf<O & typeof COMMON_OPTIONS>;
  /** Words that belong to no option, in order. */
  readonly words: readonly string[];
}

/** A command's name and options. */
interface CommandOptions {
  readonly name: string;
  readonly options: Options;
}

interface Given {
  readonly text: string;
  /** The flag or variable that gave the value. */
  readonly source: string;
}

/** Maximum number of commands that a message names. */
const TAKERS_SHOWN = 5;

/** Names that people try, with the answer to each. */
const NOT_OPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    database: "the database is --db",
    "allowed-hosts": "use --allow-host for names under which the server answers",
    search: "the index is built unless --no-search is given",
    watch: "octavo dev rebuilds on save",
    output: "the folder to write is --out",
    "rate-limits": "the environment sets them: OCTAVO_RATE_LIMITS",
    "proxy-secret": "the environment sets it, because others can read a command line: OCTAVO_PROXY_SECRET",
  }),
);

/**
 * Reads the options of a command. Missing ones come from the environment, then from their defaults.
 * @param others all commands, for a message that names the commands that have an unknown option
 * @throws CliError with exit code 2 for unknown options, missing or wrong values
 */
export function readCommandLine<O extends Options>(
  args: readonly string[],
  own: O,
  { env, others = [] }: { readonly env: Io["env"]; readonly others?: readonly CommandOptions[] },
): CommandLine<O> {
  const options: Options = { ...own, ...COMMON_OPTIONS };
  const { given, words } = readArguments(args, options, others);
  const settings = Object.entries(options).map(([name, option]) => {
    const found = given.get(name) ?? readVariable(name, option, env);
    return [name, found === null ? option.fallback : option.read(found.text, found.source)];
  });
  return { settings: Object.fromEntries(settings) as CommandLine<O>["settings"], words };
}

function readArguments(args: readonly string[], options: Options, others: readonly CommandOptions[]) {
  const byFlag = new Map(Object.entries(options).map(([name, option]) => [flagOf(name).slice(2), { name, option }]));
  const toParsed = ({ option: { value, short } }: { readonly option: Option<unknown> }) => ({
    type: value === null ? ("boolean" as const) : ("string" as const),
    ...(short === undefined ? {} : { short }),
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([...byFlag].map(([flag, each]) => [flag, toParsed(each)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, Given>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const found = byFlag.get(token.name);
    if (found === undefined) throw unknownOption(token.name, token.rawName, options, others);
    const source = `--${token.name}`;
    const text = found.option.value === null ? readFlag(source, token.value) : readValue(source, found.option.value, token.value);
    const before = given.get(found.name)?.text;
    if (found.option.many !== true && before !== undefined && before !== text)
      throw usageError(`${source} is given as "${before}" and as "${text}"`, "keep one of the two");
    given.set(found.name, { text: before !== undefined && found.option.many === true ? `${before},${text}` : text, source });
  }
  return { given, words };
}

function unknownOption(name: string, rawName: string, options: Options, others: readonly CommandOptions[]): Error {
  const flags = Object.keys(options).map(flagOf);
  const takers = others.filter((other) => Object.keys(other.options).some((key) => flagOf(key) === `--${name}`));
  const names = takers.map((taker) => `octavo ${taker.name}`);
  const elsewhere = `it belongs to ${firstFew(names, TAKERS_SHOWN)}`;
  const meant = names.length > 0 ? elsewhere : (NOT_OPTIONS.get(name) ?? didYouMean(`--${name}`, flags));
  return usageError(`unknown option ${rawName}`, meant ?? `this command takes ${flags.join(", ")}`);
}

function readFlag(source: string, value: string | undefined): string {
  if (value !== undefined) throw usageError(`${source} takes no value, but "${value}" was given`, `write only ${source}`);
  return "true";
}

function readValue(source: string, shown: string, value: string | undefined): string {
  // `--out --strict`: the next option is not a folder's name.
  if (value === undefined || value === "" || value.startsWith("--"))
    throw usageError(`${source} needs a value`, `write ${source} <${shown}>`);
  return value;
}

function readVariable(name: string, option: Option<unknown>, env: Io["env"]): Given | null {
  const source = variableOf(name, option);
  const text = source === null ? undefined : env[source];
  if (source === null || text === undefined || text === "") return null;
  if (option.value !== null || /^(?:1|true|yes|on)$/i.test(text)) return { text: option.value === null ? "true" : text, source };
  if (/^(?:0|false|no|off)$/i.test(text)) return null;
  throw usageError(`${source} is "${text}"`, "want 1 or 0");
}
