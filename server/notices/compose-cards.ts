import { putBelow } from "../../contract/text/base-path.ts";
import { toMinuteIn } from "../days.ts";
import { DECISION_NAMES, DECISIONS_FROM } from "../owner/moderation-text.ts";
import type { SiteIdentity } from "../routes/published-links.ts";
import type { StoredComment } from "../store/comment-types.ts";
import type { StoredInquiry } from "../store/inquiry-types.ts";
import { type MessageCard, type MessagePart, paragraph, toMessageTexts } from "./message-parts.ts";
import { cutText, type MessageContent, toOneLine } from "./owner-message.ts";

/** Maximum number of comments or inquiries shown in a message. The others are only counted. */
export const SHOWN_MAX = 10;
/** Maximum number of characters shown of a comment. */
const COMMENT_MAX = 1_000;
/** Maximum number of characters shown of the parent comment. */
const PARENT_MAX = 160;
/** Maximum number of characters of a name on a button. */
const NAME_MAX = 40;

export interface CardSite extends SiteIdentity {
  readonly timeZone: string;
  /** Address of the hosted desk, without a final slash; null if there is none. */
  readonly desk: string | null;
  /** The address that commands need with --site; null if they run on the server's machine. */
  readonly commandSite: string | null;
}

export interface ShownComment {
  readonly comment: StoredComment;
  readonly post: { readonly slug: string; readonly title: string; readonly url: string | null };
  /** The parent comment; null if there is none. */
  readonly parent: StoredComment | null;
  /** Its card; null if the address is unknown. */
  readonly card: string | null;
}

export interface ShownInquiry {
  readonly inquiry: StoredInquiry;
  /** Its card; null if the address is unknown. */
  readonly card: string | null;
}

/** Links to a comment's card. */
export function toCommentCard(url: string | null): MessageCard | null {
  const buttons = DECISIONS_FROM.pending.map((decision) => ({ label: DECISION_NAMES[decision], url: `${url}?do=${decision}` }));
  return url === null ? null : { url, word: "decide", buttons };
}

/** Links to an inquiry's card. */
function toInquiryCard(url: string | null): MessageCard | null {
  if (url === null) return null;
  const buttons = [
    { label: "Replied", url: `${url}?do=replied` },
    { label: "Closed", url: `${url}?do=closed` },
    { label: "Note, due day", url },
  ];
  return { url, word: "card", buttons };
}

/** @param total number of all pending comments */
export function composeCommentNotice(shown: readonly ShownComment[], total: number, site: CardSite): MessageContent {
  const [first] = shown;
  const count = Math.max(total, shown.length);
  const title =
    count === 1 && first !== undefined
      ? `Comment by ${first.comment.authorName} on ${first.post.title}`
      : `${count} comments pending on ${site.name}`;
  const more = count > shown.length ? [paragraph(`… and ${count - shown.length} more.`)] : [];
  const closing = paragraph(`octavo comments moderate${siteOption(site)} walks through the pending comments.`);
  const parts = [...shown.flatMap((each) => toCommentParts(each, site)), ...more, closing, ...toDeskWays(site, "/", count > 1)];
  return {
    kind: "comments",
    title: toOneLine(title),
    ...toMessageTexts(parts),
    link: shown.length === 1 ? (first?.post.url ?? null) : null,
    replyTo: null,
    data: {
      waiting: count,
      comments: shown.map(({ comment, post }) => ({
        id: comment.id,
        revision: comment.revision,
        post,
        parentId: comment.parentId,
        authorName: comment.authorName,
        authorUrl: comment.authorUrl,
        body: comment.body,
        createdAt: new Date(comment.createdAt).toISOString(),
      })),
    },
  };
}

