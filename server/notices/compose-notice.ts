import type { PublishedSource } from "../published.ts";
import type { PublishedContent } from "../published-content.ts";
import type { FindTitle } from "../report/report-model.ts";
import { createPublishedLinks, type PublishedLinks, type SiteIdentity } from "../routes/published-links.ts";
import type { StoredComment } from "../store/comment-types.ts";
import type { Notice } from "../store/notice-types.ts";
import type { Store, StoredInquiry } from "../store/store.ts";
import { readTimeZone } from "../stored-site.ts";
import { composeReplyNotice } from "./compose-reply-notice.ts";
import { composeDigest, type DigestSite, readDigestPeriod } from "./daily-digest.ts";
import { cutText, type MessageContent, type OwnerMessage, toOneLine } from "./owner-message.ts";
import { composeReport } from "./weekly-report.ts";

/** Comments and inquiries shown in a message. The others are only counted. */
const SHOWN_MAX = 10;
/** Characters of a comment to show. */
const COMMENT_MAX = 1_000;

/** Composes a notice's message when it is sent. Null if there is nothing left to report. */
export type ComposeNotice = (notice: Notice) => Promise<OwnerMessage | null>;

export interface ComposeOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  /** The moderation page of a comment; null if its address is unknown. Default: no page. */
  readonly moderationUrl?: (comment: StoredComment, content: PublishedContent | null) => string | null;
  /**
   * The page where a visitor confirms and ends mails; null if its address is unknown. Default: no
   * page.
   */
  readonly subscriptionUrl?: (id: string, content: PublishedContent | null) => string | null;
  /** The server's present troubles, for the digest. Default: none. */
  readonly findTroubles?: DigestSite["findTroubles"];
}

export function createComposer({
  store,
  published,
  moderationUrl = () => null,
  subscriptionUrl = () => null,
  findTroubles = async () => [],
}: ComposeOptions): ComposeNotice {
  const links = createPublishedLinks(published);
  return async (notice) => {
    const content = await published.current();
    const site = await findSite(store, links, content);
    const envelope = { id: notice.id, createdAt: notice.createdAt, site };
    if (notice.kind === "comments") {
      const found = await Promise.all(notice.subjects.map((id) => store.comments.get(id)));
      const waiting = found.filter((comment) => comment?.state === "pending").filter((comment) => comment !== null);
      if (waiting.length === 0) return null;
      const total = (await store.comments.countsByState()).pending;
      const shown = await Promise.all(
        waiting
          .slice(0, SHOWN_MAX)
          .map(async (comment) => ({ comment, post: await findPost(links, content, comment.slug), url: moderationUrl(comment, content) })),
      );
      return { ...envelope, ...tellComments(shown, total, site) };
    }
    if (notice.kind === "inquiries") {
      const found = await Promise.all(notice.subjects.map((id) => store.inquiries.get(id)));
      const inquiries = found.filter((inquiry) => inquiry !== null);
      return inquiries.length === 0 ? null : { ...envelope, ...tellInquiries(inquiries, site) };
    }
    if (notice.kind === "confirmation" || notice.kind === "replies") {
      const found = await store.subscriptions.get(notice.subjects[0] ?? "");
      const link = found === null ? null : subscriptionUrl(found.id, content);
      if (found === null || link === null) return null;
      const composed = composeReplyNotice(notice.kind, found, { post: await findPost(links, content, found.slug), site, link });
      return composed === null ? null : { ...envelope, ...composed };
    }
    const periodText = await composePeriod(notice, { store, links, content, siteName: site.name, findTroubles });
    return periodText && { ...envelope, ...periodText };
  };
}

interface PeriodParts {
  readonly store: Store;
  readonly links: PublishedLinks;
  readonly content: PublishedContent | null;
  readonly siteName: string;
  readonly findTroubles: DigestSite["findTroubles"];
}

