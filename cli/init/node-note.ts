import { delimiter, sep } from "node:path";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import type { Io } from "../io.ts";
import { runOwnerTool } from "../publish/owner-tool.ts";

/** The oldest Node that runs Octavo, as in bin/node-version.mjs, which any Node can read. */
const [MAJOR, MINOR] = [22, 18];

/**
 * Warns if the site's scripts will use a Node that is too old. Inside Octavo's own folder, PATH
 * finds a different Node first.
 */
export async function noteOfOldNode(folder: string, { env }: Pick<Io, "env">): Promise<string> {
  const own = (env.PATH ?? "").split(delimiter).filter((entry) => !entry.startsWith(PACKAGE_ROOT + sep));
  const { status, stdout } = await runOwnerTool("node", ["--version"], {
    cwd: folder,
    env: { ...env, PATH: own.join(delimiter) },
    show: null,
  });
  const version = stdout.trim().replace(/^v/, "");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (status !== 0 || major > MAJOR || (major === MAJOR && minor >= MINOR)) return "";
  return `note: your terminal starts Node ${version}, but this site needs ${MAJOR}.${MINOR} or newer. Get it from https://nodejs.org\n`;
}
