import { z } from "zod";
import { ALWAYS_COUNTED, SEARCH_KINDS } from "../../kinds/hit-kinds.ts";
import { OWN_KIND_NAME } from "../../kinds/own-kind.ts";
import { byKey } from "../by-key.ts";
import { LATEST_MAX } from "../limits.ts";
import { Album } from "./photo.ts";
import { ArchiveYear, PostSummary, SeriesSummary } from "./post.ts";
import { AbsoluteUrl, AuthorCount, Count, CountOrNull, Image, Instant, LanguageTag, Slug, Tag, TagCount, TagSlug } from "./values.ts";

export const Pagination = z
  .strictObject({
    page: z.int().min(1).meta({ description: "Number of this page, from 1" }),
    pageSize: z.int().min(1).meta({ description: "Maximum number of items per page" }),
    totalItems: Count.meta({ description: "Number of items on all pages" }),
    totalPages: Count.meta({ description: "0 if there are no items" }),
    hasNextPage: z.boolean().meta({ description: "Whether there is a page after this one" }),
    hasPreviousPage: z.boolean().meta({ description: "Whether there is a page before this one" }),
  })
  .meta({ id: "Pagination", description: "Position of a page in its list" });

/** A list that is not paged. */
function listOf<Items extends z.ZodType>(id: string, description: string, items: Items) {
  return z.strictObject({ items }).meta({ id, description });
}

export const PostList = z
  .strictObject({
    items: z.array(PostSummary).meta({ description: "Posts of this page" }),
    pagination: Pagination.meta({ description: "Position of the page" }),
  })
  .meta({ id: "PostList", description: "A page of posts" });
export const TagCountList = listOf("TagCountList", "All tags or categories", z.array(TagCount).meta({ description: "Most used first" }));
export const SeriesList = listOf("SeriesList", "All series", z.array(SeriesSummary).meta({ description: "All series" }));
export const AlbumList = listOf("AlbumList", "All albums", z.array(Album).meta({ description: "All albums" }));
export const AuthorList = listOf("AuthorList", "All authors of posts", z.array(AuthorCount).meta({ description: "All authors" }));
export const Archive = z
  .strictObject({
    items: z.array(ArchiveYear).meta({ description: "Newest year first" }),
    undated: Count.meta({ description: "Posts without a date" }),
  })
  .meta({ id: "Archive", description: "Number of posts by month" });

const PagePath = z.string().regex(/^[/]/);
const Redirect = z
  .strictObject({ from: PagePath.meta({ description: "Former path of a page" }), to: PagePath.meta({ description: "Its current path" }) })
  .meta({ id: "Redirect", description: "A page that moved" });
export const RedirectList = listOf("RedirectList", "Pages that moved", z.array(Redirect).meta({ description: "All former paths" }));

export const ResolvedPage = z
  .strictObject({
    kind: z.string().meta({
      description:
        "Name of the kind, with which `/{kind}/{slug}` returns the document; or `tags`, `categories`, `series`, `albums` or `authors` for a page of one of these",
      example: "posts",
    }),
    slug: TagSlug.meta({
      description: "Current slug of the document; the slugs of tags, categories, albums and authors may have letters of any script",
    }),
    path: PagePath.meta({ description: "Current path of its page" }),
    url: AbsoluteUrl.meta({ description: "Current address of its page" }),
    moved: z.boolean().meta({ description: "Whether the requested path is a former one" }),
  })
  .meta({ id: "ResolvedPage", description: "The document of a page" });

const Words = z
  .strictObject({ one: z.string().meta({ description: "One document" }), many: z.string().meta({ description: "Several documents" }) })
  .meta({ id: "KindWords", description: "Names for documents of a kind" });

const KindFilter = z
  .strictObject({
    name: z.string().meta({ description: "The query parameter" }),
    type: z
      .enum(["slug", "oneOf", "boolean", "number", "text", "language", "period", "instant"])
      .meta({ description: "Type of its values; `text` matches in any letter case and with any white space" }),
    values: z.array(z.string()).nullable().meta({ description: "The values of `oneOf`; null if any value is valid" }),
  })
  .meta({ id: "KindFilter", description: "A parameter that filters a list" });

export const KindSummary = z
  .strictObject({
    name: z.string().meta({ description: "Name of the kind in API paths" }),
    path: z.string().meta({ description: "Path of its list, relative to the base address" }),
    words: Words.meta({ description: "Names for its documents" }),
    builtIn: z.boolean().meta({ description: "False: this site defines it" }),
    count: Count.meta({ description: "Published documents" }),
    page: z.string().nullable().meta({ description: "Pattern of the paths of its pages; null if it has no pages" }),
    date: z.string().nullable().meta({ description: "The member by which documents are dated; null if none" }),
    tags: z.boolean().meta({ description: "Whether its documents have tags" }),
    search: z.boolean().meta({ description: "Whether search finds its documents" }),
    filters: z.array(KindFilter).meta({ description: "Parameters that filter its list" }),
    order: z
      .array(z.string())
      .meta({ description: "Keys that the list is sorted by; `-` before a descending key, `=` before a value that comes first" }),
    sorts: z.array(z.string()).meta({ description: "Keys that `sort` accepts" }),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: "JSON Schema 2020-12 of an item of the list; references are relative to this document's address" }),
  })
  .meta({ id: "Kind", description: "A kind of content" });

