import type { RecentCommentList } from "../schemas/comment.ts";
import { escapeHtml } from "../text/escape-html.ts";
import { toXmlText } from "../text/xml-text.ts";

/**
 * Renders the newest comments as Atom (RFC 4287). Replies name their parent in `thr:in-reply-to`
 * (RFC 4685). No feed library is used, because the server and the read handler must return the same
 * bytes, and none is small enough for an edge function.
 */

export interface CommentsAtomOptions {
  /** The title of the site or of the post: `Comments on …`. */
  readonly title: string;
  /** The feed's own address. */
  readonly selfUrl: string;
  /** Address of the page to which the comments belong. */
  readonly pageUrl: string;
  /** Newest first. */
  readonly comments: RecentCommentList["items"];
}

/** The `updated` date of a feed without comments. */
const NEVER = "1970-01-01T00:00:00.000Z";
/**
 * The date in a tag URI (RFC 4151), on which its authority owned the name. It is fixed so that
 * entries keep their ids when a post is renamed.
 */
const TAG_DATE = "2026-01-01";

export function renderCommentsAtom({ title, selfUrl, pageUrl, comments }: CommentsAtomOptions): string {
  const updated =
    comments
      .map(({ editedAt, createdAt }) => editedAt ?? createdAt)
      .sort()
      .at(-1) ?? NEVER;
  const { hostname } = new URL(selfUrl);
  const idOf = (comment: string): string => `tag:${hostname},${TAG_DATE}:comments/${comment}`;
  const entries = comments.map((comment) => {
    const { post, parentId } = comment;
    const link = `${post.url}#comment-${comment.id}`;
    return [
      "  <entry>",
      `    <id>${escapeXml(idOf(comment.id))}</id>`,
      `    <title>${escapeXml(`${comment.authorName} on ${post.title}`)}</title>`,
      `    <link rel="alternate" type="text/html" href="${escapeXml(link)}"/>`,
      `    <published>${comment.createdAt}</published>`,
      `    <updated>${comment.editedAt ?? comment.createdAt}</updated>`,
      `    <author><name>${escapeXml(comment.authorName)}</name>${comment.authorUrl === null ? "" : `<uri>${escapeXml(comment.authorUrl)}</uri>`}</author>`,
      ...(parentId === null
        ? []
        : [
            `    <thr:in-reply-to ref="${escapeXml(idOf(parentId))}" href="${escapeXml(`${post.url}#comment-${parentId}`)}" type="text/html"/>`,
          ]),
      `    <content type="html">${escapeXml(comment.bodyHtml)}</content>`,
      "  </entry>",
    ].join("\n");
  });
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0">',
    `  <id>${escapeXml(selfUrl)}</id>`,
    `  <title>${escapeXml(`Comments on ${title}`)}</title>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(selfUrl)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
    `  <updated>${updated}</updated>`,
    "  <generator>Octavo</generator>",
    ...entries,
    "</feed>",
  ].join("\n")}\n`;
}

/** Escapes text for elements and quoted attributes. */
function escapeXml(text: string): string {
  return escapeHtml(toXmlText(text));
}
