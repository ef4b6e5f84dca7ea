import { SERVING_OPTIONS } from "../option-specs.ts";
import type { Command } from "./command.ts";

export const devCommand: Command = {
  name: "dev",
  about: "serve the content, and build again on every save",
  details: `As start, and it watches the content, the static folders and the configuration. Mistakes are listed, and the last good answers stay
until they are mended.`,
  options: SERVING_OPTIONS,
  examples: [
    ["octavo dev --site-url http://localhost:4321", "beside a front end that runs there"],
    ["octavo dev --drafts --future", "see what is not public yet"],
  ],
  async run(settings, io) {
    const { serveLive } = await import("../serve/serve.ts");
    return serveLive(settings, io, { watching: true });
  },
};