function toCommentParts({ comment, post, parent, card }: ShownComment, site: CardSite): MessagePart[] {
  const { timeZone, desk } = site;
  const { id, revision, authorName, editedAt, createdAt, body } = comment;
  const title = `${toOneLine(authorName ?? "")} on "${toOneLine(post.title)}"${editedAt === null ? "" : " (changed)"}`;
  return [
    paragraph(title, toTime(editedAt ?? createdAt, timeZone), ...(post.url === null ? [] : [{ url: post.url }])),
    ...(parent === null ? [] : [paragraph(describeParent(parent))]),
    { kind: "quote", text: cutText(body ?? "", COMMENT_MAX) },
    {
      kind: "ways",
      name: toOneLine(`${authorName ?? ""} on ${post.title}`, NAME_MAX),
      card: toCommentCard(card),
      desk: desk === null ? null : putBelow(desk, `/comments/${id}`),
      commands: [`octavo comments approve ${id}${revision === 1 ? "" : `@${revision}`}${siteOption(site)}`],
    },
  ];
}

/** Shows only public text, because some channels have readers other than the owner. */
function describeParent({ state, authorName, body }: StoredComment): string {
  if (state !== "approved") return "In reply to a comment that is not public";
  return `In reply to ${toOneLine(authorName ?? "")}: “${toOneLine(body ?? "", PARENT_MAX)}”`;
}

export function composeInquiryNotice(inquiries: readonly ShownInquiry[], site: CardSite): MessageContent {
  const [first] = inquiries;
  const shown = inquiries.slice(0, SHOWN_MAX);
  const only = inquiries.length === 1 ? first?.inquiry : undefined;
  const more =
    inquiries.length > shown.length
      ? [paragraph(`… and ${inquiries.length - shown.length} more: octavo inquiries list${siteOption(site)}`)]
      : [];
  const parts = [...shown.flatMap((each) => toInquiryParts(each, site)), ...more, ...toDeskWays(site, "/inquiries", only === undefined)];
  return {
    kind: "inquiries",
    title: toOneLine(only === undefined ? `${inquiries.length} inquiries on ${site.name}` : `Inquiry from ${only.name ?? only.email}`),
    ...toMessageTexts(parts),
    link: null,
    replyTo: only === undefined ? null : { name: toOneLine(only.name ?? ""), address: only.email },
    data: {
      inquiries: shown.map(({ inquiry: { id, name, email, telegram, serviceId, message, createdAt } }) => ({
        ...{ id, name, email, telegram, serviceId, message },
        createdAt: new Date(createdAt).toISOString(),
      })),
    },
  };
}

function toInquiryParts({ inquiry, card }: ShownInquiry, site: CardSite): MessagePart[] {
  const { timeZone, desk } = site;
  const { id, name, email, telegram, serviceId, message, createdAt } = inquiry;
  const rows = [
    ["from", name === null ? toOneLine(email) : `${toOneLine(name)} <${toOneLine(email)}>`],
    ["telegram", telegram],
    ["service", serviceId],
    ["sent", toTime(createdAt, timeZone)],
  ].flatMap(([label, value]) => (value == null ? [] : [`${`${label}:`.padEnd(10)}${value}`]));
  return [
    paragraph(...rows),
    { kind: "quote", text: message },
    {
      kind: "ways",
      name: toOneLine(name ?? email, NAME_MAX),
      card: toInquiryCard(card),
      desk: desk === null ? null : putBelow(desk, `/inquiries/${id}`),
      commands: [`octavo inquiries show ${id}${siteOption(site)}`],
    },
  ];
}

function siteOption({ commandSite }: Pick<CardSite, "commandSite">): string {
  return commandSite === null ? "" : ` --site ${commandSite}`;
}

/** Links to the desk's list, for a message about several items. */
export function toDeskWays({ desk }: Pick<CardSite, "desk">, path: string, isShown = true): MessagePart[] {
  return desk === null || !isShown ? [] : [{ kind: "ways", name: "", card: null, desk: putBelow(desk, path), commands: [] }];
}

function toTime(at: number, timeZone: string): string {
  return `${toMinuteIn(at, timeZone)} (${timeZone})`;
}
