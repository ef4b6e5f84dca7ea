import { z } from "zod";
import { Book } from "./book.ts";
import { Album, Photo } from "./photo.ts";
import { ArchiveYear, PostSummary, SeriesSummary } from "./post.ts";
import { Project } from "./project.ts";
import { ServiceOffering } from "./service.ts";
import { AbsoluteUrl, AuthorCount, Count, CountOrNull, Instant, Slug, Tag, TagCount } from "./values.ts";

export const Pagination = z
  .strictObject({
    page: z.int().min(1),
    pageSize: z.int().min(1),
    totalItems: Count,
    totalPages: Count,
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  })
  .meta({ id: "Pagination" });

export const PostList = z.strictObject({ items: z.array(PostSummary), pagination: Pagination }).meta({ id: "PostList" });
export const ProjectList = z.strictObject({ items: z.array(Project), pagination: Pagination }).meta({ id: "ProjectList" });
export const BookList = z.strictObject({ items: z.array(Book), pagination: Pagination }).meta({ id: "BookList" });
export const PhotoList = z.strictObject({ items: z.array(Photo), pagination: Pagination }).meta({ id: "PhotoList" });
export const ServiceList = z.strictObject({ items: z.array(ServiceOffering) }).meta({ id: "ServiceList" });
export const TagCountList = z.strictObject({ items: z.array(TagCount) }).meta({ id: "TagCountList" });
export const SeriesList = z.strictObject({ items: z.array(SeriesSummary) }).meta({ id: "SeriesList" });
export const AlbumList = z.strictObject({ items: z.array(Album) }).meta({ id: "AlbumList" });
export const AuthorList = z.strictObject({ items: z.array(AuthorCount) }).meta({ id: "AuthorList" });
export const Archive = z
  .strictObject({ items: z.array(ArchiveYear), undated: Count.meta({ description: "posts without a date" }) })
  .meta({ id: "Archive" });

const PagePath = z.string().regex(/^[/]/);
const Redirect = z.strictObject({ from: PagePath, to: PagePath }).meta({ id: "Redirect" });
export const RedirectList = z.strictObject({ items: z.array(Redirect) }).meta({ id: "RedirectList" });

export const SearchKind = z.enum(["post", "project", "book"]).meta({ id: "SearchKind" });
export const SearchHit = z
  .strictObject({
    kind: SearchKind,
    slug: Slug,
    url: AbsoluteUrl,
    title: z.string(),
    snippetHtml: z.string().meta({ description: "escaped text and `<mark>`, nothing else" }),
    score: z.number().min(0),
    tags: z.array(Tag),
    publishedAt: Instant.nullable().meta({ description: "null for projects and books" }),
  })
  .meta({ id: "SearchHit" });
const SearchFacets = z.strictObject({ post: Count, project: Count, book: Count }).meta({ id: "SearchFacets" });
export const SearchResults = z
  .strictObject({ items: z.array(SearchHit), pagination: Pagination, facets: SearchFacets })
  .meta({ id: "SearchResults" });

const PostCount = z.strictObject({
  likeCount: Count,
  commentCount: Count,
  // A document that was kept before there was such a count has none.
  viewCount: CountOrNull.default(null).meta({ description: "null: the owner does not count in public" }),
});
/** What `--counts` takes and `/counts` answers. */
export const Counts = z.strictObject({ posts: z.record(Slug, PostCount) }).meta({ id: "Counts" });

export type Pagination = z.infer<typeof Pagination>;
export type SearchKind = z.infer<typeof SearchKind>;
export type SearchHit = z.infer<typeof SearchHit>;
export type SearchFacets = z.infer<typeof SearchFacets>;
export type SearchResults = z.infer<typeof SearchResults>;
export type Archive = z.infer<typeof Archive>;
export type RedirectList = z.infer<typeof RedirectList>;
/** As a document of an older server has them, too: without views. */
export type Counts = z.input<typeof Counts>;
