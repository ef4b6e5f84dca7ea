import type { Command } from "./command.ts";

export const adoptCommand: Command = {
  name: "adopt",
  about: "compare this site with the one that it replaces",
  details: `Reads the addresses of the old site, and says which of them are present here, redirected or missing; titles and dates are compared where the source has
them. The source is an address or a file: a sitemap, a sitemap index, RSS, Atom, JSON Feed, or a list of addresses, one a line; or a folder of the HTML that the old
generator wrote. Exit code 1 while pages are missing. Of an address one host alone is asked, at most 50 files of 10 MB, each within 10 seconds.`,
  options: ["compare", "config", "content", "now", "drafts", "future", "json"],
  examples: [
    ["octavo adopt --compare https://old.example/sitemap.xml", "with the site that is online"],
    ["octavo adopt --compare _site", "with what Jekyll or Eleventy has built"],
    ["octavo adopt --compare addresses.txt --json", "all differences, for a script"],
  ],
  async run(settings, io) {
    const { compareSite } = await import("../adopt/compare/compare-site.ts");
    return compareSite(settings, io);
  },
};
