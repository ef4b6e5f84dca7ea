import { BOOK_STATUSES, PROJECT_STATUSES } from "../enum-values.ts";
import {
  COMMENT_SORTS,
  COMMENTS_PAGE_SIZE_DEFAULT,
  COMMENTS_PAGE_SIZE_MAX,
  INSTANT_TEXT_MAX,
  LANGUAGE_TEXT_MAX,
  PAGE_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PHOTOS_PAGE_SIZE_DEFAULT,
  QUERY_TAGS_MAX,
  QUERY_TEXT_MAX,
  SEARCH_PAGE_SIZE_DEFAULT,
  SLUG_MAX,
} from "../limits.ts";
import type { RouteName } from "../paths.ts";

/**
 * The query parameters of every route: `parseQuery` reads requests by this table, and the OpenAPI document's
 * parameters are made from it; parameter-texts.ts describes them there. The order here is the order of parameters in a `Link` header.
 */
export type QueryParameter =
  | (Named & { readonly type: "integer"; readonly minimum: number; readonly maximum: number; readonly default: number })
  | (Named & { readonly type: "enum"; readonly values: readonly string[]; readonly default: string | null })
  | (Named & { readonly type: "boolean" })
  /** A slug in any case; read as NFKC in lower case; `maximum` is in code points of that. */
  | (Named & { readonly type: "slug"; readonly maximum: number })
  /** One slug, or at most so many joined by commas; read as the slugs sorted, each once; `maximum` is that of one. */
  | (Named & { readonly type: "slugs"; readonly maximum: number; readonly most: number })
  /** BCP 47 in any case; read in lower case. */
  | (Named & { readonly type: "language"; readonly maximum: number })
  /** Read as NFKC, trimmed; `maximum` is in code points of that. `required`: absent and blank are wrong; else they are the same. */
  | (Named & { readonly type: "text"; readonly maximum: number; readonly required: boolean })
  /** RFC 3339 date or date-time with offset; read as milliseconds since 1970. A bare date means that day's first or last instant. */
  | (Named & { readonly type: "instant"; readonly bound: "from" | "to"; readonly maximum: number })
  /** An id as the API gave it out. */
  | (Named & { readonly type: "id"; readonly maximum: number });

interface Named {
  readonly name: string;
}

/** Longest id that a query may carry, characters. */
const ID_MAX = 64;

const page = { name: "page", type: "integer", minimum: 1, maximum: PAGE_MAX, default: 1 } as const;
const pageSize = { name: "pageSize", type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT } as const;
const tag = { name: "tag", type: "slugs", maximum: SLUG_MAX, most: QUERY_TAGS_MAX } as const;
const slug = { type: "slug", maximum: SLUG_MAX } as const;
const text = { name: "q", type: "text", maximum: QUERY_TEXT_MAX } as const;
const instant = { type: "instant", maximum: INSTANT_TEXT_MAX } as const;
const commentsSort = { name: "commentsSort", type: "enum", values: COMMENT_SORTS, default: "oldest" } as const;
const commentsPageSize = {
  ...pageSize,
  name: "commentsPageSize",
  maximum: COMMENTS_PAGE_SIZE_MAX,
  default: COMMENTS_PAGE_SIZE_DEFAULT,
} as const;

/** By route; a route that is not listed with parameters takes none. Parameters that are not listed are ignored. */
export const QUERY_PARAMETERS = {
  posts: [
    { ...text, required: false },
    { name: "type", type: "enum", values: ["TEXT", "VIDEO", "IMAGE"], default: null },
    tag,
    { ...slug, name: "category" },
    { ...slug, name: "author" },
    { ...slug, name: "series" },
    { name: "language", type: "language", maximum: LANGUAGE_TEXT_MAX },
    { name: "featured", type: "boolean" },
    { name: "hasCode", type: "boolean" },
    { ...instant, name: "publishedFrom", bound: "from" },
    { ...instant, name: "publishedTo", bound: "to" },
    page,
    pageSize,
  ],
  post: [],
  "post-markdown": [],
  comments: [{ name: "parentId", type: "id", maximum: ID_MAX }, commentsSort, { ...page, name: "commentsPage" }, commentsPageSize],
  "post-comments-feed": [],
  comment: [commentsSort, commentsPageSize],
  like: [],
  projects: [tag, { name: "status", type: "enum", values: PROJECT_STATUSES, default: null }, page, pageSize],
  project: [],
  books: [tag, { name: "status", type: "enum", values: BOOK_STATUSES, default: null }, page, pageSize],
  book: [],
  photos: [tag, { ...slug, name: "album" }, page, { ...pageSize, default: PHOTOS_PAGE_SIZE_DEFAULT }],
  photo: [],
  albums: [],
  services: [],
  inquiries: [],
  service: [],
  "services-page": [],
  "site-settings": [],
  about: [],
  search: [
    { ...text, required: true },
    { name: "kind", type: "enum", values: ["post", "project", "book"], default: null },
    page,
    { ...pageSize, default: SEARCH_PAGE_SIZE_DEFAULT },
  ],
  tags: [],
  categories: [],
  authors: [],
  series: [],
  "post-series": [],
  archive: [],
  redirects: [],
  "recent-comments": [],
  "recent-comments-feed": [],
  engagement: [],
  counts: [],
  openapi: [],
  problem: [],
} as const satisfies Readonly<Record<RouteName, readonly QueryParameter[]>>;

type ValueOf<P extends QueryParameter> = P extends { readonly type: "integer" }
  ? number
  : P extends { readonly type: "enum"; readonly default: null }
    ? P["values"][number] | null
    : P extends { readonly type: "enum" }
      ? P["values"][number]
      : P extends { readonly type: "boolean" }
        ? boolean | null
        : P extends { readonly type: "text"; readonly required: true }
          ? string
          : P extends { readonly type: "instant" }
            ? number | null
            : P extends { readonly type: "slugs" }
              ? readonly string[] | null
              : string | null;

type ParametersOf<R extends RouteName> = (typeof QUERY_PARAMETERS)[R][number];
export type ParameterName = ParametersOf<RouteName>["name"];

/** The parsed query of a route: a member for each of its parameters; null where an optional one is absent. */
export type Query<R extends RouteName> = {
  readonly [P in ParametersOf<R> as P["name"]]: ValueOf<P>;
};
