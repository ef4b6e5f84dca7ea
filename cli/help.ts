import { COMMON_OPTIONS, envName, OPTIONS, type OptionName } from "./options.ts";

export interface CommandHelp {
  readonly name: string;
  readonly about: string;
  readonly details: string;
  readonly options: readonly OptionName[];
  readonly examples: readonly (readonly [string, string])[];
}

const EXIT_CODES = `Exit codes: 0 all is well · 1 mistakes in content, or something failed · 2 the command line is wrong`;

/** `quire --help`. */
export function renderHelp(commands: readonly CommandHelp[]): string {
  return `quire: a static-first publishing API for personal sites

Usage: quire <command> [options]

${table(commands.map(({ name, about }) => [name, about]))}

quire <command> --help shows the options of a command. Settings that stay the same belong into quire.config.ts.
${EXIT_CODES}
`;
}

/** `quire build --help`. */
export function renderCommandHelp({ name, about, details, options, examples }: CommandHelp): string {
  const specs = OPTIONS.filter((spec) => options.includes(spec.name) || COMMON_OPTIONS.includes(spec.name));
  const rows = specs.map((spec) => {
    const short = "short" in spec ? `-${spec.short}, ` : "";
    return [`${short}--${spec.name}${spec.value === null ? "" : ` <${spec.value}>`}`, spec.about] as const;
  });
  return `quire ${name}: ${about}

Usage: quire ${name} [options]

${details}

${table(rows)}

Each option but --help can stand in the environment: ${envName(options[0] ?? "quiet")}=…; a switch is ${envName("quiet")}=1. The command line wins over it, it wins over quire.config.ts.

${table(examples)}

${EXIT_CODES}
`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
