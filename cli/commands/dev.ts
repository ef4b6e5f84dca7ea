import { serveLive } from "../serve.ts";
import type { Command } from "./command.ts";

export const devCommand: Command = {
  name: "dev",
  about: "serve the content, and build again on every save",
  details: `As start, and it watches the content, the static folders and the configuration. Mistakes are listed, and the last good answers stay
until they are mended.`,
  options: ["content", "port", "host", "counts", "now", "no-search", "drafts", "future", "strict"],
  examples: [["quire dev --drafts --future", "see what is not public yet"]],
  run: (settings, io) => serveLive(settings, io, { watching: true }),
};
