import { type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/**
 * Whether to delete for good: `--yes`, or a y at the terminal.
 * @param what `2 comments`
 * @throws CliError with exit code 2 if nobody can be asked
 */
export async function mayDelete({ yes }: Partial<Settings<"yes">>, io: Io, what: string): Promise<boolean> {
  if (yes === true) return true;
  const keys = io.openKeys?.() ?? null;
  if (keys === null) throw usageError("deleting is for good, and nobody can be asked here", "say --yes");
  try {
    io.stdout.write(`delete ${what} for good? (y/n) `);
    const key = await keys.next();
    const agreed = key === "y" || key === "Y";
    io.stdout.write(`${agreed ? "yes" : "no"}\n`);
    return agreed;
  } finally {
    keys.close();
  }
}
