import { KEY_SCOPES } from "../../../server/owner/key-scopes.ts";
import { freeText, ONCE } from "../../options/readers.ts";
import { DATA_PLACE, ON_DATABASE, shared } from "../../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "../command.ts";

const keys = () => import("../../records/key-commands.ts");

export const keysCommands: CommandGroup = {
  name: "keys",
  about: "manage keys for commands from another machine (--site)",
  details: `The server accepts the owner's commands at /owner/v1/ as long as there is a valid key. ${ON_DATABASE} Keys are created and revoked only in the database, never through the channel. Only a serverless site (docs/cloudflare.md) accepts its first key for creating and revoking keys:
add --site there.`,
  commands: [
    defineCommand({
      name: "keys add",
      words: { shown: "<name>", min: 1, max: 1 },
      about: "create a key, and print it once",
      details: `Only a hash of the key is stored, so nobody can read it later: save it now. On the other machine, put it in OCTAVO_KEY, or in a file of mode 600 that --key-file names.
Without --scopes, the key has the scopes read, moderate, inquiries and figures; --days sets for how many days it is valid (default: 365). The scopes are ${KEY_SCOPES.join(", ")}.`,
      options: {
        ...shared(...DATA_PLACE, "days"),
        scopes: freeText("names", "the rights of the key, separated by commas", { ...ONCE, many: true }),
        ...shared("json"),
      },
      examples: [
        ["octavo keys add laptop", "for moderating and reading from another machine"],
        ["octavo keys add phone --scopes read,moderate --days 90", "only for comments"],
      ],
      run: async (settings, io, words) => (await keys()).addKey(settings, io, words),
    }),
    defineCommand({
      name: "keys list",
      about: "list the keys, their rights, and when they were last used",
      details: "Lists the oldest key first, and includes expired keys. The day of last use is in UTC.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo keys list", "list all keys"]],
      run: async (settings, io) => (await keys()).listKeys(settings, io),
    }),
    defineCommand({
      name: "keys revoke",
      words: { shown: "<key>…", min: 1, max: 100 },
      about: "revoke keys at once",
      details: "Takes the id in the first column of octavo keys list, which is also the first part of the key.",
      options: shared(...DATA_PLACE),
      examples: [["octavo keys revoke ab2cd3ef4gh5", "after a laptop was lost"]],
      run: async (settings, io, words) => (await keys()).revokeKeys(settings, io, words),
    }),
  ],
};
