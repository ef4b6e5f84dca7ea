import type { Io } from "./io.ts";
import { envName, OPTIONS, type OptionSpec, OTHER_VARIABLES } from "./option-specs.ts";

const PREFIX = "OCTAVO_";

/** Says of each `OCTAVO_…` in the environment that no command reads: a typing mistake there has no effect, and nobody would know. */
export async function warnOfUnknownVariables({ env, stderr }: Pick<Io, "env" | "stderr">): Promise<void> {
  const names = Object.keys(env).filter((name) => name.startsWith(PREFIX) && env[name] !== undefined);
  if (names.length === 0) return;
  // Most runs have none: a build without a change is over in the time that these modules take to load.
  const [{ suggest }, { NOTICE_VARIABLES }] = await Promise.all([
    import("../build/shared/suggest.ts"),
    import("../server/notices/channels/notice-channels.ts"),
  ]);
  const specs: readonly OptionSpec[] = OPTIONS;
  const known = [...specs.filter((spec) => spec.env !== false).map(({ name }) => envName(name)), ...OTHER_VARIABLES, ...NOTICE_VARIABLES];
  for (const name of names.sort()) {
    if (known.includes(name)) continue;
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
