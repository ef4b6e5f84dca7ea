import type { Post, PostSeries, PostSummary } from "../../../contract/schemas/post.ts";
import type { Author, Translation } from "../../../contract/schemas/values.ts";
import type { posts } from "../../../kinds/posts.ts";
import type { Body } from "../../cache/bodies.ts";
import { toCanonicalUrl } from "../../config/site-addresses.ts";
import { idOf } from "./identity.ts";
import { type PostParts, toPost, toPostHead, toPostTail } from "./post-document.ts";
import { itemsAround, type SeriesMembers, toSeriesItems } from "./series.ts";
import type { PostFacets, SiteOfPosts, SummarizedPost } from "./summarized-post.ts";

type SortablePost = Pick<PostSummary, (typeof posts.sorts)[number]>;

/** A post with its place among the others. What costs time is made when it is asked for. */
export interface AssembledPost {
  readonly facets: PostFacets;
  readonly summary: PostSummary;
  /** Values that `sort` compares. */
  readonly sortable: SortablePost;
  /** Digest of everything in the summary. */
  readonly summaryId: string;
  readonly body: Body;
  readonly authors: readonly Author[];
  /** Digest of everything in the post. */
  readonly id: string;
  readonly translations: readonly Translation[];
  readonly commentsOpen: boolean;
  readonly canonicalUrl: string;
  toPost(): Post;
  /** The members of the post before and behind its body. */
  head(): object;
  tail(): object;
}

/** Neighbours of a post, and the site. */
interface Surroundings {
  readonly site: SiteOfPosts;
  readonly series: { readonly context: SeriesContext; readonly place: number } | null;
  readonly older: SummarizedPost | undefined;
  readonly newer: SummarizedPost | undefined;
  readonly others: readonly (SummarizedPost | undefined)[];
  readonly translations: readonly Translation[];
  readonly unlisted: boolean;
}

export class PostInSite implements AssembledPost {
  readonly id: string;
  readonly #post: SummarizedPost;
  readonly #around: Surroundings;

  constructor(post: SummarizedPost, around: Surroundings) {
    const { series, older, newer, others, translations, unlisted } = around;
    this.id = idOf(
      [
        post.id,
        idOfAuthors(post.authors),
        older?.id,
        newer?.id,
        series?.context.idAt(series.place),
        unlisted,
        translations.length === 0 ? "" : idOf(JSON.stringify(translations)),
        ...others.map((one) => one?.id),
      ].join(" "),
    );
    this.#post = post;
    this.#around = around;
  }

  get facets(): PostFacets {
    return this.#post.facets;
  }

  get summary(): PostSummary {
    return this.#post.summary;
  }

  get sortable(): SortablePost {
    const { publishedAt, updatedAt } = this.facets;
    const { entry, body } = this.#post.rendered;
    return { publishedAt, updatedAt, title: entry.title, readingTimeMinutes: body.readingTimeMinutes };
  }

  get summaryId(): string {
    return this.#post.id;
  }

  get authors(): readonly Author[] {
    return this.#post.authors;
  }

  get body(): Body {
    return this.#post.rendered.body;
  }

  get translations(): readonly Translation[] {
    return this.#around.translations;
  }

  get commentsOpen(): boolean {
    return this.#post.rendered.entry.commentsOpen ?? this.#around.site.commentsEnabled;
  }

  get canonicalUrl(): string {
    return this.#post.rendered.entry.canonicalUrl ?? toCanonicalUrl(this.facets.url, this.#around.site.addresses);
  }

  toPost(): Post {
    return toPost(this.#parts());
  }

  head(): object {
    return toPostHead(this.#parts());
  }

  tail(): object {
    return toPostTail(this.#parts());
  }

  #parts(): PostParts {
    const { site, series, older, newer, others, translations, unlisted } = this.#around;
    return {
      summary: this.summary,
      authors: this.authors,
      body: this.body,
      series: series === null ? null : { description: series.context.description, items: series.context.items, place: series.place },
      older: older?.summary,
      newer: newer?.summary,
      related: others.map((other) => other?.summary),
      own: this.#post.rendered.entry,
      translations,
      unlisted,
      site,
    };
  }
}

/** Digest of the parts of its authors that a post shows and a summary does not. */
function idOfAuthors(authors: readonly Author[]): string {
  const shown = authors.map(({ bio, avatar }) => (bio === null && avatar === null ? null : [bio, avatar]));
  return shown.every((one) => one === null) ? "" : idOf(JSON.stringify(shown));
}

export interface SeriesContext {
  /** Digest of everything about its series that the post at a place shows. */
  idAt(place: number): string;
  /** Where each post stands in `items`, by slug. */
  readonly places: ReadonlyMap<string, number>;
  readonly description: string | null;
  /** Put together when they are asked for. */
  readonly items: PostSeries["items"];
}

export function toSeriesContext(group: SeriesMembers, posts: ReadonlyMap<string, SummarizedPost>): SeriesContext {
  const { description } = group.series.entry;
  let items: PostSeries["items"] | null = null;
  const ids = group.members.map(({ post }) => posts.get(post.entry.slug)?.id ?? "");
  const whole = itemsAround(ids, 0) === ids ? idOf(JSON.stringify([description, ids])) : null;
  return {
    idAt: (place) => whole ?? idOf(JSON.stringify([description, place, ids[place - 1], ids[place + 1], itemsAround(ids, place)])),
    places: group.places,
    description,
    get items() {
      items ??= toSeriesItems(group, (slug) => posts.get(slug)?.summary);
      return items;
    },
  };
}
