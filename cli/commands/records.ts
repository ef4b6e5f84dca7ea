import { REPORT_TABLE_NAMES } from "../../server/report/table-names.ts";
import { flag, ONCE, word } from "../options/readers.ts";
import { DATA_PLACE, ON_DATABASE, shared } from "../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "./command.ts";

const UTC_PERIOD = "Covers the last 30 days in UTC, unless --from and --to select other days.";
const PERIOD =
  "Covers the last 30 days, unless --from and --to select other days; figures for the whole site use days in the site's time zone, and lists use days in UTC.";
const STATES = "new, read, replied, closed or spam";
const FORMAT = word("name", "output format", ["csv", "jsonl"], ONCE);
const inquiries = () => import("../records/inquiry-commands.ts");
const due = () => import("../records/inquiry-due.ts");
const figures = () => import("../records/engagement-figures.ts");
const engagement = () => import("../records/engagement-commands.ts");

export const inquiriesCommands: CommandGroup = {
  name: "inquiries",
  about: "read and manage visitors' inquiries",
  details: ON_DATABASE,
  commands: [
    defineCommand({
      name: "inquiries list",
      about: "list the newest inquiries",
      details: `Lists the newest inquiries first, without spam (inquiries whose sender filled in the honeypot, or that you marked as spam). The states for --state are ${STATES}; "all" selects every state.`,
      options: shared(...DATA_PLACE, "state", "email", "limit", "after", "json"),
      examples: [["octavo inquiries list --limit 5", "the five newest inquiries"]],
      run: async (settings, io) => (await inquiries()).listInquiries(settings, io, []),
    }),
    defineCommand({
      name: "inquiries search",
      words: { shown: "<word>…", min: 1, max: 20 },
      about: "find inquiries by words",
      details: `Lists inquiries that contain every given word in the sender, the service, the message or your notes, regardless of case and even as part of a longer word.
Several words in quotes form a phrase. Spam is left out, unless --state selects it.`,
      options: shared(...DATA_PLACE, "state", "email", "limit", "after", "json"),
      examples: [['octavo inquiries search loom "two metres"', "a word and a phrase"]],
      run: async (settings, io, words) => (await inquiries()).listInquiries(settings, io, words),
    }),
    defineCommand({
      name: "inquiries show",
      words: { shown: "<inquiry>…", min: 1, max: 1_000 },
      about: "show an inquiry in full",
      details: "Shows the sender, the service, the whole message, and your notes with their dates.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo inquiries show ab2cd3ef4gh5ij6kl7mn2op3", "show one inquiry"]],
      run: async (settings, io, words) => (await inquiries()).showInquiries(settings, io, words),
    }),
    defineCommand({
      name: "inquiries mark",
      words: { shown: "<state> <inquiry>…", min: 2, max: 1_001 },
      about: "set the state of inquiries",
      details: `The states are ${STATES}; an inquiry arrives in the state "new", and "closed" means that you are done with it. Any state may follow any other, and visitors never see the state.`,
      options: shared(...DATA_PLACE),
      examples: [["octavo inquiries mark replied ab2cd3ef4gh5ij6kl7mn2op3", "you have answered it"]],
      run: async (settings, io, words) => (await inquiries()).markInquiries(settings, io, words),
    }),
    defineCommand({
      name: "inquiries schedule",
      words: { shown: "<day> <inquiry>…", min: 2, max: 1_001 },
      about: "set the day on which inquiries are due",
      details: `The day is a date such as 2026-01-31, or today, tomorrow or +7 (seven days from today) in the site's time zone; the word "none" removes the day.
To list due inquiries, use octavo inquiries due.`,
      options: shared(...DATA_PLACE),
      examples: [["octavo inquiries schedule +7 ab2cd3ef4gh5ij6kl7mn2op3", "follow up in a week"]],
      run: async (settings, io, words) => (await due()).scheduleInquiries(settings, io, words),
    }),
    defineCommand({
      name: "inquiries due",
      about: "list due inquiries, longest overdue first",
      details: `Lists inquiries that are due (in the site's time zone) and are neither closed nor spam, longest overdue first.
--days also includes inquiries that become due within that many days.`,
      options: shared(...DATA_PLACE, "days", "limit", "json"),
      examples: [["octavo inquiries due --days 7", "including the next seven days"]],
      run: async (settings, io) => (await due()).listDueInquiries(settings, io),
    }),
    defineCommand({
      name: "inquiries note",
      words: { shown: '<inquiry> "<text>"', min: 2, max: 2 },
      about: "add a note to an inquiry",
      details: "A note is dated, is shown and exported with the inquiry, and is deleted with it.",
      options: shared(...DATA_PLACE),
      examples: [['octavo inquiries note ab2c… "Offered 900"', "a note to yourself"]],
      run: async (settings, io, words) => (await inquiries()).noteInquiry(settings, io, words),
    }),
    defineCommand({
      name: "inquiries export",
      about: "export all inquiries, for a spreadsheet or a program",
      details: `Writes to standard output, oldest first, in one of two formats: --format csv (the default; an apostrophe precedes text that a spreadsheet would take for a formula)
or --format jsonl (JSON Lines, with text exactly as it was sent). The CSV follows RFC 4180 and is in UTF-8, which Excel recognizes only with --bom.`,
      options: { ...shared(...DATA_PLACE, "state"), format: FORMAT, bom: flag("start a CSV with a byte order mark, for Excel", ONCE) },
      examples: [["octavo inquiries export --bom > inquiries.csv", "for Excel"]],
      run: async (settings, io) => (await inquiries()).exportInquiries(settings, io),
    }),
    defineCommand({
      name: "inquiries import",
      words: { shown: "<database>", min: 1, max: 1 },
      about: "import inquiries from a rescued database, or from a backup",
      details: `Merges by id: missing inquiries are added with their notes, and existing ones get the state, day and notes that they lack. A second run changes
nothing. Nobody is notified, and data that was erased is not restored. The server may keep running. With --site, the remote server imports the inquiries.`,
      options: shared(...DATA_PLACE, "dryRun", "json"),
      examples: [
        ["octavo inquiries import data/octavo.db.rescued-20260131T120000000Z", "what the server held when its database file disappeared"],
      ],
      run: async (settings, io, words) => (await inquiries()).importInquiries(settings, io, words),
    }),
    defineCommand({
      name: "inquiries delete",
      words: { shown: "<inquiry>…", min: 1, max: 1_000 },
      about: "delete inquiries for good",
      details: "Removes the inquiries and your notes on them from the database. Backups still have both.",
      options: shared(...DATA_PLACE, "yes"),
      examples: [["octavo inquiries delete ab2c… --yes", "delete one inquiry, without asking"]],
      run: async (settings, io, words) => (await inquiries()).deleteInquiries(settings, io, words),
    }),
  ],
};

