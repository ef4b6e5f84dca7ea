import { suggest } from "../build/shared/suggest.ts";
import type { Io } from "./io.ts";
import { envName, OPTIONS, type OptionSpec, OTHER_VARIABLES } from "./option-specs.ts";

const PREFIX = "OCTAVO_";

/** Says of each `OCTAVO_…` in the environment that no command reads: a typing mistake there has no effect, and nobody would know. */
export function warnOfUnknownVariables({ env, stderr }: Pick<Io, "env" | "stderr">): void {
  const specs: readonly OptionSpec[] = OPTIONS;
  const known = [...specs.filter((spec) => spec.env !== false).map(({ name }) => envName(name)), ...OTHER_VARIABLES];
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith(PREFIX) || known.includes(name) || env[name] === undefined) continue;
    // Without the prefix, which all have in common.
    const meant = suggest(
      name.slice(PREFIX.length),
      known.map((other) => other.slice(PREFIX.length)),
    );
    const hint =
      meant === null ? "octavo <command> --help lists the options, each of which can be a variable" : `did you mean "${PREFIX}${meant}"?`;
    stderr.write(`warning: ${name} is set, and nothing reads it\nhint: ${hint}\n`);
  }
}
