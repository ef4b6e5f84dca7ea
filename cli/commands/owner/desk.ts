import { port } from "../../options/readers.ts";
import { DATA_PLACE, shared } from "../../options/shared-options.ts";
import { type Command, defineCommand } from "../command.ts";

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

/** The desk at an address: who gets in. Words of their own after `desk`. */
export const deskAccessCommands: readonly Command[] = [
  defineCommand({
    name: "desk invite",
    about: "print a link that signs a browser in to the desk at its address",
    details: `For the desk that the server serves with --desk or --desk-path. The link works once, within ten minutes, in any browser: send it to nobody. Add a passkey
there; from then on you need no link. Works on the server's database while it runs; with --site only where the server runs without a machine (docs/cloudflare.md).`,
    options: shared(...DATA_PLACE, "json"),
    examples: [["octavo desk invite", "for the first sign-in, or for a new phone"]],
    run: async (settings, io) => (await import("../../desk/desk-access.ts")).inviteToDesk(settings, io),
  }),
  defineCommand({
    name: "desk access",
    about: "the browsers that are signed in to the desk, and its passkeys",
    details: "Browsers are signed in for 30 days. Times are in the site's time zone.",
    options: shared(...DATA_PLACE, "json"),
    examples: [["octavo desk access", "all of them"]],
    run: async (settings, io) => (await import("../../desk/desk-access.ts")).listDeskAccess(settings, io),
  }),
  defineCommand({
    name: "desk revoke",
    words: { shown: "<id>…", min: 1, max: 100 },
    about: "sign browsers out of the desk at once, or remove passkeys",
    details: "By the ids of octavo desk access; all signs every browser out; passkeys stay, except those whose ids you add.",
    options: shared(...DATA_PLACE),
    examples: [
      ["octavo desk revoke ab2cd3ef4gh5", "a phone was lost"],
      ["octavo desk revoke all", "every browser"],
    ],
    run: async (settings, io, words) => (await import("../../desk/desk-access.ts")).revokeDeskAccess(settings, io, words),
  }),
];
