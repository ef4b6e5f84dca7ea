import type { z } from "zod";
import { OwnerError } from "../owner-operation.ts";

/** Runs a command of this program. Returns its standard output. */
export type RunCommand = (args: readonly string[]) => Promise<string>;

/**
 * Runs a command with `--json`, and reads its result.
 * @throws OwnerError with the command's message
 */
export async function runForResult<Output extends z.ZodType>(
  run: RunCommand,
  args: readonly string[],
  result: Output,
): Promise<z.output<Output>> {
  try {
    return result.parse(JSON.parse(await run([...args, "--json"])));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OwnerError(`octavo ${args.slice(0, 2).join(" ")} failed: ${reason}`, "check the server's log and its disk", {
      cause: error,
    });
  }
}
