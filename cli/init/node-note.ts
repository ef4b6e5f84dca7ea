import { delimiter, sep } from "node:path";
import { isNewEnough, NODE_MIN } from "../../bin/node-version.mjs";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import type { Io } from "../io.ts";
import { runOwnerTool } from "../publish/owner-tool.ts";

/**
 * Warns if the site's scripts will find a Node that is too old. Octavo's own folder has another
 * Node, which a command that runs there puts first on PATH; a terminal in the site has not.
 */
export async function noteOfOldNode(folder: string, { env }: Pick<Io, "env">): Promise<string> {
  const own = (env.PATH ?? "").split(delimiter).filter((entry) => !entry.startsWith(PACKAGE_ROOT + sep));
  const { status, stdout } = await runOwnerTool("node", ["--version"], {
    cwd: folder,
    env: { ...env, PATH: own.join(delimiter) },
    show: null,
  });
  const version = stdout.trim().replace(/^v/, "");
  if (status !== 0 || isNewEnough(version)) return "";
  return `note: the node of your terminal is ${version}, and this site needs ${NODE_MIN.join(".")} or newer: https://nodejs.org has it\n`;
}