/**
 * The same commands under the common name `crm`; they are also available as a separate program,
 * `octavo-crm`.
 */
export const crmCommands: CommandGroup = {
  ...inquiriesCommands,
  name: "crm",
  about: "the same commands as inquiries; octavo-crm runs them directly",
  commands: inquiriesCommands.commands.map((command) => ({
    ...command,
    name: command.name.replace("inquiries", "crm"),
    examples: command.examples.map(([line, about]) => [line.replace("octavo inquiries", "octavo crm"), about] as const),
  })),
};

export const engagementCommands: CommandGroup = {
  name: "engagement",
  about: "reader statistics",
  details: ON_DATABASE,
  commands: [
    defineCommand({
      name: "engagement summary",
      about: "show visitors, views and more for the last 30 days",
      details: `${PERIOD} Visitors are distinguished only within a day. On a terminal, the command draws bars and curves; when piped, or with NO_COLOR, its output is plain.`,
      options: shared(...DATA_PLACE, "published", "from", "to", "limit", "json"),
      examples: [["octavo engagement summary --from 2026-01-01 --to 2026-01-31", "a month"]],
      run: async (settings, io) => (await figures()).summarizeEngagement(settings, io),
    }),
    defineCommand({
      name: "engagement top",
      words: { shown: "<list>", min: 1, max: 1 },
      about: "list the posts, pages, referrers, links, shares, calls to action, campaigns or other documents with the highest counts",
      details: `<list> is posts or pages (by views), referrers (hosts that views came from), links (to other sites), shares, calls (calls to action), campaigns,
or others (documents of other kinds). ${UTC_PERIOD}`,
      options: shared(...DATA_PLACE, "published", "from", "to", "limit", "json"),
      examples: [
        ["octavo engagement top posts --limit 50", "the fifty posts with the most views"],
        ["octavo engagement top referrers --from 2026-01-01", "which sites sent readers this year"],
      ],
      run: async (settings, io, words) => (await figures()).listTop(settings, io, words),
    }),
    defineCommand({
      name: "engagement post",
      words: { shown: "<slug>", min: 1, max: 1 },
      about: "show a post's views, and how far people read",
      details: `Takes the current slug of a post or another kind of document. ${UTC_PERIOD}`,
      options: shared(...DATA_PLACE, "published", "from", "to", "json"),
      examples: [["octavo engagement post tide-tables --from 2026-01-01", "since the start of the year"]],
      run: async (settings, io, words) => (await figures()).showPostEngagement(settings, io, words),
    }),
    defineCommand({
      name: "engagement report",
      words: { shown: "[<file>]", min: 0, max: 1 },
      about: "write all figures, with plots, as one HTML file",
      details: `Shows views and visitors over time, posts, how far people read, where readers came from and where they went, searches without results, and what was not counted
and why. The file needs no script and no network, and prints well. ${PERIOD} --json outputs the page's figures.`,
      options: {
        ...shared(...DATA_PLACE, "published", "from", "to", "limit", "force", "json"),
        table: word("table", `print one table instead: ${REPORT_TABLE_NAMES.join(", ")}`, REPORT_TABLE_NAMES, ONCE),
        format: word("format", "format of the --table output: csv (the default) or json", ["csv", "json"], ONCE),
      },
      examples: [
        ["octavo engagement report --table posts > posts.csv", "one table, for a spreadsheet"],
        ["octavo engagement report year.html --from 2025-01-01 --to 2025-12-31", "a year, to keep or to send"],
      ],
      run: async (settings, io, words) => (await import("../records/engagement-report.ts")).writeReport(settings, io, words),
    }),
    defineCommand({
      name: "engagement purge",
      about: "permanently delete the figures for a period",
      details: `Deletes raw events, daily and monthly figures, and the texts (paths, referrers) that only they use. Only past days can be purged, because the server is still
counting today's views. --from and --to are days in UTC; without --from, the command deletes everything up to and including --to. Backups still have the figures.`,
      options: shared(...DATA_PLACE, "from", "to", "yes", "json"),
      examples: [["octavo engagement purge --to 2024-12-31", "everything before 2025"]],
      run: async (settings, io) => (await import("../records/engagement-purge-command.ts")).purgeFigures(settings, io),
    }),
    defineCommand({
      name: "engagement verify",
      about: "recount the daily figures from the raw events",
      details:
        "Raw events are kept for 90 days, and daily figures forever. Both are written in one transaction, so nothing should differ; every difference is listed. For repeated views on the same day, raw events give only an upper limit; any count above it is listed.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo engagement verify", "everything that can be recounted"]],
      run: async (settings, io) => (await engagement()).showEngagementDrift(settings, io),
    }),
    defineCommand({
      name: "engagement export",
      about: "export the raw events of the last 90 days",
      details:
        "Writes to standard output, oldest first: --format jsonl (the default) or csv. Nothing in the output distinguishes visitors. The titles come from the build (--published).",
      options: { ...shared(...DATA_PLACE, "published", "from", "to"), format: FORMAT },
      examples: [["octavo engagement export --from 2026-01-31 --to 2026-01-31", "a day"]],
      run: async (settings, io) => (await engagement()).exportEngagement(settings, io),
    }),
  ],
};
