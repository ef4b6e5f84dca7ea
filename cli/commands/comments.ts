import type { Decision } from "../../server/store/comment-types.ts";
import { flag, freeText, ONCE, siteUrl } from "../options/readers.ts";
import { DATA_PLACE, ON_DATABASE, shared } from "../options/shared-options.ts";
import { type Command, type CommandGroup, defineCommand } from "./command.ts";
import { THREAD_COMMANDS } from "./owner/thread-commands.ts";

const SYSTEMS = "Disqus, WordPress (Tools → Export → All content), Isso (its database), Remark42, Commento or octavo comments export";
/** Options of lists and bulk decisions. */
const FILTERS = ["state", "post", "email", "text", "author", "link", "days"] as const;
const OLDER = ["--days 30", "only comments older than 30 days"] as const;
const IDS = { shown: "<comment>…", min: 1, max: 1_000 };

const list = defineCommand({
  name: "comments list",
  about: "list comments: the pending ones, unless options select others",
  details: `Lists pending comments, the oldest first; --state all, --state spam and so on list others. The other commands take the id in the first column, which ends in @2 if the author has changed the comment once.`,
  options: shared(...DATA_PLACE, ...FILTERS, "limit", "after", "newest", "json"),
  notes: [OLDER],
  examples: [
    ["octavo comments list", "the pending ones"],
    ["octavo comments list --link casino.example --days 7", "comments older than a week with a link to that host"],
    ["octavo comments list --state spam --newest --limit 10", "the latest spam"],
  ],
  run: async (settings, io) => (await import("../comments/list-comments.ts")).printComments(settings, io),
});

const show = defineCommand({
  name: "comments show",
  words: IDS,
  about: "show everything about a comment, with its whole text",
  details:
    "Shows author, email, origin, links and text. Control characters are shown as symbols, so that a comment cannot manipulate your terminal.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo comments show ab2cd3ef4gh5ij6kl7mn2op3", "one of them"]],
  run: async (settings, io, words) => (await import("../comments/list-comments.ts")).showComments(settings, io, words),
});

function decision(name: Decision, about: string, details: string): Command {
  return defineCommand({
    name: `comments ${name}`,
    words: IDS,
    about,
    details: `${details} If the author has edited a comment since you saw it, the command shows it again and leaves it alone: then use the id from the list (…@2).`,
    options: name === "delete" ? shared(...DATA_PLACE, "yes", "json") : shared(...DATA_PLACE, "json"),
    examples: [[`octavo comments ${name} ab2cd3ef4gh5ij6kl7mn2op3 de3fg4hi5jk6lm7no2pq3rs4`, "two of them"]],
    run: async (settings, io, words) => (await import("../comments/decide.ts")).runDecision(name)(settings, io, words),
  });
}

const bulk = defineCommand({
  name: "comments bulk",
  words: { shown: "<decision>", min: 1, max: 1 },
  about: "apply one decision to every comment that a filter selects",
  details: `The decision is approve, reject, spam or delete. Selects pending comments, unless --state says otherwise; all filters must match. Shows the newest ones and asks you to confirm.
Comments that arrive or are edited in the meantime stay as they are. It works in steps, so visitors can write in between. octavo comments undo reverts it within a day;
deleted comments are gone.`,
  options: shared(...DATA_PLACE, ...FILTERS, "dryRun", "yes", "json"),
  notes: [OLDER],
  examples: [
    ["octavo comments bulk spam --text casino", "a flood of similar comments"],
    ["octavo comments bulk delete --state spam", "all spam, for good"],
    ["octavo comments bulk spam --link casino.example --dry-run", "how many there are"],
  ],
  run: async (settings, io, words) => (await import("../comments/bulk/bulk-decisions.ts")).decideInBulk(settings, io, words),
});

const undo = defineCommand({
  name: "comments undo",
  words: { shown: "<selection>", min: 1, max: 1 },
  about: "revert a decision of octavo comments bulk within a day",
  details: "octavo comments bulk prints the word to use. Comments that have changed since the decision stay as they are, and are listed.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo comments undo ab2cd3ef4gh5ij6kl7mn2op3", "one of them"]],
  run: async (settings, io, words) => (await import("../comments/bulk/bulk-decisions.ts")).undoInBulk(settings, io, words),
});

const reply = defineCommand({
  name: "comments reply",
  words: { shown: "<comment> [<text>]", min: 1, max: 2 },
  about: "answer a comment as the site's author",
  details: `The reply is public at once, and is marked as the author's (isAuthor). It uses the author's name in the site's settings. The comment that it answers must be approved.
Without a text, the command asks for it.`,
  options: shared(...DATA_PLACE, "json"),
  examples: [['octavo comments reply ab2cd3ef4gh5ij6kl7mn2op3 "Thank you, *corrected*."', "in Markdown"]],
  run: async (settings, io, words) => (await import("../comments/reply.ts")).runReply(settings, io, words),
});

