import { resolve } from "node:path";
import { parseKey } from "../../server/owner/keys/key-text.ts";
import { readPrivateFile } from "../../server/private-file.ts";
import { CliError, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { shortenPath } from "../text/shown-paths.ts";

const KEY_VARIABLE = "OCTAVO_KEY";
const HOW = `octavo keys add creates one on the database's machine, and octavo secrets export creates the first one for a site on Cloudflare; put it in ${KEY_VARIABLE}, or in a file of mode 600 that --key-file or OCTAVO_KEY_FILE names`;

/**
 * The key for `--site`. It is never on a command line, which other users of the machine can see.
 * @throws CliError, never with a part of the key
 */
export function readKey({ keyFile }: Settings<"keyFile">, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  const given = env[KEY_VARIABLE]?.trim() ?? "";
  if (given !== "" && keyFile !== null)
    throw usageError(`${KEY_VARIABLE} and a key file are both given`, "leave one out, because it is unclear which one applies");
  if (given === "" && keyFile === null) throw usageError("--site needs a key", HOW);
  const [source, text] = keyFile === null ? [KEY_VARIABLE, given] : [shortenPath(resolve(cwd, keyFile), cwd), readFileOf(keyFile, cwd)];
  if (parseKey(text) !== null) return text;
  throw new CliError(`${source} contains no key`, { hint: `want octo_<id>_<secret>, as octavo keys add printed it. ${HOW}` });
}

/** @throws PrivateFileError if others may read it */
function readFileOf(keyFile: string, cwd: string): string {
  const path = resolve(cwd, keyFile);
  const text = readPrivateFile(path);
  if (text === null) throw new CliError(`${shortenPath(path, cwd)} does not exist`, { hint: HOW });
  return text.trim();
}
