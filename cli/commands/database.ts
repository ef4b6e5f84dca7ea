import { WRITES_HOSTS } from "../../contract/config/define-config.ts";
import { parseRowsADay, ROWS_A_DAY_WANT } from "../../server/object/rows-a-day.ts";
import { usageError } from "../io.ts";
import { ageRecipient, count, flag, freeText, ONCE, option, word } from "../options/readers.ts";
import { DATA_PLACE, shared } from "../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "./command.ts";

const database = () => import("../records/database-commands.ts");
const secrets = () => import("../records/secrets-commands.ts");

/** @returns infinity: any number */
function readRows(given: string, source: string): number {
  const rows = parseRowsADay(given);
  if (rows === undefined) throw usageError(`${source} is "${given}", not a number of rows`, ROWS_A_DAY_WANT);
  return rows ?? Number.POSITIVE_INFINITY;
}

export const dbCommands: CommandGroup = {
  name: "db",
  about: "back up, restore and check the database of what visitors write",
  details:
    "The database is data/octavo.db, or the one that --db or OCTAVO_DB names. Its secrets stand beside it, in secrets.json, and are in no backup.",
  commands: [
    defineCommand({
      name: "db backup",
      words: { shown: "<file>", min: 1, max: 1 },
      about: "copy the database into one file, while the server runs",
      details:
        "The copy is of one moment. It is checked, and only then gets its name: a file that is there is a whole backup, whatever happens. A copy of erasures.json is put beside it. With --site the server sends its copy, to a key with the scope backup.",
      options: { ...shared(...DATA_PLACE, "json"), age: ageRecipient("encrypt it for the owner of this public key of age", ONCE) },
      examples: [
        ["octavo db backup backups/monday.db", "each Monday, from cron"],
        ["octavo db backup backups/monday.db.age --age age1…", "for a place that others can read"],
        ["octavo db backup monday.db --site https://ines.example", "from another machine, with a key"],
      ],
      run: async (settings, io, words) => (await database()).backup(settings, io, words),
    }),
    defineCommand({
      name: "db restore",
      words: { shown: "<backup>", min: 1, max: 1 },
      about: "put a backup in the database's place; the server must be stopped",
      details: `Checks the backup, copies it, renders every comment anew from its text, erases whom octavo privacy erase has erased since, checks the copy. What was there before is kept beside it as octavo.db.before-restore; it is never replaced without
--force. Refuses while a server, or anybody else, has the database open.`,
      options: shared("db", "force", "json"),
      examples: [["octavo db restore backups/monday.db", "as it was on Monday"]],
      run: async (settings, io, words) => (await database()).restore(settings, io, words),
    }),
    defineCommand({
      name: "db pull",
      about: "copy a site's database from elsewhere into a file here",
      details: `Reads the database of a site without a machine, table by table, while the site refuses writes for as long as that takes. The file is an ordinary SQLite file, of one moment, compared with the site by number and SHA-256 of each table's rows,
and checked; only then does it get its name. A site on a machine sends a backup instead, and takes writes meanwhile. The list of erasures is put beside the file. The key needs the scope backup.`,
      options: {
        ...shared("site", "keyFile", "json"),
        out: freeText("file", "file to write (default: the name of the site, with .db)", ONCE),
      },
      examples: [
        ["octavo db pull --site https://ines.example --out ines.db", "a backup, or the move to one machine: octavo db restore ines.db"],
      ],
      run: async (settings, io) => (await import("../remote/pull-database.ts")).pull(settings, io),
    }),
    defineCommand({
      name: "db push",
      words: { shown: "<file>", min: 1, max: 1 },
      about: "put a database into a site without a machine",
      details: `The site must be empty, and have the secrets of the database (octavo secrets). The file is checked like octavo db verify does. Says first how many rows the site writes, because plans limit those of a day; beyond that it wants --without-events or --days. Until everything has
arrived and is compared, the site serves nothing; a push that broke off goes on with the same command. Keys of the site stay beside those of the file, and a key or passkey that was revoked on either side stays revoked. Browsers that are signed in to the desk do not go along.
The list of erasures beside the file goes to the site's own list. The key is the first key (octavo secrets export).`,
      options: {
        ...shared("site", "keyFile", "force", "json"),
        withoutEvents: flag("leave out raw events; their figures go along", ONCE),
        days: count("number", "raw events of this many days only; the figures of all days go along", ONCE),
        rowsADay: option(
          "number",
          "rows that the site's plan may write in a day, or none (default: the site's own OCTAVO_ROWS_A_DAY)",
          readRows,
        ),
      },
      examples: [
        ["octavo db push data/octavo.db --site https://ines.example", "from a machine that is switched off soon"],
        ["octavo db push data/octavo.db --site https://ines.example --days 7", "without older raw events"],
      ],
      run: async (settings, io, words) => (await import("../remote/push-database.ts")).push(settings, io, words),
    }),
    defineCommand({
      name: "db verify",
      words: { shown: "[<file>]", min: 0, max: 1 },
      about: "check a database or a backup through and through",
      details:
        "SQLite's integrity check, references, the schema, every count against what it counts, and every comment's HTML against its text. The server may run meanwhile.",
      options: shared("db", "json"),
      examples: [
        ["octavo db verify", "the database"],
        ["octavo db verify backups/monday.db", "a backup"],
      ],
      run: async (settings, io, words) => (await database()).verify(settings, io, words),
    }),
    defineCommand({
      name: "db compact",
      about: "rewrite the database, so that it is as small as what it holds",
      details:
        "Gives back the room of what was deleted, and leaves nothing of it in unused pages or the log; octavo privacy erase does so as well. The server may run: it reads on, and what visitors send meanwhile waits, for up to 30 seconds. Needs room for a second copy.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo db compact", "after thousands of spam comments were deleted"]],
      run: async (settings, io) => (await import("../privacy/compact-command.ts")).compact(settings, io),
    }),
    defineCommand({
      name: "db dismiss",
      words: { shown: "<rescued>", min: 1, max: 1 },
      about: "say that a rescued database is dealt with",
      details: `A server whose database was taken away leaves what it held in octavo.db.rescued-…, and every start, /readyz, octavo comments list and the desk say so. Restore it, or import its comments and inquiries;
then dismiss it. The file stays, under a longer name.`,
      options: shared("db"),
      examples: [["octavo db dismiss data/octavo.db.rescued-20260131T120000000Z", "after its comments and inquiries were imported"]],
      run: async (settings, io, words) => (await import("../records/rescue-commands.ts")).dismissRescued(settings, io, words),
    }),
    defineCommand({
      name: "db migrate",
      about: "bring the database to this version's schema",
      details:
        "A start does so as well, and nothing else does. All steps are done, or none. Makes an empty database where there is none, and takes one from before this program was called Octavo. The server must be stopped.",
      options: shared("db", "json"),
      examples: [["octavo db migrate", "before a start that must be quick"]],
      run: async (settings, io) => (await database()).migrateDatabase(settings, io),
    }),
  ],
};

