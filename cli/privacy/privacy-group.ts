import { type CommandGroup, defineCommand } from "../commands/command.ts";
import { freeText, ONCE } from "../options/readers.ts";
import { DATA_PLACE, ON_DATABASE, shared } from "../options/shared-options.ts";

const commands = () => import("./privacy-commands.ts");

export const privacyCommands: CommandGroup = {
  name: "privacy",
  about: "delete old data about visitors; export or erase a person's data",
  details: `${ON_DATABASE} docs/privacy.md lists what is stored.`,
  commands: [
    defineCommand({
      name: "privacy sweep",
      about: "delete data past its retention period now",
      details: `The server does this every hour. Without OCTAVO_RETENTION in this shell, the retention periods of the server's last start apply. By default, rejected
comments and spam are deleted after 30 days, email addresses of comments after 365, raw events after 90; inquiries stay.`,
      options: shared(...DATA_PLACE, "dryRun", "json"),
      notes: [["OCTAVO_RETENTION=…", 'other periods, in days: "rejected=30 spam=30 emails=365 events=90 inquiries=never"']],
      examples: [
        ["octavo privacy sweep --dry-run", "show the data that would be deleted"],
        ["OCTAVO_RETENTION=inquiries=730 octavo privacy sweep", "also delete inquiries older than two years"],
      ],
      run: async (settings, io) => (await commands()).sweepOld(settings, io),
    }),
    defineCommand({
      name: "privacy export",
      about: "print everything stored about a person, as JSON",
      details: `For an email address (in any case), prints comments, inquiries with your notes, bans, and every other row that refers to them. For --comment, prints the data of that
comment. Likes and engagement belong to no identifiable person.`,
      options: {
        ...shared(...DATA_PLACE, "email", "comment"),
        file: freeText("file", "write to this file, which only you can read (mode 0600), instead of standard output", ONCE),
      },
      examples: [
        ["octavo privacy export --email ada@mail.example --file ada.json", "to give to the person"],
        ["octavo privacy export --comment ab2cd3ef4gh5ij6kl7mn2op3", "the data of one comment, on the screen"],
      ],
      run: async (settings, io) => (await commands()).exportPerson(settings, io),
    }),
    defineCommand({
      name: "privacy erase",
      about: "erase a person or a comment permanently",
      details: `Deletes everything that octavo privacy export shows, then rewrites the database, so that nothing is left in its free pages or its log. The server may keep running: reads continue, and writes wait in the meantime. A comment keeps its place, so its replies stay attached. A snapshot of comments in --out is renewed. Lists the addresses to purge from caches, and the copies that it cannot erase.
Records the erasure in erasures.json as a hash, so octavo db restore repeats it in any backup that it restores.`,
      options: shared(...DATA_PLACE, "email", "comment", "config", "out", "dryRun", "yes", "json"),
      examples: [
        ["octavo privacy erase --email ada@mail.example --dry-run", "show the data that would be deleted"],
        ["octavo privacy erase --email ada@mail.example", "with a confirmation"],
        ["octavo privacy erase --comment ab2cd3ef4gh5ij6kl7mn2op3 --yes", "one comment, without confirmation"],
      ],
      run: async (settings, io) => (await import("./erase-commands.ts")).erasePersonalData(settings, io),
    }),
    defineCommand({
      name: "privacy accept-loss",
      about: "continue without a list of erasures that is permanently lost",
      details: `If erasures.json is missing or unreadable, neither a start nor a command shows visitors' data, because an older database may contain erased data. Put the list back if you can: a
copy is next to each backup (<backup>.erasures.json). This command creates a new list from those copies, sets a damaged one aside, and records in the database that you accepted the loss. Then erase again.`,
      options: shared("db"),
      examples: [["octavo privacy accept-loss", "after erasures.json was lost"]],
      run: async (settings, io) => (await import("./accept-loss.ts")).acceptLoss(settings, io),
    }),
  ],
};
