import { usageError } from "../io.ts";
import { SERVING_OPTIONS } from "../option-specs.ts";
import type { Command } from "./command.ts";

export const startCommand: Command = {
  name: "start",
  about: "build the content, then serve it on one port, with all that visitors write",
  details: `Builds into .octavo/local with the local address in place of the site's own, so that links and pictures work, and never touches dist.
What is dated in the future is published at its instant. Comments, likes, inquiries and engagement go into data/octavo.db, or --db.
With --read-only it serves a finished build (dist, or --out) as it is, and visitors can write only where --db names a database
or --server an octavo api, whose likes and comment counts then come with the posts.
Comments wait until you approve them: octavo comments moderate, in another terminal.`,
  options: [...SERVING_OPTIONS, "out", "read-only", "server"],
  examples: [
    ["octavo start --port 4000", "serve on another port"],
    ["octavo start --read-only", "serve what octavo build wrote"],
    ["octavo start --read-only --db data/octavo.db", "and take comments and likes too"],
    ["octavo start --read-only --server http://127.0.0.1:3001", "a reader behind nginx or Caddy, with the counts of octavo api"],
  ],
  async run(settings, io) {
    if (settings.readOnly) {
      const { serveBuilt } = await import("../serve/serve.ts");
      return serveBuilt(settings, io);
    }
    if (settings.server !== null)
      throw usageError(
        "--server goes with --read-only",
        "start takes what visitors write itself; octavo start --read-only --server asks octavo api",
      );
    if (settings.out !== null)
      throw usageError("--out goes with --read-only", "start builds into .octavo/local; octavo build --out writes elsewhere");
    const { serveLive } = await import("../serve/serve.ts");
    return serveLive(settings, io, { watching: false });
  },
};
