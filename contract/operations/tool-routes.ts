import { LISTS, PLAIN_LIST_KINDS, type PlainListKind } from "../../kinds/list-kinds.ts";
import type { RouteName } from "../paths.ts";

const LIST_TOOLS = Object.fromEntries(
  PLAIN_LIST_KINDS.flatMap((kind) => [[`${kind}.list`, kind] as const, [`${kind}.get`, LISTS[kind].one] as const]),
) as { readonly [K in PlainListKind as `${K}.list`]: K } & { readonly [K in PlainListKind as `${K}.get`]: (typeof LISTS)[K]["one"] };

/**
 * The routes of the tools' read operations, by name. Tools are commands, and the tools of language
 * models. This table is separate from the operations because those import zod, and every function
 * that answers `/mcp` includes it. The operations take their names and routes from here.
 */
export const TOOL_ROUTES = {
  search: "search",
  "posts.list": "posts",
  "posts.get": "post",
  "series.list": "series",
  "series.get": "post-series",
  "categories.list": "categories",
  "categories.get": "category",
  "authors.list": "authors",
  "authors.get": "author",
  "archive.get": "archive",
  "tags.list": "tags",
  "tags.get": "tag",
  ...LIST_TOOLS,
  "albums.list": "albums",
  "albums.get": "album",
  "services.list": "services",
  "services.get": "service",
  "services.page": "services-page",
  "site.settings": "site-settings",
  "site.about": "about",
  "site.resolve": "resolve",
  "kinds.list": "kinds",
  "languages.list": "languages",
  "latest.list": "latest",
  "comments.list": "comments",
  "comments.recent": "recent-comments",
} as const satisfies Readonly<Record<string, RouteName>>;

export type ToolName = keyof typeof TOOL_ROUTES;