export const KindList = listOf(
  "KindList",
  "All kinds of content with a list",
  z.array(KindSummary).meta({ description: "First the built-in kinds with a list, then the kinds that the site defines" }),
);

const LanguageCount = z
  .strictObject({
    language: LanguageTag,
    count: z.int().min(1).meta({ description: "Listed documents in this language" }),
    kinds: z.record(z.string(), z.int().min(1)).meta({ description: "The same number by kind: `posts`, `projects` …" }),
  })
  .meta({ id: "LanguageCount", description: "A language of the site's documents" });
export const LanguageList = listOf(
  "LanguageList",
  "All languages that documents are written in",
  z.array(LanguageCount).meta({ description: "Most frequent language first" }),
);

export const LatestItem = z
  .strictObject({
    kind: z.string().meta({ description: "Name of its kind, with which `/{kind}/{slug}` returns the document", example: "posts" }),
    slug: Slug.meta({ description: "Slug of the document in API paths" }),
    url: AbsoluteUrl.nullable().meta({ description: "Its page; null if its kind has none" }),
    path: z.string().nullable().meta({ description: "The path of that page" }),
    title: z.string().meta({ description: "Plain text" }),
    excerpt: z.string().nullable().meta({ description: "Plain text; null if none" }),
    cover: Image.nullable().meta({ description: "Picture of the document; null if none" }),
    language: LanguageTag.nullable().meta({ description: "BCP 47; null if the kind has none" }),
    publishedAt: Instant.meta({ description: "When it was published" }),
  })
  .meta({ id: "LatestItem", description: "A new document of any kind" });
export const LatestList = listOf(
  "LatestList",
  "The site's newest documents",
  z.array(LatestItem).max(LATEST_MAX).meta({ description: "Newest first" }),
);

export const SearchKind = z
  .union([z.enum(SEARCH_KINDS), z.string().regex(OWN_KIND_NAME)])
  .meta({ id: "SearchKind", description: "Kind of a hit; for a kind that the site defines, its name" });
export const SearchHit = z
  .strictObject({
    kind: SearchKind.meta({ description: "Kind of the document" }),
    slug: Slug.meta({ description: "Slug of the document" }),
    url: AbsoluteUrl.meta({ description: "Its page" }),
    path: PagePath.meta({ description: "The path of that page" }),
    title: z.string().meta({ description: "Plain text" }),
    excerpt: z.string().nullable().meta({ description: "Plain text; null if none" }),
    cover: Image.nullable().meta({ description: "Picture of the document; null if none" }),
    language: LanguageTag.nullable().meta({ description: "BCP 47; null if the kind has none" }),
    snippetHtml: z.string().meta({ description: "Escaped text with `<mark>` as its only element" }),
    score: z.number().min(0).meta({ description: "Relevance, comparable only within one response" }),
    tags: z.array(Tag).meta({ description: "In the author's order" }),
    publishedAt: Instant.nullable().meta({ description: "Null if undated" }),
  })
  .meta({ id: "SearchHit", description: "A document that a search found" });
const SearchFacets = z
  .strictObject(byKey(ALWAYS_COUNTED, (kind) => Count.meta({ description: `Hits of the kind ${kind}` })))
  .catchall(Count)
  .meta({ id: "SearchFacets", description: "Numbers of documents found, by kind, regardless of `kind`" });
export const SearchResults = z
  .strictObject({
    items: z.array(SearchHit).meta({ description: "Hits of this page, best first" }),
    pagination: Pagination.meta({ description: "Position of the page" }),
    facets: SearchFacets.meta({ description: "Numbers of documents found, by kind" }),
  })
  .meta({ id: "SearchResults", description: "A page of hits" });

const PostCount = z.strictObject({
  likeCount: Count.meta({ description: "Likes" }),
  commentCount: Count.meta({ description: "Public comments" }),
  // Documents of older servers have no views.
  viewCount: CountOrNull.default(null).meta({ description: "Null if the owner does not publish views" }),
});
/** The input of `--counts` and the response of `/counts`. */
export const Counts = z
  .strictObject({ posts: z.record(Slug, PostCount).meta({ description: "By slug; a missing post has no likes and comments" }) })
  .meta({ id: "Counts", description: "Likes and comments of posts" });

export type Pagination = z.infer<typeof Pagination>;
export type SearchHit = z.infer<typeof SearchHit>;
export type SearchResults = z.infer<typeof SearchResults>;
export type Archive = z.infer<typeof Archive>;
export type RedirectList = z.infer<typeof RedirectList>;
/** Also accepts documents of older servers, which have no views. */
export type Counts = z.input<typeof Counts>;
export type ResolvedPage = z.infer<typeof ResolvedPage>;
export type LatestItem = z.infer<typeof LatestItem>;
export type LanguageCount = z.infer<typeof LanguageCount>;
export type KindSummary = z.infer<typeof KindSummary>;
