import { count, flag, freeText, ONCE, word } from "../options/readers.ts";
import { DESK_OPTIONS, HOST_FILE_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const buildCommand = defineCommand({
  name: "build",
  about: "build the content into static files for any host",
  details:
    "Writes the API with its index, the pictures and the feeds. If the content has mistakes, the command lists them all and writes nothing.",
  options: {
    ...shared("config", "content", "out", "publicUrl", "origins"),
    ...HOST_FILE_OPTIONS,
    ...shared("server", ...DESK_OPTIONS),
    preview: freeText(
      "address",
      "address of a preview: pages, pictures and feeds point there, crawlers are kept out, and no write server is used",
    ),
    ...shared("counts", "now", "noSearch"),
    grace: count("hours", "keep hashed files of earlier builds this long (default: 0)"),
    prune: flag("list files in the output folder that nothing refers to; with --yes, remove them", ONCE),
    changed: freeText("file", "file for the public addresses that this build changed, one per line; a final * marks a prefix", ONCE),
    nextAs: word(
      "form",
      "print when to build again, on a line of its own, as cron (in UTC) or iso; print nothing if no change is scheduled",
      ["cron", "iso"],
      ONCE,
    ),
    ...shared("drafts", "future", "strict", "keepGoing", "all", "yes", "json"),
  },
  examples: [
    ["octavo build", "build content/ into dist/"],
    ["octavo build --prune --yes", "also remove what an earlier build or a copy left in dist"],
    ["octavo build --host cloudflare --server https://api.ines.example", "with the files that Cloudflare needs"],
    ["octavo build --preview https://preview.ines.example", "a preview that points to itself and accepts no writes"],
    ["octavo build --changed changed.txt", "also list the addresses to purge from a cache in front of the host"],
    ["octavo build --quiet --next-as cron", "print only when to build again: 0 18 24 12 *"],
    ["octavo build --now 2026-12-24T18:00:00Z", "the site as of Christmas Eve"],
  ],
  run: async (settings, io) => (await import("../build/build-once.ts")).buildOnce(settings, io),
});

export const nextChangeCommand = defineCommand({
  name: "next-change",
  about: "print when a scheduled or expiring post next changes the public site",
  details: `Prints the instant of the next change, or nothing if no change is scheduled. With --wait, the command looks that many minutes ahead and back. It prints a change that is past at once, and waits for a change that is still to come. The command does not build the site; run octavo build when it prints a line.`,
  options: {
    ...shared("config", "content", "now"),
    wait: count("minutes", "look this far ahead and back, and wait for a change ahead", ONCE),
    ...shared("drafts", "future"),
  },
  examples: [
    ["octavo next-change", "2026-12-24T18:00:00.000Z"],
    ["octavo next-change --wait 60", "every hour, from cron: prints a line when it is time to build"],
  ],
  run: async (settings, io) => (await import("../build/next-change.ts")).tellNextChange(settings, io),
});
