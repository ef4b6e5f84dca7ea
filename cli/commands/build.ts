import { count, flag, freeText, ONCE, word } from "../options/readers.ts";
import { DESK_OPTIONS, HOST_FILE_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const buildCommand = defineCommand({
  name: "build",
  about: "build the content into static files for any host",
  details: "Writes the API, its index, pictures and feeds. If the content has mistakes, it lists them all and writes nothing.",
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
    prune: flag("list files in the folder that nothing refers to; with --yes, remove them", ONCE),
    changed: freeText(
      "file",
      "write the public addresses that this build changed to this file, one per line; a final * marks a prefix",
      ONCE,
    ),
    nextAs: word("form", "print when to build again, as cron (in UTC) or iso, on its own line; nothing if never", ["cron", "iso"], ONCE),
    ...shared("drafts", "future", "strict", "keepGoing", "all", "yes", "json"),
  },
  examples: [
    ["octavo build", "build content/ into dist/"],
    ["octavo build --prune --yes", "and remove what an earlier build or a copy left in dist"],
    ["octavo build --host cloudflare --server https://api.ines.example", "with the files that Cloudflare needs"],
    ["octavo build --preview https://preview.ines.example", "a preview that points to itself, and accepts no writes"],
    ["octavo build --changed changed.txt", "and list the addresses to purge from a cache in front of the host"],
    ["octavo build --quiet --next-as cron", "print nothing but when to build again: 0 18 24 12 *"],
    ["octavo build --now 2026-12-24T18:00:00Z", "the site as of Christmas Eve"],
  ],
  run: async (settings, io) => (await import("../build/build-once.ts")).buildOnce(settings, io),
});

export const nextChangeCommand = defineCommand({
  name: "next-change",
  about: "print when a scheduled or expiring post next changes the public site",
  details: `Prints the instant, or nothing if it never changes. With --wait, it waits for a change within that many minutes and prints it when it is due. It prints a change within the same time in the past at once. It does not build the site: build when it prints a line.`,
  options: {
    ...shared("config", "content", "now"),
    wait: count("minutes", "look this far ahead and back, and wait for the change", ONCE),
    ...shared("drafts", "future"),
  },
  examples: [
    ["octavo next-change", "2026-12-24T18:00:00.000Z"],
    ["octavo next-change --wait 60", "every hour, from cron: prints a line when it is time to build"],
  ],
  run: async (settings, io) => (await import("../build/next-change.ts")).tellNextChange(settings, io),
});
