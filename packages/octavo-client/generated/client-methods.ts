// Generated from contract/ by `npm run generate`. Edit that, not this file.

import type { OwnKindMethods, TagResource } from "../own-kinds.ts";
import type { EditOptions, RequestOptions, SubmitOptions } from "../request-options.ts";
import type {
  About,
  AlbumList,
  AlbumPage,
  ApiEntry,
  Archive,
  AuthorList,
  AuthorPage,
  Book,
  BookList,
  BooksListQuery,
  CommentEdit,
  CommentEdited,
  CommentPlace,
  CommentSubmission,
  CommentSubmitted,
  CommentThreads,
  CommentsGetQuery,
  CommentsListQuery,
  Counts,
  CountsGetQuery,
  EngagementAccepted,
  EngagementRequest,
  InquiryReceived,
  InquirySubmission,
  KindList,
  LanguageList,
  LatestList,
  Like,
  OpenApiDocument,
  Page,
  PageList,
  PagesListQuery,
  PhotoDocument,
  PhotoList,
  PhotosListQuery,
  Post,
  PostList,
  PostSeries,
  PostsListQuery,
  ProblemCode,
  ProblemType,
  Project,
  ProjectList,
  ProjectsListQuery,
  RecentCommentList,
  RedirectList,
  ResolvedPage,
  SearchQuery,
  SearchResults,
  SeriesList,
  ServiceList,
  ServiceOffering,
  ServicesPage,
  SiteResolveQuery,
  SiteSettings,
  TagCountList,
  TagPage,
} from "./api-types.ts";

