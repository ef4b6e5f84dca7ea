import { port } from "../../options/readers.ts";
import { DATA_PLACE, shared } from "../../options/shared-options.ts";
import { defineCommand } from "../command.ts";

export const deskCommand = defineCommand({
  name: "desk",
  about: "decide on comments and inquiries in a browser",
  details: `Serves a page to this machine alone: comments that wait (approve, reject, spam, ban, reply, each by a key), inquiries, what is read, and notices that
could not be sent. It works on the server's database while the server runs; what is decided is public there at once. The link that it prints opens it once, in one
browser. It ends with Ctrl-C, and after 30 minutes without use. From another machine: ssh -L 4127:127.0.0.1:4127 <server>, there octavo desk --port 4127.`,
  options: { port: port(0, { env: "OCTAVO_DESK_PORT" }), ...shared(...DATA_PLACE, "published") },
  examples: [
    ["octavo desk", "on a free port"],
    ["octavo desk --port 4127", "on one that a tunnel knows"],
  ],
  run: async (settings, io) => (await import("../../desk/serve-desk.ts")).serveDesk(settings, io),
});
