import { usageError } from "../io.ts";
import { SERVING_OPTIONS } from "../option-specs.ts";
import type { Command } from "./command.ts";

export const startCommand: Command = {
  name: "start",
  about: "build the content, then serve it on one port, with all that visitors write",
  details: `Builds into .quire/local with the local address in place of the site's own, so that links and pictures work, and never touches dist.
What is dated in the future is published at its instant. Comments, likes, inquiries and engagement go into data/quire.db, or --db.
With --read-only it serves a finished build (dist, or --out) as it is, and visitors can write only where --db names a database.
Comments wait until you approve them: quire comments moderate, in another terminal.`,
  options: [...SERVING_OPTIONS, "out", "read-only"],
  examples: [
    ["quire start --port 4000", "serve on another port"],
    ["quire start --read-only", "serve what quire build wrote"],
    ["quire start --read-only --db data/quire.db", "and take comments and likes too"],
  ],
  async run(settings, io) {
    if (settings.readOnly) {
      const { serveBuilt } = await import("../serve.ts");
      return serveBuilt(settings, io);
    }
    if (settings.out !== null)
      throw usageError("--out goes with --read-only", "start builds into .quire/local; quire build --out writes elsewhere");
    const { serveLive } = await import("../serve.ts");
    return serveLive(settings, io, { watching: false });
  },
};
