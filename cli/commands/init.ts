import { INIT_OPTIONS } from "../init/init-options.ts";
import { freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const initCommand = defineCommand({
  name: "init",
  words: { shown: "[folder]", min: 0, max: 1 },
  about: "start a site: settings, a first post, scripts, and a workflow that publishes the site",
  details: `Writes the files that a site needs and the folder lacks; it never replaces a file. On a terminal, the command asks two questions: what to start, and
the name of the site. Then it installs the packages, starts the site and opens it in a browser. Elsewhere, and with --yes, it uses the defaults, states them, and prints the two commands to run next. The default folder is the current folder; on a terminal, it is a folder named after the site, unless the current folder is empty or has a package.json.
In a folder with a site for Hugo, Jekyll, Hexo, Zola, Astro, Eleventy, Docusaurus, Gatsby or Next, the command reads that site's configuration as data and writes octavo.config.ts and .octavo (the cache of its check, which git ignores); with --template, it starts a new site there anyway.`,
  options: INIT_OPTIONS,
  examples: [
    ["octavo init my-site", "ask two questions, and open a new website in a browser"],
    ['octavo init my-site --yes --name "Ines Aas" --url https://ines.example', "without asking questions"],
    ["octavo init --editor sveltia", "also add a page for editing the content"],
    ["octavo init --dry-run", "list the files that it would write here"],
  ],
  run: async (settings, io, [folder = null]) => (await import("../init/init-site.ts")).initSite(folder, settings, io),
});

export const adoptCommand = defineCommand({
  name: "adopt",
  about: "compare this site with the old site that it replaces",
  details: `Reads the addresses of the old site's pages, and reports which pages are present here, redirected or missing; if the source states titles and dates, it compares
them too. <source> is the address or the file of a sitemap, a sitemap index, an RSS or Atom feed, a JSON Feed or a list of addresses (one per line), or it is a folder of the HTML that the old
generator wrote. The exit code is 1 while pages are missing. For an address, the command contacts only that host and reads at most 50 files of up to 10 MB, each within 10 seconds.`,
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
