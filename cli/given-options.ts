import { parseArgs } from "node:util";
import { didYouMean } from "../build/shared/suggest.ts";
import { type Io, usageError } from "./io.ts";
import { envName, NOT_OPTIONS, OPTIONS, type OptionName, type OptionSpec, writtenName } from "./option-specs.ts";

interface GivenArguments {
  readonly options: Map<OptionName, string>;
  readonly words: string[];
}

export function readGivenArguments(args: readonly string[], known: readonly OptionName[]): GivenArguments {
  const options = Object.fromEntries(
    OPTIONS.map((spec: OptionSpec) => [
      writtenName(spec),
      {
        type: spec.value === null ? ("boolean" as const) : ("string" as const),
        ...(spec.short === undefined ? {} : { short: spec.short }),
      },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given: GivenArguments = { options: new Map(), words: [] };
  for (const token of tokens) {
    if (token.kind === "positional") given.words.push(token.value);
    if (token.kind !== "option") continue;
    const spec: OptionSpec & { readonly name: OptionName } = findOption(token.name, token.rawName, known);
    const value = spec.value === null ? toSwitch(spec, token.value) : toValue(spec, token.value);
    const before = spec.many === true ? given.options.get(spec.name) : undefined;
    given.options.set(spec.name, before === undefined ? value : `${before},${value}`);
  }
  return given;
}

function findOption(name: string, rawName: string, known: readonly OptionName[]): (typeof OPTIONS)[number] {
  const specs = OPTIONS.filter((candidate) => writtenName(candidate) === name);
  const spec = specs.find((candidate) => known.includes(candidate.name));
  if (spec !== undefined) return spec;
  const names = OPTIONS.filter((candidate) => known.includes(candidate.name)).map(writtenName);
  const hint =
    specs.length === 0
      ? (NOT_OPTIONS[name] ?? didYouMean(name, names)?.replace(/"(.*)"/, '"--$1"'))
      : "another command takes it, this one does not";
  throw usageError(`unknown option ${rawName}`, hint ?? `this command takes ${names.map((option) => `--${option}`).join(", ")}`);
}

function toSwitch({ name }: OptionSpec, value: string | undefined): string {
  if (value !== undefined) throw usageError(`--${name} takes no value, "${value}" was given`, `write --${name} alone`);
  return "true";
}

function toValue(spec: OptionSpec, value: string | undefined): string {
  // `--out --strict`: the next option is not a folder's name.
  if (value === undefined || value === "" || value.startsWith("--"))
    throw usageError(`--${writtenName(spec)} needs a value`, `write --${writtenName(spec)} <${spec.value}>`);
  return value;
}

export function readGivenEnvironment(known: readonly OptionName[], env: Io["env"]): Map<OptionName, string> {
  const given = new Map<OptionName, string>();
  for (const spec of OPTIONS as readonly (OptionSpec & { readonly name: OptionName })[]) {
    const variable = envName(spec.name);
    const value = env[variable];
    if (value === undefined || value === "" || spec.env === false || !known.includes(spec.name)) continue;
    given.set(spec.name, spec.value === null ? readSwitch(variable, value) : value);
  }
  return given;
}

function readSwitch(variable: string, value: string): string {
  if (/^(?:1|true|yes|on)$/i.test(value)) return "true";
  if (/^(?:0|false|no|off)$/i.test(value)) return "false";
  throw usageError(`${variable} is "${value}"`, "want 1 or 0");
}
