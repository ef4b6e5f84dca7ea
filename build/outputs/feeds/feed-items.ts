import { hash } from "node:crypto";
import type { Image } from "../../../contract/schemas/values.ts";
import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { toXmlText } from "../../../contract/text/xml-text.ts";
import { absoluteHtml } from "./absolute-html.ts";
import type { FeedPost, FeedsInput } from "./feed-options.ts";

/** A post in the common form of all feed formats. All text is valid in XML 1.0. */
export interface FeedItem {
  /** The post's address, which is also its identity. Only a change of slug changes it. */
  readonly url: string;
  readonly title: string;
  /** Plain text; "" if there is none. */
  readonly summary: string;
  /** Absolute addresses only. */
  readonly html: string;
  readonly image: FeedImage | null;
  /** Only IMAGE posts have any. */
  readonly images: readonly FeedImage[];
  /** Categories first. */
  readonly tags: readonly string[];
  readonly language: string;
  /** Instants in the contract's form. */
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly authors: readonly FeedAuthor[];
}

export interface FeedAuthor {
  readonly name: string;
  readonly url: string | null;
  /** Address of a picture. */
  readonly avatar: string | null;
}

export interface FeedImage {
  readonly url: string;
  /** null if unknown. Both formats require the type of attachments. */
  readonly mimeType: string | null;
  /** null if unknown. */
  readonly bytes: number | null;
}

export function toFeedItems({
  posts,
  fullText,
  bytesOf,
  memos,
}: Pick<FeedsInput, "posts" | "fullText" | "bytesOf" | "memos">): readonly FeedItem[] {
  const bodies = memos?.table("feed-bodies");
  /** Bodies are cached, because most edits change only one. */
  const toBody = (post: FeedPost): string => {
    const html = toWholeHtml(post);
    const make = (): string => toXmlText(absoluteHtml(html, post.url));
    return bodies?.get(hash("sha1", `${post.url}\n${html}`, "base64url"), make) ?? make();
  };
  const toImage = ({ url, mimeType }: Image): FeedImage => ({ url, mimeType, bytes: bytesOf?.(url) ?? null });
  return posts.map((post) => {
    const { publishedAt } = post;
    const image = post.cover ?? post.video?.poster ?? post.images[0] ?? null;
    if (publishedAt === null) throw new TypeError(`${post.url} has no date`);
    return {
      url: post.url,
      title: toXmlText(post.title),
      summary: toXmlText(post.excerpt),
      html: fullText ? toBody(post) : toXmlText(excerptOf(post)),
      image: image === null ? null : toImage(image),
      images: post.images.map(toImage),
      tags: [...new Set([...post.categories, ...post.tags].map(({ name }) => toXmlText(name)))],
      language: post.language,
      publishedAt,
      updatedAt: post.updatedAt ?? publishedAt,
      authors: post.authors.map(({ name, url, avatar }) => ({ name: toXmlText(name), url, avatar: avatar?.url ?? null })),
    };
  });
}

/**
 * The body, with an IMAGE post's images or a VIDEO post's video, because a feed shows no other part
 * of the page.
 */
export function toWholeHtml({ bodyHtml, images, video }: Pick<FeedPost, "bodyHtml" | "images" | "video">): string {
  const figures = images.map(imageHtml);
  if (video !== null) {
    const label = video.poster === null ? escapeHtml(video.url) : imageHtml(video.poster);
    figures.push(`<a href="${escapeHtml(video.url)}">${label}</a>`);
  }
  return [...figures.map((figure) => `<p>${figure}</p>`), bodyHtml].join("\n");
}

const excerptOf = ({ excerpt }: FeedPost): string => (excerpt === "" ? "" : `<p>${escapeHtml(excerpt)}</p>`);

const imageHtml = ({ url, width, height, alt }: Image): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"${width === null || height === null ? "" : ` width="${width}" height="${height}"`}>`;