/** A method for each operation of the API. */
export interface ClientMethods extends OwnKindMethods {
  readonly api: {
    /** The API itself. The site, its current build, and other addresses. This address has no final slash. */
    get(options?: RequestOptions): Promise<ApiEntry>;
    /** This document. The OpenAPI 3.1 document of this API. */
    description(options?: RequestOptions): Promise<OpenApiDocument>;
    /** The text of a problem type. The resource to which `type` of a problem response points. */
    problem(code: ProblemCode, options?: RequestOptions): Promise<ProblemType>;
  };
  readonly posts: {
    /** Posts, newest first. Summaries of the published posts, newest first, even with `q`. Filters are combined with "and". */
    list(query?: PostsListQuery, options?: RequestOptions): Promise<PostList>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query?: PostsListQuery, options?: RequestOptions): AsyncGenerator<PostList["items"][number], void, undefined>;
    /** One post as Markdown. The same post as text: front matter in YAML (title, date, url and other members of a list item), then the body as GitHub-flavoured Markdown, with absolute addresses. If the site does not publish posts as Markdown (`postsAsMarkdown` in its configuration), every slug gets 404. */
    markdown(slug: string, options?: RequestOptions): Promise<string>;
    /** One post. The complete post. A former slug of a renamed post also works; `slug` is the current one. */
    get(slug: string, options?: RequestOptions): Promise<Post>;
  };
  readonly comments: {
    /** Comments of a post. Threads: approved top-level comments with at most 200 replies each (`repliesTruncated` if there are more). With `parentId`, all public descendants of that comment, flat and oldest first. Strangers wrote the texts. */
    list(slug: string, query?: CommentsListQuery, options?: RequestOptions): Promise<CommentThreads>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(slug: string, query?: CommentsListQuery, options?: RequestOptions): AsyncGenerator<CommentThreads["items"][number], void, undefined>;
    /** Write a comment. The comment waits for the owner's approval. Its `editToken` lets the author change or withdraw it for 15 minutes. With an `Idempotency-Key`, a repeated request within 24 hours gets the first response again and does not count against the limits; the same key with another body gets 422. */
    submit(slug: string, body: CommentSubmission, options?: SubmitOptions): Promise<CommentSubmitted>;
    /** The newest comments of a post, as a feed. The newest 50, as Atom. */
    feed(slug: string, options?: RequestOptions): Promise<string>;
    /** One comment and its place. A comment, its thread, and the page that shows it in the requested page size and order. A link to the comment needs the thread and the page. */
    get(slug: string, id: string, query?: CommentsGetQuery, options?: RequestOptions): Promise<CommentPlace>;
    /** Change a comment. Within 15 minutes, with the token from its submission. Absent members stay unchanged. A null (RFC 7396) or empty `authorUrl` removes it; any other null member counts as absent. An approved comment waits for approval again. */
    edit(slug: string, id: string, body: CommentEdit, options: EditOptions): Promise<CommentEdited>;
    /** Withdraw a comment. Within 15 minutes, with the token from its submission. This cannot be undone. */
    withdraw(slug: string, id: string, options: EditOptions): Promise<void>;
    /** The newest comments of the site. The newest 50 on all listed posts. Strangers wrote the texts. */
    recent(options?: RequestOptions): Promise<RecentCommentList>;
    /** The newest comments of the site, as a feed. The same as `/comments`, as Atom. */
    recentFeed(options?: RequestOptions): Promise<string>;
  };
  readonly likes: {
    /** Whether this visitor likes a post. Without the visitor's cookie, `liked` is false. This request sets no cookie. */
    get(slug: string, options?: RequestOptions): Promise<Like>;
    /** Like a post. Counts once per visitor, however often it is sent. Sets the visitor's cookie if there is none. Without a cookie, an `Idempotency-Key` shows that two requests are from one visitor: the same key sets the same cookie, so a first like that is sent twice (a double click, a retry) counts once. A body is ignored. */
    add(slug: string, options?: SubmitOptions): Promise<Like>;
    /** Withdraw a like. If there was no like, nothing changes. */
    remove(slug: string, options?: RequestOptions): Promise<Like>;
  };
  readonly projects: {
    /** Projects. Featured ones first, then by the author's order, then latest start. */
    list(query?: ProjectsListQuery, options?: RequestOptions): Promise<ProjectList>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query?: ProjectsListQuery, options?: RequestOptions): AsyncGenerator<ProjectList["items"][number], void, undefined>;
    /** One project. As in the list, with its translations. */
    get(slug: string, options?: RequestOptions): Promise<Project>;
  };
  readonly books: {
    /** Books. Books being read first, then the most recently finished. */
    list(query?: BooksListQuery, options?: RequestOptions): Promise<BookList>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query?: BooksListQuery, options?: RequestOptions): AsyncGenerator<BookList["items"][number], void, undefined>;
    /** One book. As in the list. */
    get(slug: string, options?: RequestOptions): Promise<Book>;
  };
  readonly photos: {
    /** Photos. Most recently taken first; a photo without takenAt is sorted by publishedAt. Files contain no location, serial number or owner's name. */
    list(query?: PhotosListQuery, options?: RequestOptions): Promise<PhotoList>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query?: PhotosListQuery, options?: RequestOptions): AsyncGenerator<PhotoList["items"][number], void, undefined>;
    /** One photo. As in the list, with its translations. */
    get(slug: string, options?: RequestOptions): Promise<PhotoDocument>;
  };
  readonly pages: {
    /** Pages. Pages such as About, by the author's order, then title. `parent` is the page of the nearest folder above. */
    list(query?: PagesListQuery, options?: RequestOptions): Promise<PageList>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query?: PagesListQuery, options?: RequestOptions): AsyncGenerator<PageList["items"][number], void, undefined>;
    /** One page. The members of the list item, and the body. */
    get(slug: string, options?: RequestOptions): Promise<Page>;
  };
  readonly albums: {
    /** Albums of photos. Albums with a published photo, the one with the newest photo first. */
    list(options?: RequestOptions): Promise<AlbumList>;
    /** One album of photos. Everything its page shows. The slug may be in any letter case. */
    get(slug: string, options?: RequestOptions): Promise<AlbumPage>;
  };
  readonly services: {
    /** Services. All published offerings. An inquiry refers to `id` as `serviceId`. */
    list(options?: RequestOptions): Promise<ServiceList>;
    /** One service. As in the list. */
    get(slug: string, options?: RequestOptions): Promise<ServiceOffering>;
    /** Texts of the services page. In the site's language, with translations by BCP 47 tag. Empty if the author has written none. */
    page(options?: RequestOptions): Promise<ServicesPage>;
  };
  readonly inquiries: {
    /** Ask about a service. The inquiry goes to the owner and is never published. With an `Idempotency-Key`, a repeated request within 24 hours gets the first response again and does not count against the limits; the same key with another body gets 422. */
    submit(body: InquirySubmission, options?: SubmitOptions): Promise<InquiryReceived>;
  };
  readonly site: {
    /** The site's settings. Name, language, links and feeds. */
    settings(options?: RequestOptions): Promise<SiteSettings>;
    /** About the owner. Empty if the author has written nothing. */
    about(options?: RequestOptions): Promise<About>;
    /** The document of a page. Names the document that has, or once had, a path on the site; `/{kind}/{slug}` returns it. 404 if no page has the path. */
    resolve(query?: SiteResolveQuery, options?: RequestOptions): Promise<ResolvedPage>;
  };
  readonly search: {
    /** Full-text search. All words must match; if no document has all of them, one is enough, whatever `kind` and `language` are. A last word of three letters or more also matches as a prefix (of the 1,000 shortest words), and an unknown word may have one wrong letter. Best hit first. `facets` counts the hits by kind, as if `kind` were absent: always post, project, book, and other kinds if the site has any. */
    (query: SearchQuery, options?: RequestOptions): Promise<SearchResults>;
    /** All items from the requested page on. Each page is read when its first item is needed. */
    all(query: SearchQuery, options?: RequestOptions): AsyncGenerator<SearchResults["items"][number], void, undefined>;
  };
  readonly tags: {
    /** Tags of a resource. All tags in use, with the number of published documents that have each, most used first, then by name. */
    list<const Resource extends string>(resource: TagResource<Resource, "posts" | "projects" | "books" | "photos" | "pages">, options?: RequestOptions): Promise<TagCountList>;
    /** One tag of a resource. Everything its page shows. The slug may be in any letter case. */
    get<const Resource extends string>(resource: TagResource<Resource, "posts" | "projects" | "books" | "photos" | "pages">, slug: string, options?: RequestOptions): Promise<TagPage>;
  };
  readonly categories: {
    /** Categories of posts. All categories in use, with the number of published posts in each, most used first, then by name. */
    list(options?: RequestOptions): Promise<TagCountList>;
    /** One category. Everything its page shows. The slug may be in any letter case. */
    get(slug: string, options?: RequestOptions): Promise<TagPage>;
  };
  readonly authors: {
    /** Authors of posts. Authors of published posts, with the number of posts by each, most posts first, then by name. */
    list(options?: RequestOptions): Promise<AuthorList>;
    /** One author of posts. Everything the author's page shows. The slug may be in any letter case. */
    get(slug: string, options?: RequestOptions): Promise<AuthorPage>;
  };
  readonly series: {
    /** Series of posts. Series with a published post, most recently changed first. */
    list(options?: RequestOptions): Promise<SeriesList>;
    /** One series of posts. The series and its published posts, in order of position. */
    get(slug: string, options?: RequestOptions): Promise<PostSeries>;
  };
  readonly archive: {
    /** Posts by year and month. The number of posts published in each month, in the site's time zone, newest first. */
    get(options?: RequestOptions): Promise<Archive>;
  };
  readonly redirects: {
    /** Former paths of pages. Former paths of pages with their current ones, for a front end that redirects them. */
    list(options?: RequestOptions): Promise<RedirectList>;
  };
  readonly kinds: {
    /** Kinds of content. Names, orders, filters and items of the site's lists, including those of kinds that the site defines. */
    list(options?: RequestOptions): Promise<KindList>;
  };
  readonly languages: {
    /** Languages of the site. The languages of listed posts, projects, photos and documents of the site's own kinds. */
    list(options?: RequestOptions): Promise<LanguageList>;
  };
  readonly latest: {
    /** The newest documents of all kinds. The newest 50 listed documents that have a `publishedAt`, including those of the site's own kinds. */
    list(options?: RequestOptions): Promise<LatestList>;
  };
  readonly engagement: {
    /** Report engagement. One record, or up to 20. `text/plain` is read as JSON. Pass a string to `navigator.sendBeacon`, because browsers silently drop `application/json` to another origin. Valid records of a batch are accepted, and the others are listed; 422 only if none is valid. With `Sec-GPC: 1` or `DNT: 1`, records are counted without a visitor key. */
    send(body: EngagementRequest, options?: RequestOptions): Promise<EngagementAccepted>;
  };
  readonly counts: {
    /** Likes, comments and views of all posts. Posts with likes or comments, by slug; a published post that is missing has none. `viewCount` is null unless the owner publishes views. With `slug`, every requested post that is listed, even if its counts are zero. */
    get(query?: CountsGetQuery, options?: RequestOptions): Promise<Counts>;
  };
}
