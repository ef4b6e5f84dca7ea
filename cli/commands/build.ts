import type { Command } from "./command.ts";

export const buildCommand: Command = {
  name: "build",
  about: "content → static files, ready for any host",
  details: "Writes the API, its index, pictures and feeds. Mistakes in the content are listed, all at once, and then nothing is written.",
  options: [
    "config",
    "content",
    "out",
    "public-url",
    "preview",
    "hosts",
    "server",
    "reader",
    "origins",
    "counts",
    "now",
    "no-search",
    "drafts",
    "future",
    "strict",
    "all-findings",
    "grace",
    "prune",
    "yes",
    "changed",
    "next-as",
    "json",
  ],
  examples: [
    ["octavo build", "build content/ into dist/"],
    ["octavo build --prune --yes", "and leave nothing in dist that an earlier build or a copy left there"],
    ["octavo build --host cloudflare --server https://api.ines.example", "with what Cloudflare needs to serve it"],
    ["octavo build --preview https://preview.ines.example", "a preview that leads to itself, and takes no writes"],
    ["octavo build --changed changed.txt", "and list the addresses that a cache before the host is to forget"],
    ["octavo build --quiet --next-as cron", "print nothing but when to build again: 0 18 24 12 *"],
    ["octavo build --now 2026-12-24T18:00:00Z", "what will be public on Christmas Eve"],
  ],
  async run(settings, io) {
    const { buildOnce } = await import("../build/build-once.ts");
    return buildOnce(settings, io);
  },
};

export const nextChangeCommand: Command = {
  name: "next-change",
  about: "when the public site changes by itself: a scheduled post, one that expires",
  details: `Prints the instant, or nothing where it never does. With --wait it prints it for a change within so many minutes, when its time has come, and for one that is not
longer ago than that: then build. Writes no site.`,
  options: ["config", "content", "now", "drafts", "future", "wait"],
  examples: [
    ["octavo next-change", "2026-12-24T18:00:00.000Z"],
    ["octavo next-change --wait 60", "each hour, from cron: prints something when it is time to build"],
  ],
  async run(settings, io) {
    const { tellNextChange } = await import("../build/next-change.ts");
    return tellNextChange(settings, io);
  },
};
