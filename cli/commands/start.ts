import { stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import { openWorkspace, showPath } from "../builder.ts";
import { CliError, usageError } from "../io.ts";
import { serveFinished, serveLive } from "../serve.ts";
import type { Command } from "./command.ts";

export const startCommand: Command = {
  name: "start",
  about: "build the content, then serve it on one port",
  details: `Builds into .quire/local with the local address in place of the site's own, so that links and pictures work, and never touches dist.
What is dated in the future is published at its instant. With --read-only it serves a finished build (dist, or --out) as it is.`,
  options: ["content", "out", "port", "host", "counts", "now", "no-search", "drafts", "future", "strict", "read-only"],
  examples: [
    ["quire start --port 4000", "serve on another port"],
    ["quire start --read-only", "serve what quire build wrote"],
  ],
  async run(settings, io) {
    if (!settings.readOnly) {
      if (settings.out !== null)
        throw usageError("--out goes with --read-only", "start builds into .quire/local; quire build --out writes elsewhere");
      return serveLive(settings, io, { watching: false });
    }
    const { outDir } = await openWorkspace(settings, io);
    const built = await stat(join(outDir, MANIFEST_FILE)).catch(() => null);
    if (built === null)
      throw new CliError(`${showPath(outDir, io.cwd)} holds no finished build`, {
        hint: "run quire build first, or start without --read-only",
      });
    return serveFinished(settings, io, outDir);
  },
};