/** The digest of a day, or the report of a week. */
async function composePeriod({ kind, subjects }: Notice, { store, links, content, ...site }: PeriodParts): Promise<MessageContent | null> {
  const { siteName: name, findTroubles } = site;
  const titleOf = async (slug: string): Promise<string> => (await findPost(links, content, slug)).title;
  if (kind === "digest") {
    const period = readDigestPeriod(subjects);
    return period && composeDigest(store, period, { name, findTitle: titleOf, findTroubles });
  }
  const [firstDay] = subjects;
  const timeZone = content?.timeZone ?? (await readTimeZone(store));
  const findTitle: FindTitle = async (slug, of) => {
    if (of === "posts") return titleOf(slug);
    return content === null ? null : links.otherTitle(slug, content).catch(() => null);
  };
  return firstDay === undefined ? null : composeReport(store, firstDay, { name, timeZone, findTitle });
}

/** If the published content is unavailable, falls back to the stored site, then to its address. */
export async function findSite(store: Store, links: PublishedLinks, content: PublishedContent | null): Promise<SiteIdentity> {
  const published = content === null ? null : await links.site(content).catch(() => null);
  return published ?? (await store.site.get()) ?? { name: "your site", url: "http://localhost" };
}

interface PostName {
  readonly slug: string;
  readonly title: string;
  readonly url: string | null;
}

async function findPost(links: PublishedLinks, content: PublishedContent | null, slug: string): Promise<PostName> {
  const found = content === null ? null : await links.post(slug, content).catch(() => null);
  return found ?? { slug, title: slug, url: null };
}

function tellComments(
  shown: readonly { comment: StoredComment; post: PostName; url: string | null }[],
  total: number,
  site: SiteIdentity,
): MessageContent {
  const [first] = shown;
  const count = Math.max(total, shown.length);
  const title =
    count === 1 && first !== undefined
      ? `Comment by ${first.comment.authorName} on ${first.post.title}`
      : `${count} comments pending on ${site.name}`;
  const more = count > shown.length ? [`… and ${count - shown.length} more.`] : [];
  const toText = (withUrls: boolean): string => `${[...shown.map((each) => toBlock(each, withUrls)), ...more, CLOSING].join("\n\n")}\n`;
  return {
    kind: "comments",
    title: toOneLine(title),
    text: toText(false),
    privateText: toText(true),
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

const CLOSING = "octavo comments moderate walks through the pending comments.";

function toBlock({ comment, post, url }: { comment: StoredComment; post: PostName; url: string | null }, withUrl: boolean): string {
  return [
    `${toOneLine(comment.authorName ?? "")} on "${toOneLine(post.title)}"${comment.editedAt === null ? "" : " (changed)"}`,
    ...(post.url === null ? [] : [post.url]),
    "",
    quote(cutText(comment.body ?? "", COMMENT_MAX)),
    "",
    ...(url === null || !withUrl ? [] : [`  decide: ${url}`]),
    `  octavo comments approve ${comment.id}${comment.revision === 1 ? "" : `@${comment.revision}`}`,
  ].join("\n");
}

function tellInquiries(inquiries: readonly StoredInquiry[], site: SiteIdentity): MessageContent {
  const [first] = inquiries;
  const shown = inquiries.slice(0, SHOWN_MAX);
  const only = inquiries.length === 1 ? first : undefined;
  const blocks = shown.map((inquiry) => {
    const { id, name, email, telegram, serviceId, message } = inquiry;
    const rows = [
      ["from", name === null ? email : `${toOneLine(name)} <${email}>`],
      ["telegram", telegram],
      ["service", serviceId],
    ].flatMap(([label, value]) => (value == null ? [] : [`${`${label}:`.padEnd(10)}${value}`]));
    return `${rows.join("\n")}\n\n${quote(message)}\n\n  octavo inquiries show ${id}`;
  });
  const more = inquiries.length > shown.length ? [`… and ${inquiries.length - shown.length} more: octavo inquiries list`] : [];
  const text = `${[...blocks, ...more].join("\n\n")}\n`;
  return {
    kind: "inquiries",
    title: toOneLine(only === undefined ? `${inquiries.length} inquiries on ${site.name}` : `Inquiry from ${only.name ?? only.email}`),
    text,
    privateText: text,
    link: null,
    replyTo: only === undefined ? null : { name: toOneLine(only.name ?? ""), address: only.email },
    data: {
      inquiries: shown.map(({ id, name, email, telegram, serviceId, message, createdAt }) => ({
        ...{ id, name, email, telegram, serviceId, message },
        createdAt: new Date(createdAt).toISOString(),
      })),
    },
  };
}

/** Quotes a visitor's text, so that no line of it can pass for our instructions. */
function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
