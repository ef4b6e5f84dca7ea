import { COMMON_OPTIONS, envName, OPTIONS, type OptionName, type OptionSpec, writtenName } from "./option-specs.ts";
import { type HelpWidth, toHelpTable, toParagraph } from "./text/help-parts.ts";

export interface CommandHelp {
  /** `build`, or `comments list`. */
  readonly name: string;
  readonly about: string;
  readonly details: string;
  /** Words that may follow besides options, as shown: `<id>…`; missing: none may. */
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

/** `octavo --help`. */
export function renderHelp(commands: readonly Pick<CommandHelp, "name" | "about">[], width: HelpWidth): string {
  const more =
    "octavo <command> --help shows the options of a command, octavo --version the version. Settings that stay the same belong into octavo.config.ts.";
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
export function renderGroupHelp({ name, about, details, commands }: GroupHelp, width: HelpWidth): string {
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

/** `octavo build --help`. @param calledAs by another program; null: as octavo */
export function renderCommandHelp(
  command: CommandHelp,
  { width, calledAs }: { readonly width: HelpWidth; readonly calledAs: string | null },
): string {
  const { about, details, options, examples, notes } = command;
  const specs = OPTIONS.filter((spec) => options.includes(spec.name) || COMMON_OPTIONS.includes(spec.name));
  const rows = specs.map((spec) => {
    const short = "short" in spec ? `-${spec.short}, ` : "";
    return [`${short}--${writtenName(spec)}${spec.value === null ? "" : ` <${spec.value}>`}`, spec.about] as const;
  });
  const lasting = specs.find((spec: OptionSpec) => spec.env !== false && spec.name !== "quiet" && spec.value !== null);
  const parts = [
    toParagraph(`octavo ${command.name}: ${about}`, width),
    `Usage: ${calledAs ?? `octavo ${usageOf(command)}`} [options]`,
    toParagraph(details, width),
    toHelpTable(rows, width),
    toParagraph(environmentText(lasting?.name ?? null, specs), width),
    ...(notes === undefined ? [] : [toHelpTable(notes, width)]),
    toHelpTable(examples, width),
    toParagraph(EXIT_CODES, width),
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
