import { flagOf, type Option, type Options, variableOf } from "./options/option.ts";
import { COMMON_OPTIONS } from "./options/shared-options.ts";
import { toHelpTable, toParagraph } from "./text/help-parts.ts";

export interface CommandHelp {
  /** `build`, or `comments list`. */
  readonly name: string;
  readonly about: string;
  readonly details: string;
  /** Arguments besides options, as shown: `<id>…`. Missing if there are none. */
  readonly words?: WordsHelp;
  readonly options: Options;
  readonly examples: readonly (readonly [string, string])[];
  /** Notes that do not belong to one option, such as long explanations of values and variables. */
  readonly notes?: readonly (readonly [string, string])[];
}

export interface WordsHelp {
  readonly shown: string;
  readonly min: number;
  readonly max: number;
}

export interface GroupHelp {
  readonly name: string;
  readonly about: string;
  readonly details: string;
  readonly commands: readonly CommandHelp[];
}

const EXIT_CODES = `Exit codes: 0 success · 1 mistakes in the content, or a failure · 2 an invalid command line`;

/** `octavo --help`. */
export function renderHelp(commands: readonly Pick<CommandHelp, "name" | "about">[], width: number): string {
  const more =
    "octavo <command> --help shows the options of a command, octavo --version the version. Settings that rarely change belong in octavo.config.ts.";
  return `octavo: a static-first publishing API for personal sites

Usage: octavo <command> [options]

${toHelpTable(
  commands.map(({ name, about }) => [name, about]),
  width,
)}

${toParagraph(more, width)}
${toParagraph(EXIT_CODES, width)}
`;
}

/** `octavo comments --help`. */
export function renderGroupHelp({ name, about, details, commands }: GroupHelp, width: number): string {
  return `${toParagraph(`octavo ${name}: ${about}`, width)}

Usage: octavo ${name} <command> [options]

${toParagraph(details, width)}

${toHelpTable(
  commands.map((command) => [usageOf(command).slice(name.length + 1), command.about]),
  width,
)}

octavo ${name} <command> --help shows the options of a command.
${toParagraph(EXIT_CODES, width)}
`;
}

/**
 * `octavo build --help`.
 * @param calledAs another program's name; null for octavo
 */
export function renderCommandHelp(
  command: CommandHelp,
  { width, calledAs }: { readonly width: number; readonly calledAs: string | null },
): string {
  const { about, details, options, examples, notes } = command;
  const all: Options = { ...options, ...COMMON_OPTIONS };
  const parts = [
    toParagraph(`octavo ${command.name}: ${about}`, width),
    `Usage: ${calledAs ?? `octavo ${usageOf(command)}`} [options]`,
    toParagraph(details, width),
    toHelpTable(Object.entries(all).map(toRow), width),
    toParagraph(environmentText(all), width),
    ...(notes === undefined ? [] : [toHelpTable(notes, width)]),
    toHelpTable(examples, width),
    toParagraph(EXIT_CODES, width),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** An option's row in the help: `-q, --quiet`, and its meaning. */
export function toRow([name, { about, value, fallback, short, env }]: readonly [string, Option<unknown>]): readonly [string, string] {
  const shown = `${short === undefined ? "" : `-${short}, `}${flagOf(name)}${value === null ? "" : ` <${value}>`}`;
  const standard = typeof fallback === "string" || typeof fallback === "number" ? ` (default ${fallback})` : "";
  return [shown, `${about}${standard}${typeof env === "string" ? ` (${env})` : ""}`];
}

function environmentText(options: Options): string {
  const rows = Object.entries(options).map(([name, option]) => ({ flag: flagOf(name), variable: variableOf(name, option), option }));
  const [passing, lasting] = [rows.filter(({ variable }) => variable === null), rows.filter(({ variable }) => variable !== null)];
  const toFlags = (some: typeof rows): string => some.map(({ flag }) => flag).join(", ");
  const which = passing.length > lasting.length ? `The options ${toFlags(lasting)}` : `All options but ${toFlags(passing)}`;
  const withValue = lasting.find(({ option }) => option.value !== null)?.variable;
  const example = withValue === undefined ? "" : `${withValue}=…, and switches like `;
  return `${which} can also be set in the environment: ${example}OCTAVO_QUIET=1. The command line overrides the environment, which overrides octavo.config.ts.`;
}

function usageOf({ name, words }: CommandHelp): string {
  return words === undefined ? name : `${name} ${words.shown}`;
}
