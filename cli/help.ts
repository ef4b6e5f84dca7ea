import { COMMON_OPTIONS, envName, OPTIONS, type OptionName, type OptionSpec, writtenName } from "./option-specs.ts";

export interface CommandHelp {
  /** `build`, or `comments list`. */
  readonly name: string;
  readonly about: string;
  readonly details: string;
  /** What may follow besides options, as shown: `<id>…`; none: nothing may. */
  readonly words?: WordsHelp;
  readonly options: readonly OptionName[];
  readonly examples: readonly (readonly [string, string])[];
  /** Lines about what no option is for: the environment. */
  readonly notes?: string;
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

/** `quire --help`. */
export function renderHelp(commands: readonly Pick<CommandHelp, "name" | "about">[]): string {
  return `quire: a static-first publishing API for personal sites

Usage: quire <command> [options]

${table(commands.map(({ name, about }) => [name, about]))}

quire <command> --help shows the options of a command. Settings that stay the same belong into quire.config.ts.
${EXIT_CODES}
`;
}

/** `quire comments --help`. */
export function renderGroupHelp({ name, about, details, commands }: GroupHelp): string {
  return `quire ${name}: ${about}

Usage: quire ${name} <command> [options]

${details}

${table(commands.map((command) => [usageOf(command).slice(name.length + 1), command.about]))}

quire ${name} <command> --help shows the options of a command.
${EXIT_CODES}
`;
}

/** `quire build --help`. */
export function renderCommandHelp(command: CommandHelp): string {
  const { about, details, options, examples, notes } = command;
  const specs = OPTIONS.filter((spec) => options.includes(spec.name) || COMMON_OPTIONS.includes(spec.name));
  const rows = specs.map((spec) => {
    const short = "short" in spec ? `-${spec.short}, ` : "";
    return [`${short}--${writtenName(spec)}${spec.value === null ? "" : ` <${spec.value}>`}`, spec.about] as const;
  });
  const lasting = specs.find((spec: OptionSpec) => spec.env !== false && spec.name !== "quiet" && spec.value !== null);
  return `quire ${command.name}: ${about}

Usage: quire ${usageOf(command)} [options]

${details}

${table(rows)}

${environmentText(lasting?.name ?? null, specs)}
${notes === undefined ? "" : `\n${notes}\n`}
${table(examples)}

${EXIT_CODES}
`;
}

function environmentText(lasting: OptionName | null, specs: readonly OptionSpec[]): string {
  const passing = specs.filter((spec) => spec.env === false && spec.name !== "help").map((spec) => `--${writtenName(spec)}`);
  const except = passing.length === 0 ? "--help" : `--help, ${passing.join(", ")}`;
  const value = lasting === null ? "" : `${envName(lasting)}=…; a switch is `;
  return `Each option but ${except} can stand in the environment: ${value}${envName("quiet")}=1. The command line wins over it, it wins over quire.config.ts.`;
}

function usageOf({ name, words }: CommandHelp): string {
  return words === undefined ? name : `${name} ${words.shown}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
