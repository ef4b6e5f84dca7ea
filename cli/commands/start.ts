import { usageError } from "../io.ts";
import { flag, ONCE } from "../options/readers.ts";
import { DESK_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

const ADDRESS_OPTIONS = shared(
  ...(["config", "content", "port", "host", "db", "publicUrl", "allowHost", "origins", "writeOrigins", "trustProxy"] as const),
);
const SERVING_OPTIONS = {
  ...ADDRESS_OPTIONS,
  ...shared("siteUrl", "counts", "now", "noSearch", "drafts", "future", "strict", "all"),
};
/** Settings of builds, for a command that does not build. */
const NO_BUILD = { siteUrl: null, now: null, drafts: false, future: false } as const;

export const startCommand = defineCommand({
  name: "start",
  about: "build the content, then serve it on one port, with comments and likes",
  details: `Builds the site into .octavo/local, with the local address instead of the site's own, so that links and pictures work. The command never touches dist.
Documents dated in the future are published when their time comes. Comments, likes, inquiries and engagement go into data/octavo.db, or into the file that --db names.
With --read-only, the command serves a finished build (dist, or the folder that --out names) as it is. Visitors can then write only if --db names a database, or --server the address of octavo api, whose like and comment counts are then shown with the posts.
Comments wait until you approve them; to do so, run octavo comments moderate in another terminal.`,
  options: {
    ...SERVING_OPTIONS,
    ...shared("out", "server", ...DESK_OPTIONS),
    readOnly: flag("serve a finished build instead of building; visitors can write only with --db or --server"),
  },
  examples: [
    ["octavo start --port 4000", "serve on another port"],
    ["octavo start --read-only", "serve the built site"],
    ["octavo start --read-only --db data/octavo.db", "serve the built site, and take comments and likes"],
    ["octavo start --read-only --server http://127.0.0.1:3001", "a read server behind nginx or Caddy, with the counts of octavo api"],
  ],
  async run(settings, io) {
    const desk = (await import("../serve/server-settings.ts")).toDeskPlace(settings);
    if (settings.readOnly) {
      if (desk !== null && settings.db === null)
        throw usageError("the desk needs a database", "name the one it works on: --db data/octavo.db");
      return (await import("../serve/serve-built.ts")).serveBuilt(settings, io, { desk });
    }
    if (settings.server !== null)
      throw usageError(
        "--server goes with --read-only",
        "start receives visitors' writes itself; octavo start --read-only --server uses octavo api",
      );
    if (settings.out !== null)
      throw usageError("--out goes with --read-only", "start builds into .octavo/local; octavo build --out writes elsewhere");
    return (await import("../serve/serve-live.ts")).serveLive(settings, io, { watching: false, opens: false, desk });
  },
});

export const devCommand = defineCommand({
  name: "dev",
  about: "serve the content, and rebuild on every save",
  details: `Does what octavo start does, and also watches the content, the static folders and the configuration. The command lists mistakes, and serves the last good build until you have fixed them.`,
  options: { ...SERVING_OPTIONS, open: flag("open the site in a browser once it is served", ONCE) },
  examples: [
    ["octavo dev --open", "and open the site in a browser"],
    ["octavo dev --site-url http://localhost:4321", "next to a front end that runs there"],
    ["octavo dev --drafts --future", "show unpublished documents"],
  ],
  run: async (settings, io) => (await import("../serve/serve-live.ts")).serveLive(settings, io, { watching: true, opens: settings.open }),
});

export const previewCommand = defineCommand({
  name: "preview",
  about: "serve the built site as a host would, with comments and likes",
  details: `Serves dist (or the folder that --out names) as it is: pages and their status codes, headers, redirects, the page for missing addresses, and the API. Comments, likes,
inquiries and engagement go into data/octavo.db, or into the file that --db names. The command builds nothing, so run octavo build first.`,
  options: { ...ADDRESS_OPTIONS, ...shared("out", "server") },
  examples: [["octavo build && octavo preview", "see the site as it will be published"]],
  run: async (settings, io) => (await import("../serve/serve-built.ts")).serveBuilt({ ...NO_BUILD, ...settings }, io, { isTrial: true }),
});
