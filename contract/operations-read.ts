import type { z } from "zod";
import type { Operation, ProblemAnswer } from "./operation.ts";
import { QUERY_PARAMETERS } from "./query.ts";
import { CommentThreads, Like } from "./schemas/comment.ts";
import { BookList, Counts, PhotoList, PostList, ProjectList, SearchResults, ServiceList, TagCountList } from "./schemas/list.ts";
import { OpenApiDocument } from "./schemas/openapi.ts";
import { Post, PostSeries } from "./schemas/post.ts";
import { ProblemType } from "./schemas/problem.ts";
import { ServicesPage } from "./schemas/service.ts";
import { About, SiteSettings } from "./schemas/site.ts";

/** What every path may answer. */
export const ANYWHERE: readonly ProblemAnswer[] = [
  { status: 405, code: "method-not-allowed" },
  { status: 414, code: "uri-too-long" },
  { status: 500, code: "internal-error" },
];
export const NOT_FOUND: ProblemAnswer = { status: 404, code: "not-found" };
export const BAD_REQUEST: ProblemAnswer = { status: 400, code: "validation-error" };
export const REDUCED: ProblemAnswer = { status: 503, code: "temporary-reduced-capacity" };

type Given = Pick<Operation, "id" | "route" | "tag" | "summary" | "description"> & { readonly schema: z.ZodType };

const base = {
  method: "GET",
  body: null,
  requestHeaders: [{ name: "If-None-Match", required: false }],
  conditional: true,
  paged: false,
  setsCookie: false,
} as const;

/** A GET that files answer. Paths with parameters may not be there; those with a query may be asked wrongly. */
function fromFiles({ schema, ...given }: Given & { readonly named?: boolean }): Operation {
  const { named = false, ...rest } = given;
  const queried = QUERY_PARAMETERS[given.route].length > 0;
  return {
    ...base,
    ...rest,
    success: { status: 200, description: "The answer.", schema },
    paged: queried,
    problems: [
      ...(queried ? [BAD_REQUEST, { status: 501, code: "query-not-supported" } as const] : []),
      ...(named ? [NOT_FOUND] : []),
      ...ANYWHERE,
      { status: 503, code: "index-unavailable" },
    ],
  };
}

const pages = "A page past the end has no items; `Link` leads to the first, previous, next and last page, with all filters kept.";

export const READ_OPERATIONS: readonly Operation[] = [
  fromFiles({
    id: "listPosts",
    route: "posts",
    tag: "Posts",
    summary: "Posts, newest first",
    description: `Summaries of the published posts, newest first, with \`q\` too. Filters are joined by "and". ${pages}`,
    schema: PostList,
  }),
  fromFiles({
    id: "getPost",
    route: "post",
    tag: "Posts",
    summary: "One post",
    description: "The whole post. A former slug of a renamed post answers it too; `slug` is the present one.",
    schema: Post,
    named: true,
  }),
  fromFiles({
    id: "getPostSeries",
    route: "post-series",
    tag: "Posts",
    summary: "One series of posts",
    description: "The series and its published posts, by position.",
    schema: PostSeries,
    named: true,
  }),
  fromFiles({
    id: "listTags",
    route: "tags",
    tag: "Site",
    summary: "Tags of a resource",
    description: "All tags in use and how many published documents have each, most used first, then by name.",
    schema: TagCountList,
    named: true,
  }),
  fromFiles({
    id: "listProjects",
    route: "projects",
    tag: "Portfolio",
    summary: "Projects",
    description: `Featured ones first, then by the author's order, then newest start. ${pages}`,
    schema: ProjectList,
  }),
  fromFiles({
    id: "listBooks",
    route: "books",
    tag: "Portfolio",
    summary: "Books",
    description: `Those being read first, then newest finished. ${pages}`,
    schema: BookList,
  }),
  fromFiles({
    id: "listPhotos",
    route: "photos",
    tag: "Portfolio",
    summary: "Photos",
    description: `Newest taken first. Files carry no place, serial number or owner's name. ${pages}`,
    schema: PhotoList,
  }),
  fromFiles({
    id: "listServices",
    route: "services",
    tag: "Services",
    summary: "Service offerings",
    description: "All published offerings. `id` is what an inquiry names as `serviceId`.",
    schema: ServiceList,
  }),
  fromFiles({
    id: "getServicesPage",
    route: "services-page",
    tag: "Services",
    summary: "Texts of the services page",
    description: "In the site's language, with translations by BCP 47 tag. Empty where the author wrote none.",
    schema: ServicesPage,
  }),
  fromFiles({
    id: "getSiteSettings",
    route: "site-settings",
    tag: "Site",
    summary: "The site's settings",
    description: "Name, language, links and feeds.",
    schema: SiteSettings,
  }),
  fromFiles({
    id: "getAbout",
    route: "about",
    tag: "Site",
    summary: "About the owner",
    description: "Empty where the author wrote nothing.",
    schema: About,
  }),
  fromFiles({
    id: "searchContent",
    route: "search",
    tag: "Search",
    summary: "Full-text search",
    description: `All words must be found; where no document (of the \`kind\` asked for) has all, any is enough. The last word of three letters or more may be a beginning, and a word that the site does not know is forgiven one wrong letter. Best hit first. \`facets\` counts these matches by kind, those of other kinds too. ${pages}`,
    schema: SearchResults,
  }),
  fromFiles({
    id: "getOpenApi",
    route: "openapi",
    tag: "About this API",
    summary: "This document",
    description: "The OpenAPI 3.1 document of this API.",
    schema: OpenApiDocument,
  }),
  fromFiles({
    id: "getProblemType",
    route: "problem",
    tag: "About this API",
    summary: "The text of a problem type",
    description: "What `type` of a problem answer leads to.",
    schema: ProblemType,
    named: true,
  }),
  {
    ...base,
    id: "listComments",
    route: "comments",
    tag: "Comments",
    summary: "Comments of a post",
    description:
      "Threads: approved top-level comments with their replies, 200 a thread at most (`repliesTruncated` tells). With `parentId`, all public descendants of that comment instead, flat and oldest first. `Link` leads to other pages.",
    success: { status: 200, description: "The answer.", schema: CommentThreads },
    paged: true,
    problems: [BAD_REQUEST, NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "getLike",
    route: "like",
    tag: "Likes",
    summary: "Whether this visitor likes a post",
    description: "Without the visitor's cookie `liked` is false; asking sets no cookie.",
    success: { status: 200, description: "The answer.", schema: Like },
    problems: [{ status: 403, code: "origin-not-allowed" }, NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "getCounts",
    route: "counts",
    tag: "Engagement",
    summary: "Likes and comments of all posts",
    description: "Posts that have any, by slug; a published post that is not named has none.",
    success: { status: 200, description: "The answer.", schema: Counts },
    problems: [...ANYWHERE, REDUCED],
  },
];
