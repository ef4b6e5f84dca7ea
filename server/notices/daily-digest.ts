import { toDayText, toLocalHour } from "../days.ts";
import type { Incident } from "../incidents/incident.ts";
import type { CommentState, StoredComment } from "../store/comment-types.ts";
import type { StoredInquiry } from "../store/inquiry-types.ts";
import type { Store } from "../store/store.ts";
import { toDeskWays } from "./compose-cards.ts";
import { type MessagePart, paragraph, toMessageTexts } from "./message-parts.ts";
import { type MessageContent, toOneLine } from "./owner-message.ts";

/** Maximum number of comments or inquiries listed in a digest. The others are only counted. */
const SHOWN_MAX = 10;
/** Largest number of a day's new inquiries to count. */
const INQUIRIES_MAX = 200;
const EXCERPT_MAX = 140;

/**
 * The latest day, `YYYY-MM-DD`, whose digest is due. `hour` is in the site's time zone, 0 to 23.
 */
export function findDigestDay(now: number, timeZone: string, hour: number): string {
  const local = toLocalHour(now, timeZone);
  return toDayText(local.day - (local.hour < hour ? 1 : 0));
}

export interface DigestPeriod {
  /** The day on which it is due, `YYYY-MM-DD`. */
  readonly day: string;
  /** Start of the period, inclusive, in ms since 1970. */
  readonly since: number;
  /** End of the period, exclusive, in ms since 1970. The next period begins there. */
  readonly until: number;
}

type DigestIncidents = readonly Pick<Incident, "message" | "publicMessage">[];

export interface DigestSite {
  readonly name: string;
  /** Address of the hosted desk; null if there is none. */
  readonly desk: string | null;
  /** The address that commands need with --site. Default: they run on the server's machine. */
  readonly commandSite?: string | null;
  readonly findTitle: (slug: string) => Promise<string>;
  readonly findIncidents: () => Promise<DigestIncidents>;
}

/** Reads the subjects of a stored digest; null if they are not a digest's. */
export function readDigestPeriod([day, since, until]: readonly string[]): DigestPeriod | null {
  if (day === undefined || since === undefined || until === undefined) return null;
  return { day, since: Number(since), until: Number(until) };
}

/**
 * Composes the digest of a period. Null if nothing happened in it, nothing is due, and there are no
 * problems.
 */
export async function composeDigest(store: Store, period: DigestPeriod, site: DigestSite): Promise<MessageContent | null> {
  const { day, since, until } = period;
  const inPeriod = { since: since - 1, until: until - 1 }; // The store excludes `since` and includes `until`.
  const count = (states: readonly CommentState[]): Promise<number> => store.comments.count({ states, ...inPeriod });
  const [arrived, spam, due, incidents] = await Promise.all([
    count(["pending"]),
    count(["spam"]),
    store.inquiries.due({ lastDay: day, limit: INQUIRIES_MAX }),
    site.findIncidents(),
  ]);
  const { changed, edited } = await readChanged(store, since - 1);
  const listed = await store.inquiries.list({ states: ["new"], limit: INQUIRIES_MAX });
  const inquiries = listed.filter(({ createdAt }) => createdAt >= since && createdAt < until);
  if (arrived + changed + inquiries.length + due.length + incidents.length === 0) return null;
  const fresh = await store.comments.list({ states: ["pending"], ...inPeriod, limit: SHOWN_MAX });
  const shown = [...edited, ...fresh].slice(0, SHOWN_MAX);
  const waiting = (await store.comments.countsByState()).pending;
  const comments = await Promise.all(shown.map(async (comment) => tellComment(comment, await site.findTitle(comment.slug))));
  const toParts = (own: boolean): (MessagePart | null)[] => [
    section(
      `${plural(arrived + changed, "comment")} ${changed === 0 ? "new" : "new or changed"}, ${waiting} waiting in all`,
      waiting === 0 ? [] : comments,
    ),
    spam === 0 ? null : paragraph(`${plural(spam, "comment")} marked as spam`),
    section(plural(inquiries.length, "new inquiry"), inquiries.slice(0, SHOWN_MAX).map(tellInquiry)),
    section(`${plural(due.length, "inquiry")} due by ${day}`, due.slice(0, SHOWN_MAX).map(tellDue)),
    toIncidents(incidents, own),
    describeWay(site, waiting),
    ...toDeskWays(site, "/"),
  ];
  return {
    kind: "digest",
    title: toOneLine(`${site.name}: ${describe({ waiting, inquiries: inquiries.length, due: due.length, incidents: incidents.length })}`),
    ...toMessageTexts(toParts(true).filter(isPart), toParts(false).filter(isPart)),
    link: null,
    replyTo: null,
    data: {
      day,
      newComments: arrived + changed,
      waiting,
      spam,
      newInquiries: inquiries.length,
      due: due.length,
      incidents: incidents.map(({ publicMessage }) => publicMessage),
    },
  };
}

function toIncidents(incidents: DigestIncidents, own: boolean): MessagePart | null {
  return section(
    "Problems",
    incidents.map((incident) => (own ? incident.message : incident.publicMessage)),
  );
}

/** Null if no command can show more. */
function describeWay({ commandSite = null }: DigestSite, waiting: number): MessagePart | null {
  if (commandSite === null) return paragraph("octavo desk shows all of it.");
  return waiting === 0 ? null : paragraph(`octavo comments moderate --site ${commandSite} walks through the pending comments.`);
}

function isPart(part: MessagePart | null): part is MessagePart {
  return part !== null;
}

/**
 * Older comments that were edited in the period, or are pending again after an undo: their number,
 * and some of them.
 */
async function readChanged({ comments }: Store, before: number): Promise<{ readonly changed: number; readonly edited: StoredComment[] }> {
  const changes = { states: ["pending"], until: before, changedSince: before } as const;
  const [changed, edited] = await Promise.all([comments.count(changes), comments.list({ ...changes, limit: SHOWN_MAX })]);
  return { changed, edited };
}

function describe({ waiting, inquiries, due, incidents }: Readonly<Record<"waiting" | "inquiries" | "due" | "incidents", number>>): string {
  return [
    `${waiting} waiting`,
    ...(inquiries === 0 ? [] : [plural(inquiries, "new inquiry")]),
    ...(due === 0 ? [] : [`${due} due`]),
    ...(incidents === 0 ? [] : [plural(incidents, "problem")]),
  ].join(", ");
}

/** Null if there is nothing to list. */
function section(title: string, lines: readonly string[]): MessagePart | null {
  return lines.length === 0 ? null : { kind: "section", title, lines };
}

function tellComment({ authorName, body }: StoredComment, title: string): string {
  return `${toOneLine(authorName ?? "")} on "${toOneLine(title)}": ${toOneLine(body ?? "", EXCERPT_MAX)}`;
}

function tellInquiry({ id, name, email, message }: StoredInquiry): string {
  return `${toOneLine(name ?? email)}: ${toOneLine(message, EXCERPT_MAX)} (octavo inquiries show ${id})`;
}

function tellDue({ id, name, email, dueOn }: StoredInquiry): string {
  return `${dueOn}: ${toOneLine(name ?? email)} (octavo inquiries show ${id})`;
}

function plural(count: number, word: string): string {
  return `${count} ${count === 1 ? word : word.replace(/y$/, "ie").concat("s")}`;
}
