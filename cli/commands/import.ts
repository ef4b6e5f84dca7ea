import { freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "./command.ts";

const OPTIONS = {
  ...shared("config", "content"),
  uploads: freeText("folder", "folder with the old site's pictures; without it, the pictures stay where they are", ONCE),
  ...shared("dryRun", "json"),
};
const NEVER = `Existing files are never replaced, so a second run changes nothing. Posts that were private, drafts, in the trash, protected by a password or only for members become drafts. A table shows what was imported, changed and left out.`;

const wordpressCommand = defineCommand({
  name: "import wordpress",
  words: { shown: "<export.xml>", min: 1, max: 1 },
  about: "import posts and pages from a WordPress export (Tools → Export → All content)",
  details: `Writes the posts and pages of the export into the content folder as Markdown, with dates, tags, categories, authors, covers and addresses. ${NEVER}`,
  options: OPTIONS,
  examples: [
    ["octavo import wordpress export.xml --dry-run", "show what would be imported, changed and left out"],
    ["octavo import wordpress export.xml --uploads wp-content/uploads", "with the pictures"],
  ],
  run: async (settings, io, [file = ""]) => (await import("../importing/run-import.ts")).runImport("wordpress", file, settings, io),
});

const ghostCommand = defineCommand({
  name: "import ghost",
  words: { shown: "<export.json>", min: 1, max: 1 },
  about: "import posts and pages from a Ghost export (Settings → Import/Export)",
  details: `Writes the posts and pages of the export into the content folder as Markdown, with dates, tags, authors, covers and addresses. ${NEVER}`,
  options: { ...shared("config", "content", "url"), ...OPTIONS },
  examples: [
    ["octavo import ghost export.json --dry-run", "show what would be imported, changed and left out"],
    ["octavo import ghost export.json --uploads images --url https://old.example", "with the pictures"],
  ],
  notes: [
    [
      "--url",
      "address of the old site, which the export does not state (default: the address in site.yaml); links to that site become paths, and pictures that are not copied stay there",
    ],
  ],
  run: async (settings, io, [file = ""]) => (await import("../importing/run-import.ts")).runImport("ghost", file, settings, io),
});

/** `octavo import <system>`. */
export const importCommands: CommandGroup = {
  name: "import",
  about: "import posts and pages from another system",
  details: NEVER,
  commands: [wordpressCommand, ghostCommand],
};
