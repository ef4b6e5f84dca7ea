import { SEARCH_KINDS } from "../../kinds/hit-kinds.ts";
import type { ListFilter } from "../../kinds/list-filter.ts";
import type { ListKindDefinition } from "../../kinds/list-kind.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../kinds/list-kinds.ts";
import { OWN_KIND_NAME_MAX } from "../../kinds/own-kind.ts";
import {
  COMMENT_SORTS,
  COMMENTS_PAGE_SIZE_DEFAULT,
  COMMENTS_PAGE_SIZE_MAX,
  COUNTED_SLUGS_MAX,
  INSTANT_TEXT_MAX,
  LANGUAGE_TEXT_MAX,
  PAGE_MAX,
  PAGE_PATH_MAX,
  PAGE_SIZE_MAX,
  QUERY_TAGS_MAX,
  QUERY_TEXT_MAX,
  SEARCH_PAGE_SIZE_DEFAULT,
  SLUG_MAX,
  THREAD_REPLIES_MAX,
} from "../limits.ts";
import { ROUTES, type RouteName } from "../paths.ts";

/**
 * The query parameters of every route. `parseQuery` reads requests with this table, and the OpenAPI
 * document's parameters are generated from it, with descriptions from parameter-texts.ts. `Link`
 * headers have the parameters in the same order.
 */
export type QueryParameter =
  /** A filter of a list, from the definition of its kind. */
  | ListFilter
  | (Named & { readonly type: "integer"; readonly minimum: number; readonly maximum: number; readonly default: number })
  | (Named & { readonly type: "enum"; readonly values: readonly string[]; readonly default: string | null })
  /** One of `values`, or the name of one of the site's own kinds. */
  | (Named & { readonly type: "kind"; readonly values: readonly string[] })
  /**
   * Text, normalized to NFKC and trimmed; `maximum` is its length in code points. If it is
   * `required`, an absent or blank text is an error. Otherwise blank counts as absent.
   */
  | (Named & { readonly type: "text"; readonly maximum: number; readonly required: boolean })
  /** A path of the site, or its full address. Required. */
  | (Named & { readonly type: "path"; readonly maximum: number })
  /** Slugs issued by the API, joined by commas. */
  | (Named & { readonly type: "slugList"; readonly maximum: number })
  /** An id issued by the API. */
  | (Named & { readonly type: "id" });

interface Named {
  readonly name: string;
}

/**
 * Longest text of a parameter, in characters, for types with a fixed limit. For `slugs` it applies
 * to each slug.
 */
export const TYPE_MAX = {
  slug: SLUG_MAX,
  slugs: SLUG_MAX,
  folded: SLUG_MAX,
  exact: SLUG_MAX,
  language: LANGUAGE_TEXT_MAX,
  instant: INSTANT_TEXT_MAX,
  id: 64,
  kind: OWN_KIND_NAME_MAX,
} as const;
/** Number of `slugs` that may be joined by commas. */
export const SLUGS_MAX = QUERY_TAGS_MAX;

const page = { name: "page", type: "integer", minimum: 1, maximum: PAGE_MAX, default: 1 } as const;
const pageSize = { name: "pageSize", type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX } as const;
const text = { name: "q", type: "text", maximum: QUERY_TEXT_MAX } as const;
const commentsSort = { name: "commentsSort", type: "enum", values: COMMENT_SORTS, default: "oldest" } as const;
const repliesLimit = {
  name: "repliesLimit",
  type: "integer",
  minimum: 0,
  maximum: THREAD_REPLIES_MAX,
  default: THREAD_REPLIES_MAX,
} as const;
const commentsPageSize = {
  ...pageSize,
  name: "commentsPageSize",
  maximum: COMMENTS_PAGE_SIZE_MAX,
  default: COMMENTS_PAGE_SIZE_DEFAULT,
} as const;

type PageSize = typeof pageSize & { readonly default: number };
type Sort<Key extends string> = {
  readonly name: "sort";
  readonly type: "enum";
  readonly values: readonly (Key | `-${Key}`)[];
  readonly default: null;
};
type ListOptions = Pick<ListKindDefinition, "filters" | "sorts" | "pageSize">;
type ListParameters<K extends ListOptions> = readonly [...K["filters"], Sort<K["sorts"][number]>, typeof page, PageSize];

/** Parameters of a kind's list. */
export function listParameters<const K extends ListOptions>({ filters, sorts, pageSize: size }: K): ListParameters<K> {
  const values = sorts.flatMap((key: K["sorts"][number]) => [key, `-${key}`] as const);
  return [...(filters as K["filters"]), { name: "sort", type: "enum", values, default: null }, page, { ...pageSize, default: size }];
}

const LIST_PARAMETERS = Object.fromEntries(LIST_KINDS.map((kind) => [kind, listParameters(LISTS[kind])])) as unknown as {
  readonly [K in ListKind]: ListParameters<(typeof LISTS)[K]>;
};

const NO_PARAMETERS = Object.fromEntries(ROUTES.map(({ name }) => [name, []])) as unknown as Readonly<Record<RouteName, readonly []>>;

/**
 * Parameters by route. Routes without an entry have none. unrecognized.ts decides which other names
 * are errors; all others are ignored.
 */
export const QUERY_PARAMETERS = {
  ...NO_PARAMETERS,
  ...LIST_PARAMETERS,
  posts: [{ ...text, required: false }, ...listParameters(LISTS.posts)],
  comments: [{ name: "parentId", type: "id" }, commentsSort, repliesLimit, { ...page, name: "commentsPage" }, commentsPageSize],
  comment: [commentsSort, commentsPageSize],
  search: [
    { ...text, required: true },
    { name: "kind", type: "kind", values: SEARCH_KINDS },
    { name: "language", type: "language", column: "prefix", member: "language" },
    page,
    { ...pageSize, default: SEARCH_PAGE_SIZE_DEFAULT },
  ],
  resolve: [{ name: "path", type: "path", maximum: PAGE_PATH_MAX }],
  counts: [{ name: "slug", type: "slugList", maximum: COUNTED_SLUGS_MAX }],
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
          : P extends { readonly type: "path" }
            ? string
            : P extends { readonly type: "instant" }
              ? number | null
              : P extends { readonly type: "slugs" | "slugList" }
                ? readonly string[] | null
                : string | null;

type ParametersOf<R extends RouteName> = (typeof QUERY_PARAMETERS)[R][number];
export type ParameterName = ParametersOf<RouteName>["name"];

/** The parsed query of a route, with a member for each parameter. Absent optional ones are null. */
export type Query<R extends RouteName> = {
  readonly [P in ParametersOf<R> as P["name"]]: ValueOf<P>;
};
