import type { Post, PostSeries, PostSummary } from "../../../contract/schemas/post.ts";
import type { Author, Translation } from "../../../contract/schemas/values.ts";
import { type Addresses, toCanonicalUrl } from "../../config/site-addresses.ts";
import type { PostEntry } from "../../kinds/post-kind.ts";
import type { Rendered } from "../../render/rendered.ts";
import { toFirstAuthor } from "../authors.ts";
import { itemsAround, toPostLink } from "./series.ts";

/** Parts of a post's document. */
export interface PostParts {
  readonly summary: PostSummary;
  readonly authors: readonly Author[];
  /** May be stored: it is read when it is looked at. */
  readonly body: Pick<Rendered, "html" | "text" | "toc">;
  /** All of the post's series, and the place of the post in it; null where it has none. */
  readonly series: { readonly description: string | null; readonly items: PostSeries["items"]; readonly place: number } | null;
  readonly older: PostSummary | undefined;
  readonly newer: PostSummary | undefined;
  readonly related: readonly (PostSummary | undefined)[];
  /** The post's own values in place of the site's. */
  readonly own: Partial<Pick<PostEntry, "commentsOpen" | "canonicalUrl">> & Pick<PostEntry, "extra">;
  readonly translations: readonly Translation[];
  readonly unlisted: boolean;
  readonly site: { readonly commentsEnabled: boolean; readonly addresses: Addresses };
}

type BodyMember = "bodyHtml" | "bodyText" | "toc";
type TailMember = "previousPost" | "nextPost" | "related" | "commentsOpen" | "canonicalUrl" | "author" | "translations" | "unlisted";

/** A post as the API answers it; its members stand in the order of the file: head, body, tail. */
export function toPost(parts: PostParts): Post {
  const { body } = parts;
  const post = {
    ...toPostHead(parts),
    get bodyHtml() {
      return body.html;
    },
    get bodyText() {
      return body.text;
    },
    get toc() {
      return [...body.toc];
    },
    ...toPostTail(parts),
  };
  // The summary has the video or the images of its type.
  return post as Post;
}

/** The members before the body. */
export function toPostHead({ summary, authors, series, own }: PostParts): Omit<Post, BodyMember | TailMember> {
  return { ...summary, authors: [...authors], series: toPostSeriesContext(summary, series), extra: own.extra.document };
}

/** The members behind the body. */
export function toPostTail({ summary, older, newer, related, own, translations, unlisted, site }: PostParts): Pick<Post, TailMember> {
  return {
    previousPost: toPostLink(older),
    nextPost: toPostLink(newer),
    related: related.flatMap(toRelated),
    commentsOpen: own.commentsOpen ?? site.commentsEnabled,
    canonicalUrl: own.canonicalUrl ?? toCanonicalUrl(summary.url, site.addresses),
    author: toFirstAuthor(summary.authors),
    translations: [...translations],
    unlisted,
  };
}

function toPostSeriesContext(summary: PostSummary, series: PostParts["series"]): Post["series"] {
  if (summary.series === null || series === null) return null;
  const { description, items, place } = series;
  return {
    ...summary.series,
    description,
    previous: toPostLink(items[place - 1]),
    next: toPostLink(items[place + 1]),
    items: itemsAround(items, place),
  };
}

function toRelated(summary: PostSummary | undefined): Post["related"] {
  if (summary === undefined) return [];
  const { slug, title, url, path, excerpt, publishedAt } = summary;
  return [{ slug, title, url, path, excerpt, publishedAt }];
}
