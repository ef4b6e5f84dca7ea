import type { Command } from "./command.ts";

export const checkCommand: Command = {
  name: "check",
  about: "find mistakes in the content, write no site",
  details: `Lists every mistake with file, line and column on standard output; --json prints them for editors. Pictures are encoded as for a build
and kept in .octavo/cache, where the next build finds them.`,
  options: ["config", "content", "counts", "now", "drafts", "future", "strict", "all-findings", "format", "json"],
  examples: [
    ["octavo check --strict", "fail on warnings too, as before a deployment"],
    ["octavo check --json", "for editors and scripts"],
    ["octavo check --format github", "as annotations, in a workflow of GitHub"],
  ],
  async run(settings, io) {
    const { checkOnce } = await import("../build/check-once.ts");
    return checkOnce(settings, io);
  },
};
