import { type CommandGroup, defineCommand } from "../commands/command.ts";
import { freeText, ONCE } from "../options/readers.ts";
import { DATA_PLACE, shared } from "../options/shared-options.ts";

const commands = () => import("./privacy-commands.ts");

export const privacyCommands: CommandGroup = {
  name: "privacy",
  about: "what is kept about visitors: for how long, to give it out, to erase it",
  details:
    "Works on the server's database while it runs: data/octavo.db, or the one that --db or OCTAVO_DB names. docs/privacy.md says what is kept.",
  commands: [
    defineCommand({
      name: "privacy sweep",
      about: "delete what has reached its age, now",
      details: `The server does so each hour. Without OCTAVO_RETENTION in this shell, what the server was last started with holds: unless you said otherwise, rejected
comments and spam go after 30 days, e-mail addresses of comments after 365, raw events after 90; inquiries stay.`,
      options: shared(...DATA_PLACE, "dryRun", "json"),
      notes: [["OCTAVO_RETENTION=…", 'other ages, in days: "rejected=30 spam=30 emails=365 events=90 inquiries=never"']],
      examples: [
        ["octavo privacy sweep --dry-run", "what would go"],
        ["OCTAVO_RETENTION=inquiries=730 octavo privacy sweep", "inquiries older than two years, too"],
      ],
      run: async (settings, io) => (await commands()).sweepOld(settings, io),
    }),
    defineCommand({
      name: "privacy export",
      about: "everything that is held about a person, as JSON",
      details: `Of an e-mail address, in any case: comments, inquiries with your notes, bans, and every other row that leads to them. Of --comment: what belongs to that
comment. Likes and what was read belong to nobody who could be named.`,
      options: {
        ...shared(...DATA_PLACE, "email", "comment"),
        file: freeText("file", "write to this file, which only you can read (mode 0600), instead of standard output", ONCE),
      },
      examples: [
        ["octavo privacy export --email ada@mail.example --file ada.json", "to hand over"],
        ["octavo privacy export --comment ab2cd3ef4gh5ij6kl7mn2op3", "of one comment, on the screen"],
      ],
      run: async (settings, io) => (await commands()).exportPerson(settings, io),
    }),
    defineCommand({
      name: "privacy erase",
      about: "erase a person, or a comment, for good",
      details: `Deletes all that octavo privacy export shows, then rewrites the database, so that nothing is left in its free pages or its log. The server may run: it reads on, and what visitors
send meanwhile waits. A comment keeps its place, so that replies to it still stand somewhere. A snapshot of comments in --out is made anew. Says which addresses caches should forget, and which copies it does not reach.
Notes in erasures.json, by a hash, whom: octavo db restore erases them again in whatever backup it restores.`,
      options: shared(...DATA_PLACE, "email", "comment", "config", "out", "dryRun", "yes", "json"),
      examples: [
        ["octavo privacy erase --email ada@mail.example --dry-run", "what would go"],
        ["octavo privacy erase --email ada@mail.example", "after a question"],
        ["octavo privacy erase --comment ab2cd3ef4gh5ij6kl7mn2op3 --yes", "one comment, without a question"],
      ],
      run: async (settings, io) => (await import("./erase-commands.ts")).erasePersonalData(settings, io),
    }),
    defineCommand({
      name: "privacy accept-loss",
      about: "go on without a list of erasures that is lost for good",
      details: `Where erasures.json is gone or cannot be read, no start and no command shows what visitors wrote: an older database may hold what was erased. Put the list back instead, if you can: a
copy lies beside each backup (<backup>.erasures.json). This makes a new list of what those copies name, sets a damaged one aside, and notes in the database that you accepted the loss. Then erase again.`,
      options: shared("db"),
      examples: [["octavo privacy accept-loss", "after the loss of erasures.json"]],
      run: async (settings, io) => (await import("./accept-loss.ts")).acceptLoss(settings, io),
    }),
  ],
};
