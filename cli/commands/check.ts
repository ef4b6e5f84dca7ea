import { ONCE, word } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const checkCommand = defineCommand({
  name: "check",
  about: "find mistakes in the content without writing a site",
  details: `Lists every mistake with its file, line and column on standard output; --json prints the mistakes as JSON, for editors. Pictures are encoded as for a build
and stored in .octavo/cache, where the next build finds them.`,
  options: {
    ...shared("config", "content", "counts", "now", "drafts", "future", "strict", "all"),
    format: word("name", "output format", ["text", "github"], ONCE),
    ...shared("json"),
  },
  examples: [
    ["octavo check --strict", "also fail on warnings, for example before a deployment"],
    ["octavo check --json", "for editors and scripts"],
    ["octavo check --format github", "as annotations, in a GitHub workflow"],
  ],
  run: async (settings, io) => (await import("../build/check-once.ts")).checkOnce(settings, io),
});
