import type { Post, PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import type { PostEntry } from "../entries.ts";
import type { Rendered } from "../render/types.ts";
import { toPostLink } from "./series.ts";

/** What a post is put together from. */
export interface PostParts {
  readonly summary: PostSummary;
  /** May be stored: it is read when it is looked at. */
  readonly body: Pick<Rendered, "html" | "text" | "toc">;
  /** All of the post's series; null where it has none. */
  readonly series: { readonly description: string | null; readonly items: PostSeries["items"] } | null;
  readonly older: PostSummary | undefined;
  readonly newer: PostSummary | undefined;
  readonly related: readonly (PostSummary | undefined)[];
  /** What the post has of its own in the place of the site's. */
  readonly own: Partial<Pick<PostEntry, "commentsOpen" | "canonicalUrl" | "author">>;
  readonly site: { readonly commentsEnabled: boolean; readonly author: Post["author"] };
}

type BodyMember = "bodyHtml" | "bodyText" | "toc";
type TailMember = "previousPost" | "nextPost" | "related" | "commentsOpen" | "canonicalUrl" | "author";

/** A post as the API answers it; its members stand in the order of the file: head, body, tail. */
export function toPost(parts: PostParts): Post {
  const { body } = parts;
  return {
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
}

/** The members before the body. */
export function toPostHead({ summary, series }: PostParts): Omit<Post, BodyMember | TailMember> {
  return { ...summary, series: toSeriesContext(summary, series?.description ?? null, series?.items ?? []) };
}

/** The members behind the body. */
export function toPostTail({ summary, older, newer, related, own, site }: PostParts): Pick<Post, TailMember> {
  return {
    previousPost: toPostLink(older),
    nextPost: toPostLink(newer),
    related: related.flatMap(toRelated),
    commentsOpen: own.commentsOpen ?? site.commentsEnabled,
    canonicalUrl: own.canonicalUrl ?? summary.url,
    author: own.author ?? site.author,
  };
}

/** @param all items of the post's series, if it has one */
function toSeriesContext(summary: PostSummary, description: string | null, all: PostSeries["items"]): Post["series"] {
  if (summary.series === null) return null;
  const at = all.findIndex(({ slug }) => slug === summary.slug);
  return {
    ...summary.series,
    description,
    previous: toPostLink(all[at - 1]),
    next: toPostLink(all[at + 1]),
    items: all,
  };
}

function toRelated(summary: PostSummary | undefined): Post["related"] {
  if (summary === undefined) return [];
  const { slug, title, url, excerpt, publishedAt } = summary;
  return [{ slug, title, url, excerpt, publishedAt }];
}
