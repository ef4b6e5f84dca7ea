import { WRITES_HOSTS } from "../../contract/config/config-names.ts";
import { parseRowsADay, ROWS_A_DAY_WANT } from "../../server/object/rows-a-day.ts";
import { usageError } from "../io.ts";
import { ageRecipient, count, flag, freeText, ONCE, option, word } from "../options/readers.ts";
import { DATA_PLACE, shared } from "../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "./command.ts";

const database = () => import("../records/database-commands.ts");
const secrets = () => import("../records/secrets-commands.ts");

/** @returns Infinity if there is no limit */
function readRows(given: string, source: string): number {
  const rows = parseRowsADay(given);
  if (rows === undefined) throw usageError(`${source} is "${given}", not a number of rows`, ROWS_A_DAY_WANT);
  return rows ?? Number.POSITIVE_INFINITY;
}

export const dbCommands: CommandGroup = {
  name: "db",
  about: "back up, restore and check the database of visitors' data",
  details:
    "The database is data/octavo.db, or the one that --db or OCTAVO_DB names. Its secrets are in secrets.json next to it, and never in a backup.",
  commands: [
    defineCommand({
      name: "db backup",
      words: { shown: "<file>", min: 1, max: 1 },
      about: "copy the database into one file, even while the server is running",
      details:
        "The copy is a consistent snapshot. The file is renamed to its final name only after a check, so every file with that name is a complete backup. A copy of erasures.json is put next to that file. With --site, the server sends the backup; the key needs the scope backup.",
      options: { ...shared(...DATA_PLACE, "json"), age: ageRecipient("encrypt the backup for the owner of this age public key", ONCE) },
      examples: [
        ["octavo db backup backups/monday.db", "every Monday, from cron"],
        ["octavo db backup backups/monday.db.age --age age1…", "for a place that others can read"],
        ["octavo db backup monday.db --site https://ines.example", "from another machine, with a key"],
      ],
      run: async (settings, io, words) => (await database()).backup(settings, io, words),
    }),
    defineCommand({
      name: "db restore",
      words: { shown: "<backup>", min: 1, max: 1 },
      about: "replace the database with a backup; the server must be stopped",
      details: `Checks the backup, copies it, renders every comment again from its text, repeats the erasures that octavo privacy erase has made since the backup, and checks the copy. The previous database stays next to the restored one as octavo.db.before-restore, which is replaced only with
--force. The command refuses to run while a server or another program has the database open.`,
      options: shared("db", "force", "json"),
      examples: [["octavo db restore backups/monday.db", "the database as it was on Monday"]],
      run: async (settings, io, words) => (await database()).restore(settings, io, words),
    }),
    defineCommand({
      name: "db pull",
      about: "copy a site's database from elsewhere into a file here",
      details: `Reads the database of a serverless site, table by table; the site refuses writes until the copy is complete. The result is an ordinary, consistent SQLite file. The file is renamed to its final name only after a check, and only if the number and the SHA-256 of each table's rows match the site's. A site with a server of its own sends a backup instead, and keeps accepting writes. The list of erasures is put next to the file. The key needs the scope backup.`,
      options: {
        ...shared("site", "keyFile", "json"),
        out: freeText("file", "file to write (default: the name of the site, with .db)", ONCE),
      },
      examples: [
        [
          "octavo db pull --site https://ines.example --out ines.db",
          "a backup, or the move to a server of your own: octavo db restore ines.db",
        ],
      ],
      run: async (settings, io) => (await import("../remote/pull-database.ts")).pull(settings, io),
    }),
    defineCommand({
      name: "db push",
      words: { shown: "<file>", min: 1, max: 1 },
      about: "upload a database to a serverless site",
      details: `The site must be empty and have the database's secrets (octavo secrets export). The file is checked as octavo db verify checks a backup. The command first prints how many rows the site will write, because plans limit the number of rows per day; above the limit, the command asks for --without-events or --days. The site
serves nothing until everything has arrived and been compared; the same command continues an interrupted push. The site's keys are kept in addition to the file's, and a key or passkey that was revoked on either side stays revoked. Browsers that are signed in to the desk are left out.
The list of erasures next to the file is added to the site's own list. The push needs the site's first key (octavo secrets export).`,
      options: {
        ...shared("site", "keyFile", "force", "json"),
        withoutEvents: flag("leave out raw events, but send the figures made from them", ONCE),
        days: count("number", "send only the raw events of this many recent days, but the figures of all days", ONCE),
        rowsADay: option(
          "number",
          "rows that the site's plan lets it write in a day, or none for no limit (default: the site's own OCTAVO_ROWS_A_DAY)",
          readRows,
        ),
      },
      examples: [
        ["octavo db push data/octavo.db --site https://ines.example", "from a server that will soon be switched off"],
        ["octavo db push data/octavo.db --site https://ines.example --days 7", "without older raw events"],
      ],
      run: async (settings, io, words) => (await import("../remote/push-database.ts")).push(settings, io, words),
    }),
    defineCommand({
      name: "db verify",
      words: { shown: "[<file>]", min: 0, max: 1 },
      about: "check a database or a backup completely",
      details:
        "Runs SQLite's integrity check, and checks references, the schema, every count against its rows, and every comment's HTML against its text. The server may keep running.",
      options: shared("db", "json"),
      examples: [
        ["octavo db verify", "check the database"],
        ["octavo db verify backups/monday.db", "check a backup"],
      ],
      run: async (settings, io, words) => (await database()).verify(settings, io, words),
    }),
    defineCommand({
      name: "db compact",
      about: "rewrite the database so that it takes no more space than its data",
      details:
        "Frees the space of deleted data, and removes all traces of it from unused pages and the log; octavo privacy erase also does this. The server may keep running: reads continue, and writes wait up to 30 seconds. The command needs space for a second copy of the database.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo db compact", "after thousands of spam comments were deleted"]],
      run: async (settings, io) => (await import("../privacy/compact-command.ts")).compact(settings, io),
    }),
    defineCommand({
      name: "db dismiss",
      words: { shown: "<rescued>", min: 1, max: 1 },
      about: "mark a rescued database as handled",
      details: `If a server's database file disappears, the server saves the data to octavo.db.rescued-…, and every start, /readyz, octavo comments list and the desk report the rescued file. Restore that file, or import its comments and inquiries,
and then dismiss it. The file stays, under a longer name.`,
      options: shared("db"),
      examples: [["octavo db dismiss data/octavo.db.rescued-20260131T120000000Z", "after its comments and inquiries were imported"]],
      run: async (settings, io, words) => (await import("../records/rescue-commands.ts")).dismissRescued(settings, io, words),
    }),
    defineCommand({
      name: "db migrate",
      about: "bring the database to this version's schema",
      details:
        "Only this command and the start of a server migrate a database. A migration applies all steps or none. If there is no database, the command creates an empty one. It also accepts a database from before this program was called Octavo. Stop the server first.",
      options: shared("db", "json"),
      examples: [["octavo db migrate", "before a start that must be fast"]],
      run: async (settings, io) => (await database()).migrateDatabase(settings, io),
    }),
  ],
};

