import type { Post, PostSummary } from "../../../contract/schemas/post.ts";
import type { Author, Translation } from "../../../contract/schemas/values.ts";
import type { posts } from "../../../kinds/posts.ts";
import type { Body } from "../../rows/bodies.ts";
import { toCanonicalUrl } from "../../shared/site-addresses.ts";
import type { ListedDocument } from "../documents/assembled-document.ts";
import { idOf } from "../documents/identity.ts";
import type { RenderedPost } from "../documents/input.ts";
import { toFirstAuthor } from "../groups/authors.ts";
import { type PostFacets, type SiteOfPosts, type SummaryContext, toOwnFacets, toSummary } from "./post-summary.ts";
import { type SeriesContext, toPostLink } from "./series.ts";

/** A post with its place among the others. Its summary and response are created on demand. */
export interface AssembledPost extends ListedDocument<PostSummary> {
  readonly facets: PostFacets;
  readonly sortable: Pick<PostSummary, (typeof posts.sorts)[number]>;
  readonly body: Body;
  /** With all details. */
  readonly authors: readonly Author[];
  readonly commentsOpen: boolean;
  readonly canonicalUrl: string;
  toPost(): Post;
}

interface PostInput {
  readonly rendered: RenderedPost;
  readonly context: SummaryContext;
  /** Identifies the context and the settings of the site. */
  readonly contextId: string;
  readonly authors: readonly Author[];
  readonly translations: readonly Translation[];
  readonly site: SiteOfPosts;
}

/** The posts related to a post by order, series or topic. */
interface Surroundings {
  readonly series: { readonly context: SeriesContext; readonly place: number } | null;
  readonly older: PostInSite | undefined;
  readonly newer: PostInSite | undefined;
  readonly others: readonly (PostInSite | undefined)[];
  readonly unlisted: boolean;
}

const ALONE: Surroundings = { series: null, older: undefined, newer: undefined, others: [], unlisted: true };

export class PostInSite implements AssembledPost {
  readonly rendered: RenderedPost;
  readonly facets: PostFacets;
  readonly authors: readonly Author[];
  readonly translations: readonly Translation[];
  readonly itemId: string;
  readonly #ownFacets: ReturnType<typeof toOwnFacets>;
  readonly #contextId: string;
  readonly #site: SiteOfPosts;
  #around = ALONE;
  #item: PostSummary | null = null;
  #id: string | null = null;

  constructor({ rendered, context, contextId, authors, translations, site }: PostInput) {
    this.rendered = rendered;
    this.#ownFacets = toOwnFacets(rendered, site);
    this.facets = { ...this.#ownFacets, ...context };
    this.authors = authors;
    this.translations = translations;
    this.itemId = idOf(`${rendered.id} ${rendered.entry.slug} ${rendered.entry.page} ${contextId}`);
    this.#contextId = contextId;
    this.#site = site;
  }

  /**
   * Sets the surrounding posts, which an unlisted post does not have. It must be called before the
   * id or the response is read.
   */
  place(around: Surroundings): void {
    this.#around = around;
  }

  /** A key that changes with the facets. */
  get facetsKey(): string {
    return JSON.stringify(this.#ownFacets) + this.#contextId;
  }

  get item(): PostSummary {
    this.#item ??= toSummary(this.rendered, this.facets);
    return this.#item;
  }

  get id(): string {
    if (this.#id !== null) return this.#id;
    const { series, older, newer, others, unlisted } = this.#around;
    const { translations } = this;
    const inOthers = translations.length === 0 ? "" : idOf(JSON.stringify(translations));
    const inSeries = series?.context.idAt(series.place);
    // The parts are concatenated, because arrays would take longer for tens of thousands of posts.
    let parts = `${this.itemId} ${idOfAuthors(this.authors)} ${older?.itemId} ${newer?.itemId} ${inSeries} ${unlisted} ${inOthers}`;
    for (const other of others) parts += ` ${other?.itemId}`;
    this.#id = idOf(parts);
    return this.#id;
  }

  get sortable(): AssembledPost["sortable"] {
    const { publishedAt, updatedAt } = this.facets;
    const { entry, body } = this.rendered;
    return { publishedAt, updatedAt, title: entry.title, readingTimeMinutes: body.readingTimeMinutes };
  }

  get body(): Body {
    return this.rendered.body;
  }

  get commentsOpen(): boolean {
    return this.rendered.entry.commentsOpen ?? this.#site.commentsEnabled;
  }

  get canonicalUrl(): string {
    return this.rendered.entry.canonicalUrl ?? toCanonicalUrl(this.facets.url, this.#site.addresses);
  }

  /** The post as the API returns it. Members are in the order of the file: head, body, tail. */
  toPost(): Post {
    const { body } = this;
    const post = {
      ...this.#head(),
      get bodyHtml() {
        return body.html;
      },
      get bodyText() {
        return body.text;
      },
      get toc() {
        return [...body.toc];
      },
      ...this.#tail(),
    };
    // The summary has the video or the images of its type.
    return post as Post;
  }

  /** Copies the body from the cache to the file without parsing it. */
  bytes(): Buffer {
    const head = Buffer.from(`${JSON.stringify(this.#head()).slice(0, -1)},`);
    const tail = Buffer.from(`,${JSON.stringify(this.#tail()).slice(1)}`);
    return Buffer.concat([head, this.body.bytes(), tail]);
  }

  #head(): object {
    const { series } = this.#around;
    const own = this.facets.series;
    return {
      ...this.item,
      authors: [...this.authors],
      series: own === null || series === null ? null : series.context.show(series.place, own),
      extra: this.rendered.entry.extra.document,
    };
  }

  #tail(): object {
    const { older, newer, others, unlisted } = this.#around;
    return {
      previousPost: toPostLink(older?.item),
      nextPost: toPostLink(newer?.item),
      related: others.flatMap((other) => (other === undefined ? [] : [toRelated(other.item)])),
      commentsOpen: this.commentsOpen,
      canonicalUrl: this.canonicalUrl,
      author: toFirstAuthor(this.item.authors),
      translations: this.translations,
      unlisted,
    };
  }
}

/** Digest of the author details that a post has and a summary lacks. */
function idOfAuthors(authors: readonly Author[]): string {
  const shown = authors.map(({ bio, avatar }) => (bio === null && avatar === null ? null : [bio, avatar]));
  return shown.every((one) => one === null) ? "" : idOf(JSON.stringify(shown));
}

function toRelated({ slug, title, url, path, excerpt, publishedAt }: PostSummary): Post["related"][number] {
  return { slug, title, url, path, excerpt, publishedAt };
}