const ban = defineCommand({
  name: "comments ban",
  words: { shown: "<comment>", min: 1, max: 1 },
  about: "ban the author of a comment by email and address, for 30 days",
  details: `Marks the comment as spam, if it is pending or approved. Later comments by the author are also marked as spam, and the author is not told. Offers to mark the
author's other pending comments; --others does so without asking. Email and address are stored only as keyed hashes, for 30 days.
octavo bans list and revoke manage bans.`,
  options: {
    ...shared(...DATA_PLACE, "days", "note"),
    others: flag("mark the author's other pending comments as spam too", ONCE),
    ...shared("json"),
  },
  examples: [
    ['octavo comments ban ab2cd3ef4gh5ij6kl7mn2op3 --days 90 --note "casino links"', "for longer"],
    ["octavo comments ban ab2cd3ef4gh5ij6kl7mn2op3 --others", "and mark the author's other pending comments as spam"],
  ],
  run: async (settings, io, words) => (await import("../records/ban-commands.ts")).runBan(settings, io, words),
});

const snapshot = defineCommand({
  name: "comments snapshot",
  about: "write the public comments beside the built site, which shows them while the server is away",
  details: `Writes index/v1/comments.json and the files that it names into dist, for any host. octavo api and octavo start do this themselves if the server runs beside the files. Otherwise, take a snapshot after each build that you deploy, and after you remove a comment: the files show the comments of the last snapshot.`,
  options: {
    ...shared("config", "out", "db"),
    from: siteUrl("site whose public API to read: https://ines.example", { env: "OCTAVO_FROM_API" }),
    ...shared("force", "json"),
  },
  examples: [
    ["octavo comments snapshot --db data/octavo.db --out dist", "from the database, while its server runs"],
    ["octavo comments snapshot --from https://ines.example", "over the public API, for example in CI, where there is no database"],
  ],
  run: async (settings, io) => (await import("../comments/snapshot.ts")).takeSnapshot(settings, io),
});

const moderate = defineCommand({
  name: "comments moderate",
  about: "go through the pending comments, one key for each decision",
  details: `Shows one comment after another: a approves, r rejects, s marks as spam, d deletes and b bans the author, which marks the comment as spam (both ask), n leaves it for later, u undoes
the last decision (even after the last comment), q stops, ? shows the keys. A long text comes in parts: space shows more. Times are in the site's time zone. The server may keep running.`,
  options: shared(...DATA_PLACE, "state", "post", "newest", "days", "note"),
  examples: [
    ["octavo comments moderate", "the pending ones"],
    ["octavo comments moderate --state spam --newest", "look for good comments in the spam"],
  ],
  run: async (settings, io) => (await import("../comments/moderate.ts")).moderate(settings, io),
});

const exportCommand = defineCommand({
  name: "comments export",
  about: "print all comments as NDJSON, one per line",
  details: `Prints comments in every state, with their parents, dates and texts in Markdown; octavo comments import reads them. The output contains names and unapproved comments, so keep it private. It contains email addresses only with --emails.`,
  options: { ...shared(...DATA_PLACE, "post"), emails: flag("include email addresses; keep the file private", ONCE) },
  examples: [
    ["octavo comments export > comments.ndjson", "without email addresses"],
    ["octavo comments export --emails --post first-ice > first-ice.ndjson", "of one post, with email addresses"],
  ],
  run: async (settings, io) => (await import("../comments/export-comments.ts")).exportComments(settings, io),
});

const importCommand = defineCommand({
  name: "comments import",
  words: { shown: "<export>", min: 1, max: 1 },
  about: "import comments from Disqus, WordPress, Isso, Remark42, Commento or another Octavo",
  details: `Reads the export of ${SYSTEMS}, gzipped or not, and recognizes the system from the content. Dates, states and threads are kept; pingbacks,
trackbacks and IP addresses are left out. Threads go to the posts of the built site (--published) whose page has, or once had, their address. Nothing is imported twice: a
second run changes nothing, and comments that you deleted here do not come back. Nobody is notified. The server may keep running. An Octavo database (a rescued one, or a backup) is merged by id: missing comments are added, and for existing ones the newer text and decision win.`,
  options: {
    ...shared(...DATA_PLACE, "published"),
    map: freeText("file", "file with an address and a slug per line, for threads whose page is not found", ONCE),
    ...shared("dryRun", "json"),
  },
  examples: [
    ["octavo comments import disqus.xml.gz --dry-run", "which thread would go to which post"],
    ["octavo comments import wordpress.xml --map threads.txt", 'with lines such as "https://old.example/?p=12 first-ice"'],
  ],
  run: async (settings, io, [file = ""]) => (await import("../comments/import-comments.ts")).importComments(file, settings, io),
});

export const commentsCommands: CommandGroup = {
  name: "comments",
  about: "read and decide on visitors' comments",
  details: ON_DATABASE,
  commands: [
    list,
    show,
    moderate,
    decision("approve", "make comments public", "Pending, rejected and spam comments can be approved."),
    decision("reject", "keep comments hidden", "Pending and approved comments can be rejected."),
    decision("spam", "mark comments as spam", "Pending and approved comments can be marked as spam."),
    decision("delete", "delete comments for good", "Text, names and email are erased; replies keep their place under a tombstone."),
    bulk,
    undo,
    reply,
    ...THREAD_COMMANDS,
    ban,
    exportCommand,
    importCommand,
    snapshot,
  ],
};
