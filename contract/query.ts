import { EXAMPLE_ID } from "./example-id.ts";
import {
  COMMENTS_PAGE_SIZE_DEFAULT,
  COMMENTS_PAGE_SIZE_MAX,
  INSTANT_TEXT_MAX,
  PAGE_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PHOTOS_PAGE_SIZE_DEFAULT,
  QUERY_TEXT_MAX,
  SEARCH_PAGE_SIZE_DEFAULT,
  SLUG_MAX,
} from "./limits.ts";
import type { RouteName } from "./paths.ts";

/**
 * The query parameters of every route: `parseQuery` reads requests by this table, and the OpenAPI document's
 * parameters are made from it. The order here is the order of parameters in a `Link` header.
 */
export type QueryParameter =
  | (Named & { readonly type: "integer"; readonly minimum: number; readonly maximum: number; readonly default: number })
  | (Named & { readonly type: "enum"; readonly values: readonly string[]; readonly default: string | null })
  | (Named & { readonly type: "boolean" })
  /** A tag's slug in any case; read as NFKC in lower case; `maximum` is in code points of that. */
  | (Named & { readonly type: "tag"; readonly maximum: number })
  /** Read as NFKC, trimmed; `maximum` is in code points of that. `required`: absent and blank are wrong; else they are the same. */
  | (Named & { readonly type: "text"; readonly maximum: number; readonly required: boolean })
  /** RFC 3339 date or date-time with offset; read as milliseconds since 1970. A bare date means that day's first or last instant. */
  | (Named & { readonly type: "instant"; readonly bound: "from" | "to"; readonly maximum: number })
  /** An id as the API gave it out. */
  | (Named & { readonly type: "id"; readonly maximum: number });

interface Named {
  readonly name: string;
  /** For the OpenAPI document, in CommonMark. */
  readonly description: string;
  readonly example: string;
}

/** Longest id that a query may carry, characters. */
const ID_MAX = 64;

const page = {
  name: "page",
  type: "integer",
  minimum: 1,
  maximum: PAGE_MAX,
  default: 1,
  description: "Page number, digits only. A page past the end has no items.",
  example: "2",
} as const;
const pageSizeText = {
  name: "pageSize",
  type: "integer",
  minimum: 1,
  description: "Items on a page, digits only.",
  example: "10",
} as const;
const pageSize = { ...pageSizeText, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT } as const;
const tag = {
  name: "tag",
  type: "tag",
  maximum: SLUG_MAX,
  description: "Slug of a tag, in any case. A tag that nothing has gives an empty list.",
  example: "typescript",
} as const;
const instantForm =
  "RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset, whose `+` must be sent as `%2B`. Documents without a date never match.";

/** By route; a route that is not listed with parameters takes none. Parameters that are not listed are ignored. */
export const QUERY_PARAMETERS = {
  posts: [
    {
      name: "q",
      type: "text",
      maximum: QUERY_TEXT_MAX,
      required: false,
      description:
        "Full-text filter, 1 to 200 characters after NFKC and trimming; blank is the same as absent. The order stays newest first.",
      example: "tide tables",
    },
    {
      name: "type",
      type: "enum",
      values: ["TEXT", "VIDEO", "IMAGE"],
      default: null,
      description: "Type of post, written exactly so.",
      example: "VIDEO",
    },
    tag,
    {
      name: "hasCode",
      type: "boolean",
      description: "`true`: posts with code alone; `false`: posts without.",
      example: "true",
    },
    {
      name: "publishedFrom",
      type: "instant",
      bound: "from",
      maximum: INSTANT_TEXT_MAX,
      description: `Published at or after this. ${instantForm}`,
      example: "2026-01-01",
    },
    {
      name: "publishedTo",
      type: "instant",
      bound: "to",
      maximum: INSTANT_TEXT_MAX,
      description: `Published at or before this; a date includes the whole day. ${instantForm}`,
      example: "2026-01-31T23:59:59Z",
    },
    page,
    pageSize,
  ],
  post: [],
  comments: [
    {
      name: "parentId",
      type: "id",
      maximum: ID_MAX,
      description: "Id of a comment: all its public descendants, flat, oldest first, instead of the post's threads.",
      example: EXAMPLE_ID,
    },
    {
      name: "commentsSort",
      type: "enum",
      values: ["oldest", "newest", "popular"],
      default: "oldest",
      description: "Order of the threads; `popular` puts those with most replies first. Replies are always oldest first.",
      example: "newest",
    },
    { ...page, name: "commentsPage" },
    { ...pageSizeText, name: "commentsPageSize", maximum: COMMENTS_PAGE_SIZE_MAX, default: COMMENTS_PAGE_SIZE_DEFAULT },
  ],
  comment: [],
  like: [],
  projects: [tag, page, pageSize],
  books: [tag, page, pageSize],
  photos: [tag, page, { ...pageSize, default: PHOTOS_PAGE_SIZE_DEFAULT }],
  services: [],
  inquiries: [],
  "services-page": [],
  "site-settings": [],
  about: [],
  search: [
    {
      name: "q",
      type: "text",
      maximum: QUERY_TEXT_MAX,
      required: true,
      description: "What to look for, 1 to 200 characters after NFKC and trimming.",
      example: "tide tables",
    },
    {
      name: "kind",
      type: "enum",
      values: ["post", "project", "book"],
      default: null,
      description: "Hits of this kind alone; `facets` counts all kinds regardless.",
      example: "post",
    },
    page,
    { ...pageSize, default: SEARCH_PAGE_SIZE_DEFAULT },
  ],
  tags: [],
  "post-series": [],
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
            : string | null;

type ParametersOf<R extends RouteName> = (typeof QUERY_PARAMETERS)[R][number];

/** The parsed query of a route: a member for each of its parameters; null where an optional one is absent. */
export type Query<R extends RouteName> = {
  readonly [P in ParametersOf<R> as P["name"]]: ValueOf<P>;
};
