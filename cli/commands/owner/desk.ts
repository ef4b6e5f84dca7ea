import { port } from "../../options/readers.ts";
import { DATA_PLACE, shared } from "../../options/shared-options.ts";
import { defineCommand } from "../command.ts";

export const deskCommand = defineCommand({
  name: "desk",
  about: "decide on comments and inquiries in a browser",
  details: `Serves a page to this machine only, with pending comments (approve, reject, spam, ban, reply, one key each), inquiries, reader statistics, and notices that could not be sent. The command works on the server's database, even while the server is running, and decisions take effect there at once. The printed link works once, in one
browser. The command ends with Ctrl-C, or after 30 minutes without use. To use the desk from another machine, connect with ssh -L 4127:127.0.0.1:4127 <server>, and run octavo desk --port 4127 there.`,
  options: { port: port(0, { env: "OCTAVO_DESK_PORT" }), ...shared(...DATA_PLACE, "published") },
  examples: [
    ["octavo desk", "on a free port"],
    ["octavo desk --port 4127", "on a fixed port, for a tunnel"],
  ],
  run: async (settings, io) => (await import("../../desk/serve-desk.ts")).serveDesk(settings, io),
});

/* Access to the desk at its address. */

export const deskInviteCommand = defineCommand({
  name: "desk invite",
  about: "print a link that signs a browser in to the desk at its address",
  details: `The link is for the desk that the server serves with --desk or --desk-path. It works once, within ten minutes, in the first browser that opens it; with --desk-path, it
works in any browser, with the code that is printed with it. Then add a passkey, so that you need no more links. Works on the server's database, even while the server is running; --site works only for a serverless site (docs/cloudflare.md).`,
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo desk invite", "for the first sign-in, or for a new phone"]],
  run: async (settings, io) => (await import("../../desk/desk-access.ts")).inviteToDesk(settings, io),
});

export const deskAccessCommand = defineCommand({
  name: "desk access",
  about: "list the browsers that are signed in to the desk, and the desk's passkeys",
  details: "Browsers are signed in for 30 days. Times are in the site's time zone.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo desk access", "list all browsers and passkeys"]],
  run: async (settings, io) => (await import("../../desk/desk-access.ts")).listDeskAccess(settings, io),
});

export const deskRevokeCommand = defineCommand({
  name: "desk revoke",
  words: { shown: "<id>…", min: 1, max: 100 },
  about: "sign browsers out of the desk at once, or remove passkeys",
  details: 'Takes ids from octavo desk access. The word "all" signs every browser out; passkeys stay, unless you also name their ids.',
  options: shared(...DATA_PLACE),
  examples: [
    ["octavo desk revoke ab2cd3ef4gh5", "after a phone was lost"],
    ["octavo desk revoke all", "sign every browser out"],
  ],
  run: async (settings, io, words) => (await import("../../desk/desk-access.ts")).revokeDeskAccess(settings, io, words),
});
