import type { Command } from "./command.ts";

export const checkCommand: Command = {
  name: "check",
  about: "find mistakes in the content, write nothing",
  details: "Lists every mistake with file, line and column on standard output; --json prints them for editors.",
  options: ["content", "counts", "now", "drafts", "future", "strict", "json"],
  examples: [
    ["quire check --strict", "fail on warnings too, as before a deployment"],
    ["quire check --json", "for editors and scripts"],
  ],
  async run(settings, io) {
    const { checkOnce } = await import("../check-once.ts");
    return checkOnce(settings, io);
  },
};
