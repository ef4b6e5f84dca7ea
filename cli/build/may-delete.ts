import { type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/**
 * Whether to delete permanently: `--yes`, or a y at the terminal.
 * @param what `2 comments`
 * @throws CliError with exit code 2 if nobody can be asked
 */
export function mayDelete(settings: Partial<Settings<"yes">>, io: Io, what: string): Promise<boolean> {
  return mayGoOn(settings, io, { question: `delete ${what} permanently?`, reason: "deleting is permanent" });
}

/**
 * Whether to continue: `--yes`, or a y at the terminal.
 * @param reason why confirmation is needed, for use without a terminal
 * @throws CliError with exit code 2 if nobody can be asked
 */
export async function mayGoOn(
  { yes }: Partial<Settings<"yes">>,
  io: Io,
  { question, reason }: { readonly question: string; readonly reason: string },
): Promise<boolean> {
  if (yes === true) return true;
  const keys = io.openKeys?.() ?? null;
  if (keys === null) throw usageError(`${reason}, and nobody can be asked here`, "use --yes");
  try {
    io.stdout.write(`${question} (y/n) `);
    const key = await keys.next();
    const agreed = key === "y" || key === "Y";
    io.stdout.write(`${agreed ? "yes" : "no"}\n`);
    return agreed;
  } finally {
    keys.close();
  }
}
