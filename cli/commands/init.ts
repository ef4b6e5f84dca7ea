import type { Command } from "./command.ts";

export const initCommand: Command = {
  name: "init",
  words: { shown: "[folder]", min: 0, max: 1 },
  about: "start a site: settings, a first post, scripts, what publishes it",
  details: `Writes into the folder (default: this one) what a site needs and is not there yet; it never replaces a file. On a terminal it asks what the options
do not say; elsewhere, and with --yes, it takes the defaults and says which. It ends with the two lines to type next.
In a folder with the site of Hugo, Jekyll, Hexo, Zola, Astro, Eleventy, Docusaurus, Gatsby or Next it reads that configuration, as data, and writes
octavo.config.ts alone; --template starts a new site there all the same.`,
  options: ["name", "url", "language", "time-zone", "template", "deploy", "editor", "package", "dry-run", "yes"],
  examples: [
    ["octavo init my-site", "ask, and start a site in my-site"],
    ['octavo init my-site --yes --name "Ines Aas" --url https://ines.example', "without a question"],
    ["octavo init --editor sveltia", "and a page on which the content is edited"],
    ["octavo init --dry-run", "what would be written here"],
  ],
  async run(settings, io, [folder = null]) {
    const { initSite } = await import("../init/init-site.ts");
    return initSite(folder, settings, io);
  },
};
