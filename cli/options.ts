import { parseArgs } from "node:util";
import { didYouMean } from "../build/suggest.ts";
import { readInstant } from "../contract/query-instant.ts";
import { type Io, usageError } from "./io.ts";

/** The settings of all commands, by name. A command takes those it lists. */
export interface Settings {
  readonly content: string | null;
  readonly out: string | null;
  readonly port: number;
  readonly host: string;
  readonly counts: string | null;
  /** `2026-01-31T09:30:00.000Z`; null: the present. */
  readonly now: string | null;
  readonly noSearch: boolean;
  readonly drafts: boolean;
  readonly future: boolean;
  readonly strict: boolean;
  readonly readOnly: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly help: boolean;
}

interface OptionSpec {
  /** As written after `--`. */
  readonly name: string;
  /** Shown for what follows; null: a switch. */
  readonly value: string | null;
  readonly short?: string;
  readonly about: string;
}

export const OPTIONS = [
  { name: "content", value: "folder", about: "folder of the content (default: the configuration's, else content)" },
  { name: "out", value: "folder", about: "folder to write, with --read-only to serve (default: the configuration's, else dist)" },
  { name: "port", value: "number", about: "port to listen on; 0 takes a free one (default 3000)" },
  { name: "host", value: "name", about: "address to listen on; 0.0.0.0 opens it to the network (default 127.0.0.1)" },
  { name: "counts", value: "file", about: "JSON with likes and comments of posts, kept as a snapshot" },
  { name: "now", value: "instant", about: "build as if it were 2026-01-31T09:30:00Z; the clock then stands still" },
  { name: "no-search", value: null, about: "leave out the full-text index" },
  { name: "drafts", value: null, about: "publish drafts too" },
  { name: "future", value: null, about: "publish what is dated in the future too" },
  { name: "strict", value: null, about: "warnings fail like errors" },
  { name: "read-only", value: null, about: "serve a finished build, build nothing" },
  { name: "json", value: null, about: "print the result as JSON" },
  { name: "quiet", value: null, short: "q", about: "print problems alone" },
  { name: "debug", value: null, about: "show the stack of an error" },
  { name: "help", value: null, short: "h", about: "show this" },
] as const satisfies readonly OptionSpec[];
export type OptionName = (typeof OPTIONS)[number]["name"];

/** Every command takes these. */
export const COMMON_OPTIONS: readonly OptionName[] = ["quiet", "debug", "help"];
const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";
const PORT_MAX = 65_535;

/** Names that people try, and what to say. */
const NOT_OPTIONS: Readonly<Record<string, string>> = {
  db: "it belongs to the write server, which this version does not have yet",
  search: "the index is built unless --no-search is given",
  watch: "quire dev rebuilds on save",
  output: "the folder to write is --out",
  config: "the configuration is quire.config.ts in the folder that quire runs in",
};

/** `QUIRE_READ_ONLY` for `read-only`. */
export function envName(option: string): string {
  return `QUIRE_${option.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Reads the options of a command; what is not given comes from the environment.
 * @throws CliError with exit code 2 for unknown options, missing or wrong values and stray words
 */
export function readSettings(args: readonly string[], allowed: readonly OptionName[], env: Io["env"]): Settings {
  const known = [...allowed, ...COMMON_OPTIONS];
  const given = new Map([...fromEnvironment(known, env), ...fromArguments(args, known)]);
  const text = (name: OptionName): string | null => given.get(name) ?? null;
  const on = (name: OptionName): boolean => given.get(name) === "true";
  return {
    content: text("content"),
    out: text("out"),
    port: toPort(text("port")),
    host: text("host") ?? DEFAULT_HOST,
    counts: text("counts"),
    now: toInstant(text("now")),
    noSearch: on("no-search"),
    drafts: on("drafts"),
    future: on("future"),
    strict: on("strict"),
    readOnly: on("read-only"),
    json: on("json"),
    quiet: on("quiet"),
    debug: on("debug"),
    help: on("help"),
  };
}

function fromArguments(args: readonly string[], known: readonly OptionName[]): Map<OptionName, string> {
  const options = Object.fromEntries(
    OPTIONS.map((spec: OptionSpec) => [
      spec.name,
      {
        type: spec.value === null ? ("boolean" as const) : ("string" as const),
        ...(spec.short === undefined ? {} : { short: spec.short }),
      },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<OptionName, string>();
  for (const token of tokens) {
    if (token.kind === "positional")
      throw usageError(`unexpected "${token.value}"`, "options begin with --; a folder is given as --content <folder>");
    if (token.kind !== "option") continue;
    const spec: OptionSpec & { readonly name: OptionName } = findOption(token.name, token.rawName, known);
    given.set(spec.name, spec.value === null ? toSwitch(spec, token.value) : toValue(spec, token.value));
  }
  return given;
}

function findOption(name: string, rawName: string, known: readonly OptionName[]): (typeof OPTIONS)[number] {
  const spec = OPTIONS.find((candidate) => candidate.name === name);
  if (spec !== undefined && known.includes(spec.name)) return spec;
  const hint =
    spec === undefined
      ? (NOT_OPTIONS[name] ?? didYouMean(name, known)?.replace(/"(.*)"/, '"--$1"'))
      : "another command takes it, this one does not";
  throw usageError(`unknown option ${rawName}`, hint ?? `this command takes ${known.map((option) => `--${option}`).join(", ")}`);
}

function toSwitch({ name }: OptionSpec, value: string | undefined): string {
  if (value !== undefined) throw usageError(`--${name} takes no value, "${value}" was given`, `write --${name} alone`);
  return "true";
}

function toValue({ name, value: shown }: OptionSpec, value: string | undefined): string {
  // `--out --strict`: the next option is not a folder's name.
  if (value === undefined || value === "" || value.startsWith("--"))
    throw usageError(`--${name} needs a value`, `write --${name} <${shown}>`);
  return value;
}

function fromEnvironment(known: readonly OptionName[], env: Io["env"]): Map<OptionName, string> {
  const given = new Map<OptionName, string>();
  for (const spec of OPTIONS) {
    const variable = envName(spec.name);
    const value = env[variable];
    if (value === undefined || value === "" || spec.name === "help" || !known.includes(spec.name)) continue;
    given.set(spec.name, spec.value === null ? readSwitch(variable, value) : value);
  }
  return given;
}

function readSwitch(variable: string, value: string): string {
  if (/^(?:1|true|yes|on)$/i.test(value)) return "true";
  if (/^(?:0|false|no|off)$/i.test(value)) return "false";
  throw usageError(`${variable} is "${value}"`, "want 1 or 0");
}

function toPort(text: string | null): number {
  if (text === null) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX)) throw usageError(`"${text}" is not a port`, `want a whole number from 0 to ${PORT_MAX}; 0 takes a free one`);
  return port;
}

function toInstant(text: string | null): string | null {
  if (text === null) return null;
  const read = readInstant(text);
  if (read.form === "wrong") throw usageError(`--now: ${read.detail}`, "want an instant such as 2026-01-31T09:30:00Z");
  const ms = read.form === "date" ? read.days * 86_400_000 : read.ms;
  return new Date(ms).toISOString();
}
