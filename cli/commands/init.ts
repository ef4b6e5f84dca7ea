import { INIT_OPTIONS } from "../init/init-options.ts";
import { freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const initCommand = defineCommand({
  name: "init",
  words: { shown: "[folder]", min: 0, max: 1 },
  about: "start a site: settings, a first post, scripts, a workflow that publishes it",
  details: `Writes the files that a site needs and the folder lacks; it never replaces a file. On a terminal, it asks two questions: what to start, and
its name. Then it installs the packages, starts the site and opens it in a browser. Elsewhere, and with --yes, it uses the defaults, names them, and prints the two commands to run next. Default folder: this one; on a terminal, one named after the site, unless this one is empty or has a package.json.
In a folder with the site of Hugo, Jekyll, Hexo, Zola, Astro, Eleventy, Docusaurus, Gatsby or Next it reads that configuration as data and writes octavo.config.ts and .octavo, the cache of its check, which git ignores; --template starts a new site there anyway.`,
  options: INIT_OPTIONS,
  examples: [
    ["octavo init my-site", "ask two questions, and open a new website in a browser"],
    ['octavo init my-site --yes --name "Ines Aas" --url https://ines.example', "without asking questions"],
    ["octavo init --editor sveltia", "and add a page for editing the content"],
    ["octavo init --dry-run", "list the files that it would write here"],
  ],
  run: async (settings, io, [folder = null]) => (await import("../init/init-site.ts")).initSite(folder, settings, io),
});

export const adoptCommand = defineCommand({
  name: "adopt",
  about: "compare this site with the old one that it replaces",
  details: `Reads the addresses of the old site, and reports which are present here, redirected or missing; it compares titles and dates if the source has
them. The source is an address or a file: a sitemap, a sitemap index, RSS, Atom, JSON Feed, a list of addresses, one per line, or a folder of the HTML that the old
generator wrote. Exit code 1 while pages are missing. For an address, it contacts only that host and reads at most 50 files of up to 10 MB, each within 10 seconds.`,
  options: {
    ...shared("config", "content"),
    compare: freeText("source", "pages of the old site: an address, a file, or a folder of HTML", ONCE),
    ...shared("now", "drafts", "future", "json"),
  },
  examples: [
    ["octavo adopt --compare https://old.example/sitemap.xml", "with the site online"],
    ["octavo adopt --compare _site", "with the output of Jekyll or Eleventy"],
    ["octavo adopt --compare addresses.txt --json", "all differences, for a script"],
  ],
  run: async (settings, io) => (await import("../adopt/compare/compare-site.ts")).compareSite(settings, io),
});
