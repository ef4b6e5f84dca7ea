import type { Decision } from "../../server/store/comment-types.ts";
import { flag, freeText, ONCE, siteUrl } from "../options/readers.ts";
import { DATA_PLACE, ON_DATABASE, shared } from "../options/shared-options.ts";
import { type Command, type CommandGroup, defineCommand } from "./command.ts";
import { THREAD_COMMANDS } from "./owner/thread-commands.ts";

const SYSTEMS =
  "Disqus, WordPress (Tools → Export → All content), Isso (its database), Remark42, Commento or another Octavo (octavo comments export)";
/** Options of lists and bulk decisions. */
const FILTERS = ["state", "post", "email", "text", "author", "link", "days"] as const;
const OLDER = ["--days 30", "only comments older than 30 days"] as const;
const IDS = { shown: "<comment>…", min: 1, max: 1_000 };

const list = defineCommand({
  name: "comments list",
  about: "list comments: pending comments, unless options select others",
  details: `Lists pending comments, oldest first; --state lists comments in other states, for example --state spam or --state all. The other commands take a comment's id from the first column; the id ends in @2 if the author has changed the comment once.`,
  options: shared(...DATA_PLACE, ...FILTERS, "limit", "after", "newest", "json"),
  notes: [OLDER],
  examples: [
    ["octavo comments list", "list the pending comments"],
    ["octavo comments list --link casino.example --days 7", "comments that are older than a week and link to casino.example"],
    ["octavo comments list --state spam --newest --limit 10", "the latest spam"],
  ],
  run: async (settings, io) => (await import("../comments/list-comments.ts")).printComments(settings, io),
});

const show = defineCommand({
  name: "comments show",
  words: IDS,
  about: "show everything about a comment, including its full text",
  details:
    "Shows a comment's author, email address, origin, links and text. Control characters are shown visibly, so that a comment cannot manipulate your terminal.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo comments show ab2cd3ef4gh5ij6kl7mn2op3", "show one comment"]],
  run: async (settings, io, words) => (await import("../comments/list-comments.ts")).showComments(settings, io, words),
});

function decision(name: Decision, about: string, details: string): Command {
  return defineCommand({
    name: `comments ${name}`,
    words: IDS,
    about,
    details: `${details} If the author has edited a comment since you saw it, the command shows the comment again and leaves it as it is; to decide on the new text, use the id that octavo comments list shows (…@2).`,
    options: name === "delete" ? shared(...DATA_PLACE, "yes", "json") : shared(...DATA_PLACE, "json"),
    examples: [[`octavo comments ${name} ab2cd3ef4gh5ij6kl7mn2op3 de3fg4hi5jk6lm7no2pq3rs4`, "decide on two comments"]],
    run: async (settings, io, words) => (await import("../comments/decide.ts")).runDecision(name)(settings, io, words),
  });
}

const bulk = defineCommand({
  name: "comments bulk",
  words: { shown: "<decision>", min: 1, max: 1 },
  about: "apply one decision to every comment that a filter selects",
  details: `<decision> is approve, reject, spam or delete. The command selects pending comments, unless --state selects other states; a comment must match every filter. The command shows the newest of these comments and asks you to confirm.
Comments that arrive or are edited in the meantime stay as they are. The command works in steps, so visitors can write in between. To revert the decision within a day, use octavo comments undo;
deleted comments cannot be restored.`,
  options: shared(...DATA_PLACE, ...FILTERS, "dryRun", "yes", "json"),
  notes: [OLDER],
  examples: [
    ["octavo comments bulk spam --text casino", "a flood of similar comments"],
    ["octavo comments bulk delete --state spam", "delete all spam for good"],
    ["octavo comments bulk spam --link casino.example --dry-run", "show how many comments it would mark"],
  ],
  run: async (settings, io, words) => (await import("../comments/bulk/bulk-decisions.ts")).decideInBulk(settings, io, words),
});

const undo = defineCommand({
  name: "comments undo",
  words: { shown: "<selection>", min: 1, max: 1 },
  about: "within a day, revert a decision made with octavo comments bulk",
  details:
    "<selection> is the word that octavo comments bulk printed. Comments that have changed since the decision stay as they are and are listed.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo comments undo ab2cd3ef4gh5ij6kl7mn2op3", "revert one decision"]],
  run: async (settings, io, words) => (await import("../comments/bulk/bulk-decisions.ts")).undoInBulk(settings, io, words),
});

const reply = defineCommand({
  name: "comments reply",
  words: { shown: "<comment> [<text>]", min: 1, max: 2 },
  about: "answer a comment as the site's author",
  details: `The reply is public at once and is marked as the author's (isAuthor). It bears the author's name from the site's settings. The comment that it answers must be approved.
Without <text>, the command asks for the text.`,
  options: shared(...DATA_PLACE, "json"),
  examples: [['octavo comments reply ab2cd3ef4gh5ij6kl7mn2op3 "Thank you, *corrected*."', "a reply in Markdown"]],
  run: async (settings, io, words) => (await import("../comments/reply.ts")).runReply(settings, io, words),
});

