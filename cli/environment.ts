import { suggest } from "../build/shared/suggest.ts";
import { NOTICE_VARIABLES } from "../server/notices/channels/notice-channels.ts";
import type { Io } from "./io.ts";
import { type Options, variableOf } from "./options/option.ts";

const PREFIX = "OCTAVO_";
/**
 * Variables that have no option. Secrets are among them, because other users can read a command
 * line.
 */
const OTHER_VARIABLES = ["PROXY_SECRET", "RATE_LIMITS", "PUBLIC_VIEWS", "RETENTION", "BACKUPS", "METRICS", "KEY"].map(
  (name) => PREFIX + name,
);

/**
 * Every `OCTAVO_…` variable that a command reads.
 * @param options the options of each command
 */
export function listVariables(options: readonly Options[]): readonly string[] {
  const own = options.flatMap((each) => Object.entries(each).flatMap(([name, option]) => variableOf(name, option) ?? []));
  return [...new Set([...own, ...OTHER_VARIABLES, ...NOTICE_VARIABLES])];
}

/**
 * Warns about each `OCTAVO_…` variable that no command reads. Otherwise a misspelling would
 * silently have no effect.
 */
export function warnOfUnknownVariables({ env, stderr }: Pick<Io, "env" | "stderr">, variables: readonly string[]): void {
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith(PREFIX) || variables.includes(name) || env[name] === undefined) continue;
    // The common prefix would make all names similar.
    const meant = suggest(
      name.slice(PREFIX.length),
      variables.map((other) => other.slice(PREFIX.length)),
    );
    const hint =
      meant === null
        ? "octavo <command> --help lists the options and states which can also be set as variables"
        : `did you mean "${PREFIX}${meant}"?`;
    stderr.write(`warning: ${name} is set, but nothing reads it\nhint: ${hint}\n`);
  }
}
