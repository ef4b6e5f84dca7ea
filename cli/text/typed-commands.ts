import { toShellWord } from "../../server/text/shell-word.ts";
import { PACKAGE_NAME } from "../init/package-source.ts";
import { type Io, isRunByNpm, type Output } from "../io.ts";
import type { DataPlace } from "../options/shared-options.ts";

/** How to type the command in a folder whose packages npm installed, where it is not on PATH. */
const NPX_COMMAND = `npx --no ${PACKAGE_NAME}`;

/** `octavo`, or what to type instead, for messages that name a command. */
export const commandName = (io: Pick<Io, "env">): string => (isRunByNpm(io) ? NPX_COMMAND : PACKAGE_NAME);

/**
 * The options that name the place of this run's data, for the next command; "" for the default
 * place.
 */
export function placeOptions({ db, site, keyFile }: DataPlace): string {
  const given = Object.entries({ db, site, "key-file": keyFile }).filter((option): option is [string, string] => option[1] !== null);
  return given.map(([name, value]) => ` --${name} ${toShellWord(value)}`).join("");
}

/**
 * How to pass an option to the command that is running: `npm run dev -- --port 3001`, because npm
 * reads options before `--` as its own. Without npm, only the option.
 */
export function withOption(option: string, { env }: Pick<Io, "env">): string {
  const script = env.npm_command === "run-script" ? env.npm_lifecycle_event : undefined;
  return script === undefined ? option : `npm run ${script} -- ${option}`;
}

/**
 * The same Io, except that messages on standard error name commands as this person has to type
 * them. Standard output is unchanged, because it may contain texts of visitors and files.
 * @param names names of all commands: `octavo check` is one, `octavo did not` is not
 */
export function showTypedCommands(io: Io, names: readonly string[]): Io {
  if (!isRunByNpm(io)) return io;
  const command = new RegExp(`(?<!npx --no |[\\w./-])${PACKAGE_NAME} (?=(?:${names.join("|")})(?![\\w-]))`, "g");
  const write = (text: string): unknown => io.stderr.write(text.replace(command, `${NPX_COMMAND} `));
  const stderr: Output = withProperty(io.stderr, "write", write);
  return withProperty(io, "stderr", stderr);
}

/**
 * A copy with another value. Getters stay getters, because reading `signal` would change how
 * signals are handled.
 */
function withProperty<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): T {
  const properties = { ...Object.getOwnPropertyDescriptors(object), [name]: { value, enumerable: true } };
  return Object.defineProperties({}, properties) as T;
}