const ban = defineCommand({
  name: "comments ban",
  words: { shown: "<comment>", min: 1, max: 1 },
  about: "ban a comment's author, by email and network address, for 30 days",
  details: `Marks the comment as spam, if it is pending or approved. Later comments by the author are also marked as spam, and the author is not told. The command offers to mark the
author's other pending comments as spam; --others marks them without asking. The email address and the network address are stored only as keyed hashes, for 30 days.
To manage bans, use octavo bans list and octavo bans revoke.`,
  options: {
    ...shared(...DATA_PLACE, "days", "note"),
    others: flag("mark the author's other pending comments as spam too", ONCE),
    ...shared("json"),
  },
  examples: [
    ['octavo comments ban ab2cd3ef4gh5ij6kl7mn2op3 --days 90 --note "casino links"', "for longer than 30 days"],
    ["octavo comments ban ab2cd3ef4gh5ij6kl7mn2op3 --others", "also mark the author's other pending comments as spam"],
  ],
  run: async (settings, io, words) => (await import("../records/ban-commands.ts")).runBan(settings, io, words),
});

const snapshot = defineCommand({
  name: "comments snapshot",
  about: "write the public comments into the built site, which shows them while the server is unavailable",
  details: `Writes index/v1/comments.json, and the files that it names, into dist, for any host. A server that runs next to these files (octavo api or octavo start) writes them itself. Otherwise, take a snapshot after each build that you deploy and after you remove a comment, because the files show the comments of the last snapshot.`,
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
  about: "go through the pending comments, with one key for each decision",
  details: `Shows one comment after another. The keys are a (approve), r (reject), s (mark as spam), d (delete, after a question), b (ban the author and mark the comment as spam, after a question), n (leave the comment for later), u (undo
the last decision, even after the last comment), q (stop) and ? (show the keys). A long text comes in parts; the space bar shows the next part. Times are in the site's time zone. The server may keep running.`,
  options: shared(...DATA_PLACE, "state", "post", "newest", "days", "note"),
  examples: [
    ["octavo comments moderate", "decide on the pending comments"],
    ["octavo comments moderate --state spam --newest", "look for good comments in the spam"],
  ],
  run: async (settings, io) => (await import("../comments/moderate.ts")).moderate(settings, io),
});

const exportCommand = defineCommand({
  name: "comments export",
  about: "print all comments as NDJSON, one comment per line",
  details: `Prints comments in every state, with their parents and dates, and with their texts in Markdown; octavo comments import reads this output. The output contains names and unapproved comments, so keep it private. It contains email addresses only with --emails.`,
  options: { ...shared(...DATA_PLACE, "post"), emails: flag("include email addresses; keep the file private", ONCE) },
  examples: [
    ["octavo comments export > comments.ndjson", "without email addresses"],
    ["octavo comments export --emails --post first-ice > first-ice.ndjson", "the comments on one post, with email addresses"],
  ],
  run: async (settings, io) => (await import("../comments/export-comments.ts")).exportComments(settings, io),
});

const importCommand = defineCommand({
  name: "comments import",
  words: { shown: "<export>", min: 1, max: 1 },
  about: "import comments from Disqus, WordPress, Isso, Remark42, Commento or another Octavo",
  details: `Reads the export of ${SYSTEMS}, gzipped or not, and recognizes the system from the content. Dates, states and threads are kept; pingbacks,
trackbacks and IP addresses are left out. Each thread goes to the post of the built site (--published) whose page has, or once had, the thread's address. Nothing is imported twice: a
second run changes nothing, and comments that you deleted here do not come back. Nobody is notified. The server may keep running. An Octavo database (a rescued database or a backup) is merged by id: missing comments are added, and existing comments get the newer text and decision.`,
  options: {
    ...shared(...DATA_PLACE, "published"),
    map: freeText("file", "file with an address and a slug per line, for threads whose page is not found", ONCE),
    ...shared("dryRun", "json"),
  },
  examples: [
    ["octavo comments import disqus.xml.gz --dry-run", "show which thread would go to which post"],
    ["octavo comments import wordpress.xml --map threads.txt", 'with lines such as "https://old.example/?p=12 first-ice"'],
  ],
  run: async (settings, io, [file = ""]) => (await import("../comments/import-comments.ts")).importComments(file, settings, io),
});

export const commentsCommands: CommandGroup = {
  name: "comments",
  about: "read visitors' comments, and decide on them",
  details: ON_DATABASE,
  commands: [
    list,
    show,
    moderate,
    decision("approve", "make comments public", "Pending, rejected and spam comments can be approved."),
    decision("reject", "keep comments hidden", "Pending and approved comments can be rejected."),
    decision("spam", "mark comments as spam", "Pending and approved comments can be marked as spam."),
    decision(
      "delete",
      "delete comments for good",
      "The text, name and email address of each comment are erased; its replies keep their place under a tombstone.",
    ),
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