export const secretsCommands: CommandGroup = {
  name: "secrets",
  about: "the keys of cookies, edit tokens, links and hashes",
  details: "The keys are in secrets.json next to the database.",
  commands: [
    defineCommand({
      name: "secrets rotate",
      about: "create a new key for cookies, used from the next start",
      details: `Cookies signed with older keys stay valid and are signed again when they are used, so no like is lost. Restart the server afterwards. If somebody may have read the keys, use --all to replace every key: cookies,
edit tokens and links in sent emails become invalid, and bans of network addresses end. For --all, the server must be stopped. The old key of the recorded erasures is kept, but only to repeat those erasures.`,
      options: { ...shared("db"), all: flag("replace every key, not only the one that signs cookies", ONCE) },
      examples: [
        ["octavo secrets rotate", "once a quarter"],
        ["octavo secrets rotate --all", "if somebody may have read secrets.json"],
      ],
      run: async (settings, io) => (await secrets()).rotateSecrets(settings, io),
    }),
    defineCommand({
      name: "secrets export",
      about: "print the write server's secrets for a host that runs it",
      details: `Prints the input for wrangler secret bulk (run wrangler with --config dist/_hosts/cloudflare/wrangler.jsonc): the secrets (created if they do not exist), the owner's first key as a hash, and the variables for notices
(docs/notices.md) that are set in this shell. The key itself goes to standard error, once. The first key of an earlier export becomes invalid as soon as the host has the new key; this is how to replace a lost key.
With --no-key, the first key stays as it is.`,
      options: {
        ...shared("config", "db"),
        host: word("name", "the host: cloudflare", WRITES_HOSTS, ONCE),
        noKey: flag("leave out the owner's first key", ONCE),
      },
      examples: [
        ["octavo secrets export --host cloudflare | npx wrangler secret bulk", "after the first deployment with writes"],
        ["octavo secrets export --host cloudflare --no-key", "after a variable for notices has changed"],
      ],
      run: async (settings, io) => (await import("../records/secrets-export.ts")).exportSecrets(settings, io),
    }),
    defineCommand({
      name: "secrets accept",
      about: "accept the current secrets for this database",
      details: `The database records which secrets it was created with, and the server warns if secrets.json next to the database contains other secrets. If you have the right file, put it back.
Use this command only if that file is lost: visitors can then like posts again, bans no longer apply, and open edit tokens are invalid.`,
      options: shared("db"),
      examples: [["octavo secrets accept", "after secrets.json was lost"]],
      run: async (settings, io) => (await secrets()).acceptSecrets(settings, io),
    }),
  ],
};
