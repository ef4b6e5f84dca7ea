import type { PublishedSource } from "../published.ts";
import type { PublishedContent } from "../published-content.ts";
import type { FindTitle } from "../report/report-model.ts";
import { createPublishedLinks, type PublishedLinks } from "../routes/published-links.ts";
import type { StoredComment } from "../store/comment-types.ts";
import type { StoredInquiry } from "../store/inquiry-types.ts";
import type { Notice } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import { type CardSite, composeCommentNotice, composeInquiryNotice, SHOWN_MAX, type ShownComment } from "./compose-cards.ts";
import { composeReplyNotice } from "./compose-reply-notice.ts";
import { composeDigest, type DigestSite, readDigestPeriod } from "./daily-digest.ts";
import type { MessageContent, OwnerMessage } from "./owner-message.ts";
import { composeReport } from "./weekly-report.ts";

/** Composes a notice's message when it is sent. Null if there is nothing left to report. */
export type ComposeNotice = (notice: Notice) => Promise<OwnerMessage | null>;

export interface ComposeOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  /** The address of a comment's card; null if unknown. Default: no card. */
  readonly moderationUrl?: (comment: StoredComment, content: PublishedContent | null) => string | null;
  /** The address of an inquiry's card; null if unknown. Default: no card. */
  readonly inquiryUrl?: (inquiry: StoredInquiry, content: PublishedContent | null) => string | null;
  /** Address of the hosted desk, without a final slash. Default: none. */
  readonly deskUrl?: (content: PublishedContent | null) => string | null;
  /** The address that commands need with --site. Default: they run on the server's machine. */
  readonly commandSite?: (content: PublishedContent | null) => string | null;
  /**
   * The page where a visitor confirms or ends emails; null if its address is unknown. Default: no
   * page.
   */
  readonly subscriptionUrl?: (id: string, content: PublishedContent | null) => string | null;
  /** The server's current incidents, for the digest. Default: none. */
  readonly findIncidents?: DigestSite["findIncidents"];
}

export function createComposer({
  store,
  published,
  moderationUrl = () => null,
  inquiryUrl = () => null,
  deskUrl = () => null,
  commandSite = () => null,
  subscriptionUrl = () => null,
  findIncidents = async () => [],
}: ComposeOptions): ComposeNotice {
  const links = createPublishedLinks(published);
  const toShown = async (comment: StoredComment, content: PublishedContent | null): Promise<ShownComment> => ({
    comment,
    post: await findPost(links, content, comment.slug),
    parent: comment.parentId === null ? null : await store.comments.get(comment.parentId),
    card: moderationUrl(comment, content),
  });
  return async (notice) => {
    const content = await published.current();
    const site = await findSite(store, links, content);
    const timeZone = content?.timeZone ?? (await readTimeZone(store));
    const place = { timeZone, desk: deskUrl(content), commandSite: commandSite(content) };
    const envelope = { id: notice.id, createdAt: notice.createdAt, site };
    if (notice.kind === "comments") {
      const found = await Promise.all(notice.subjects.map((id) => store.comments.get(id)));
      const waiting = found.filter((comment) => comment?.state === "pending").filter((comment) => comment !== null);
      if (waiting.length === 0) return null;
      const total = (await store.comments.countsByState()).pending;
      const shown = await Promise.all(waiting.slice(0, SHOWN_MAX).map(async (comment) => toShown(comment, content)));
      return { ...envelope, ...composeCommentNotice(shown, total, { ...site, ...place }) };
    }
    if (notice.kind === "inquiries") {
      const found = await Promise.all(notice.subjects.map((id) => store.inquiries.get(id)));
      const inquiries = found.filter((inquiry) => inquiry !== null).map((inquiry) => ({ inquiry, card: inquiryUrl(inquiry, content) }));
      return inquiries.length === 0 ? null : { ...envelope, ...composeInquiryNotice(inquiries, { ...site, ...place }) };
    }
    if (notice.kind === "confirmation" || notice.kind === "replies") {
      const found = await store.subscriptions.get(notice.subjects[0] ?? "");
      const link = found === null ? null : subscriptionUrl(found.id, content);
      if (found === null || link === null) return null;
      const composed = composeReplyNotice(notice.kind, found, { post: await findPost(links, content, found.slug), site, link });
      return composed === null ? null : { ...envelope, ...composed };
    }
    const periodText = await composePeriod(notice, { store, links, content, siteName: site.name, findIncidents, place });
    return periodText && { ...envelope, ...periodText };
  };
}

interface PeriodParts {
  readonly store: Store;
  readonly links: PublishedLinks;
  readonly content: PublishedContent | null;
  readonly siteName: string;
  readonly place: Pick<CardSite, "desk" | "commandSite" | "timeZone">;
  readonly findIncidents: DigestSite["findIncidents"];
}

/** Composes a daily digest or a weekly report. */
async function composePeriod({ kind, subjects }: Notice, { store, links, content, ...site }: PeriodParts): Promise<MessageContent | null> {
  const { siteName: name, findIncidents, place } = site;
  const { desk, commandSite, timeZone } = place;
  const titleOf = async (slug: string): Promise<string> => (await findPost(links, content, slug)).title;
  if (kind === "digest") {
    const period = readDigestPeriod(subjects);
    return period && composeDigest(store, period, { name, desk, commandSite, findTitle: titleOf, findIncidents });
  }
  const [firstDay] = subjects;
  const findTitle: FindTitle = async (slug, of) => {
    if (of === "posts") return titleOf(slug);
    return content === null ? null : links.otherTitle(slug, content).catch(() => null);
  };
  return firstDay === undefined ? null : composeReport(store, firstDay, { name, desk, timeZone, findTitle });
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