export const secretsCommands: CommandGroup = {
  name: "secrets",
  about: "the keys of cookies, edit tokens, links and hashes",
  details: "They stand in secrets.json beside the database.",
  commands: [
    defineCommand({
      name: "secrets rotate",
      about: "sign cookies with a new key from the next start on",
      details: `Cookies signed with older keys are still good, and are signed anew when they come: no like is lost. Restart the server afterwards. With --all every key is made anew, for when somebody may have read them: cookies,
edit tokens, and the links in mails that were sent are void, and bans of network addresses end. The server must be stopped. The old key that erasures were noted by stays, for making them again alone.`,
      options: { ...shared("db"), all: flag("replace every key, not only the one that signs cookies", ONCE) },
      examples: [
        ["octavo secrets rotate", "once a quarter"],
        ["octavo secrets rotate --all", "somebody may have read secrets.json"],
      ],
      run: async (settings, io) => (await secrets()).rotateSecrets(settings, io),
    }),
    defineCommand({
      name: "secrets export",
      about: "print the write server's secrets for a host that runs it",
      details: `Prints what wrangler secret bulk takes (give it --config dist/_hosts/cloudflare/wrangler.jsonc): the secrets (created if they do not exist), the owner's first key as a hash, and the variables of notices
(docs/notices.md) that are set here. The key itself goes to standard error, once. A first key of an earlier export ends as soon as the host has the new one: so a lost
key is replaced. With --no-key the key stays as it is.`,
      options: {
        ...shared("config", "db"),
        host: word("name", "the host: cloudflare", WRITES_HOSTS, ONCE),
        noKey: flag("leave the owner's first key out", ONCE),
      },
      examples: [
        ["octavo secrets export --host cloudflare | npx wrangler secret bulk", "after the site was first deployed with writes"],
        ["octavo secrets export --host cloudflare --no-key", "after a variable of notices has changed"],
      ],
      run: async (settings, io) => (await import("../records/secrets-export.ts")).exportSecrets(settings, io),
    }),
    defineCommand({
      name: "secrets accept",
      about: "say that the database goes with the secrets that are there now",
      details: `The database knows which secrets it was made with, and the server says so loudly where others stand beside it. Put the right file back if
there is one. This is for when it is lost: visitors can like again, bans hit nobody, and open edit tokens are void.`,
      options: shared("db"),
      examples: [["octavo secrets accept", "after the loss of secrets.json"]],
      run: async (settings, io) => (await secrets()).acceptSecrets(settings, io),
    }),
  ],
};
