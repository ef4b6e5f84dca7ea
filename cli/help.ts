import { COMMON_OPTIONS, envName, OPTIONS, type OptionName, type OptionSpec, writtenName } from "./option-specs.ts";
import { wrap } from "./text/display.ts";

export interface CommandHelp {
  /** `build`, or `comments list`. */
  readonly name: string;
  readonly about: string;
  readonly details: string;
  /** What may follow besides options, as shown: `<id>…`; none: nothing may. */
  readonly words?: WordsHelp;
  readonly options: readonly OptionName[];
  readonly examples: readonly (readonly [string, string])[];
  /** About what no option is for: values that have more to say, the environment. */
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

const EXIT_CODES = `Exit codes: 0 all is well · 1 mistakes in content, or something failed · 2 the command line is wrong`;

/** What is shown, in columns: of the terminal; null: as the texts are written. */
type Width = number | null;

/** `octavo --help`. */
export function renderHelp(commands: readonly Pick<CommandHelp, "name" | "about">[], width: Width): string {
  const more =
    "octavo <command> --help shows the options of a command, octavo --version the version. Settings that stay the same belong into octavo.config.ts.";
  return `octavo: a static-first publishing API for personal sites

Usage: octavo <command> [options]

${table(
  commands.map(({ name, about }) => [name, about]),
  width,
)}

${paragraph(more, width)}
${paragraph(EXIT_CODES, width)}
`;
}

/** `octavo comments --help`. */
export function renderGroupHelp({ name, about, details, commands }: GroupHelp, width: Width): string {
  return `${paragraph(`octavo ${name}: ${about}`, width)}

Usage: octavo ${name} <command> [options]

${paragraph(details, width)}

${table(
  commands.map((command) => [usageOf(command).slice(name.length + 1), command.about]),
  width,
)}

octavo ${name} <command> --help shows the options of a command.
${paragraph(EXIT_CODES, width)}
`;
}

/** `octavo build --help`. @param calledAs by another program; null: as octavo */
export function renderCommandHelp(
  command: CommandHelp,
  { width, calledAs }: { readonly width: Width; readonly calledAs: string | null },
): string {
  const { about, details, options, examples, notes } = command;
  const specs = OPTIONS.filter((spec) => options.includes(spec.name) || COMMON_OPTIONS.includes(spec.name));
  const rows = specs.map((spec) => {
    const short = "short" in spec ? `-${spec.short}, ` : "";
    return [`${short}--${writtenName(spec)}${spec.value === null ? "" : ` <${spec.value}>`}`, spec.about] as const;
  });
  const lasting = specs.find((spec: OptionSpec) => spec.env !== false && spec.name !== "quiet" && spec.value !== null);
  const parts = [
    paragraph(`octavo ${command.name}: ${about}`, width),
    `Usage: ${calledAs ?? `octavo ${usageOf(command)}`} [options]`,
    paragraph(details, width),
    table(rows, width),
    paragraph(environmentText(lasting?.name ?? null, specs), width),
    ...(notes === undefined ? [] : [table(notes, width)]),
    table(examples, width),
    paragraph(EXIT_CODES, width),
  ];
  return `${parts.join("\n\n")}\n`;
}

function environmentText(lasting: OptionName | null, specs: readonly OptionSpec[]): string {
  const toNames = (some: readonly OptionSpec[]): string => some.map((spec) => `--${writtenName(spec)}`).join(", ");
  const [passing, inEnvironment] = [specs.filter(({ env }) => env === false), specs.filter(({ env }) => env !== false)];
  const which = passing.length > inEnvironment.length ? `The options ${toNames(inEnvironment)}` : `All options but ${toNames(passing)}`;
  const value = lasting === null ? "" : `${envName(lasting)}=…, and a switch is `;
  return `${which} can also be environment variables: ${value}${envName("quiet")}=1. The command line wins over them, they win over octavo.config.ts.`;
}

function usageOf({ name, words }: CommandHelp): string {
  return words === undefined ? name : `${name} ${words.shown}`;
}

/** Columns of running text that are pleasant to read. */
const PARAGRAPH_WIDTH_MAX = 100;
/** Columns that the right side of a table has at least; else each right side stands below its left one. */
const RIGHT_WIDTH_MIN = 30;
const BELOW_INDENT = "      ";

function paragraph(text: string, width: Width): string {
  return width === null ? text : wrap(text.replaceAll("\n", " "), Math.min(width, PARAGRAPH_WIDTH_MAX)).join("\n");
}

function table(rows: readonly (readonly [string, string])[], width: Width): string {
  const left = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(left + 4);
  if (width === null) return rows.map(([name, text]) => `  ${name.padEnd(left)}  ${text}`).join("\n");
  const isBeside = width - indent.length >= RIGHT_WIDTH_MIN;
  return rows
    .map(([name, text]) => {
      if (isBeside) return `  ${name.padEnd(left)}  ${wrap(text, width - indent.length).join(`\n${indent}`)}`;
      return [`  ${name}`, ...wrap(text, width - BELOW_INDENT.length).map((line) => BELOW_INDENT + line)].join("\n");
    })
    .join("\n");
}
