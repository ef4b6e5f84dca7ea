import { placeOfThrow } from "../build/config/config-import-error.ts";
import { reasonOf } from "../build/sources/wording.ts";
import { CliError } from "./io.ts";

/** Octavo's own folder. Stack frames above the first one in it are the author's. */
const OWN_ROOT = new URL("..", import.meta.url).href;

/**
 * Turns an uncaught error of a timer or a promise into a line that names its place in the author's
 * code.
 * @param cwd base of paths in messages
 * @returns the error itself if Octavo or a package threw it
 */
export function explainUncaught(thrown: unknown, cwd: string): unknown {
  const place = thrown instanceof Error ? placeOfThrow(thrown, cwd, OWN_ROOT) : null;
  if (thrown instanceof Error && place === null) return thrown;
  const where = place === null ? "a promise or timer" : `your code at ${place.file}:${place.line}:${place.column}`;
  return new CliError(`${where} failed, and nothing caught the error: ${reasonOf(thrown)}`, {
    hint: "check octavo.config.ts, its imports, and plugins: catch the errors of promises and timers there",
    cause: thrown,
  });
}
