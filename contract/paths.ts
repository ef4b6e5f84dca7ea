/**
 * The only map of the API's paths, with the methods of each, the program that answers it and the
 * file in `dist` that has its response. The read handler, the OpenAPI document, the build and every
 * host's configuration are based on it.
 */

import { RESERVED_KIND_NAMES } from "../kinds/hit-kinds.ts";
import { LIST_KINDS, LISTS, PLAIN_LIST_KINDS, type PlainListKind } from "../kinds/list-kinds.ts";
import { OWN_KIND_NAME } from "../kinds/own-kind.ts";

export const API_PREFIX = "/api/v1";
export const INDEX_PREFIX = "/index/v1";
export const MEDIA_PREFIX = "/media";
/** Tools for language models (Model Context Protocol), on hosts that run a program. */
export const MCP_PATH = "/mcp";
/**
 * The API reference of `start` and `dev`, where every operation of the OpenAPI document can be read
 * and tried.
 */
export const REFERENCE_PATH = "/api/docs";
/** Relative to the out folder. The only file of a build's index that changes in place. */
export const MANIFEST_FILE = "index/v1/manifest.json";
/**
 * The entry file of the comments snapshot, which also changes in place, and the prefix of all
 * snapshot files. Their names have hashes, but caches must not keep them for long.
 */
export const SNAPSHOT_ENTRY = "index/v1/comments.json";
export const SNAPSHOT_PREFIX = `${INDEX_PREFIX}/comments.`;
/**
 * Written with each snapshot: the response for posts without comments on a host without a program.
 */
export const NO_COMMENTS_FILE = "index/v1/no-comments.json";

/** Values of `{resource}` in `/tags/{resource}`. */
export const TAG_RESOURCES = LIST_KINDS;

export type CacheClass = "list" | "live" | "document" | "search" | "manifest" | "snapshot" | "immutable" | "missing" | "none";
/**
 * Cache-Control by class. `list` is for lists and their documents, `live` for comments and counts.
 */
export const CACHE_CONTROL: Readonly<Record<CacheClass, string>> = {
  list: "public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400",
  live: "public, max-age=15, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400",
  document: "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800",
  search: "public, max-age=60, s-maxage=300",
  manifest: "no-cache",
  snapshot: "public, max-age=300",
  immutable: "public, max-age=31536000, immutable",
  missing: "public, max-age=30",
  none: "no-store",
};

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Route {
  /** Stable name, which names the subject of the route's operations. */
  readonly name: string;
  /**
   * Under API_PREFIX, with `{name}` for a path parameter. A parameter may be followed by an
   * extension in the same segment.
   */
  readonly path: string;
  /** Without HEAD and OPTIONS, which every path has. */
  readonly methods: readonly Method[];
  /** Methods that the write server answers. Files answer the others. */
  readonly serverMethods: readonly Method[];
  /** Whether a snapshot of comments and counts answers GET if the write server does not. */
  readonly hasSnapshot: boolean;
  readonly cache: CacheClass;
  /** Content type of a 200 response to GET. */
  readonly contentType: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
export const ATOM_TYPE = "application/atom+xml; charset=utf-8";

type Named<N extends string> = Route & { readonly name: N };
const files = <N extends string>(name: N, path: string, cache: CacheClass, contentType = JSON_TYPE): Named<N> => ({
  name,
  path,
  methods: ["GET"],
  serverMethods: [],
  hasSnapshot: false,
  cache,
  contentType,
});
const server = <N extends string>(name: N, path: string, methods: readonly Method[], cache: CacheClass = "none"): Named<N> => ({
  name,
  path,
  methods,
  serverMethods: methods,
  hasSnapshot: false,
  cache,
  contentType: path.endsWith(".atom") ? ATOM_TYPE : JSON_TYPE,
});
/** Routes of visitors' public texts. */
const comments = <N extends string>(name: N, path: string, methods: readonly Method[]): Named<N> => ({
  ...server(name, path, methods, "live"),
  hasSnapshot: true,
});

/** Routes of a list and its documents. */
function listRoutes(kind: PlainListKind): readonly Named<PlainListKind | (typeof LISTS)[PlainListKind]["one"]>[] {
  return [files(kind, `/${kind}`, "list"), files(LISTS[kind].one, `/${kind}/{slug}`, "list")];
}

/**
 * Literal segments come before parameters at the same position, and parameters with an extension
 * before those without. So the first match is the right one.
 */
export const ROUTES = [
  files("api", "", "list"),
  files("posts", "/posts", "list"),
  files("post-markdown", "/posts/{slug}.md", "list", MARKDOWN_TYPE),
  files("post", "/posts/{slug}", "list"),
  comments("comments", "/posts/{slug}/comments", ["GET", "POST"]),
  comments("post-comments-feed", "/posts/{slug}/comments.atom", ["GET"]),
  comments("comment", "/posts/{slug}/comments/{id}", ["GET", "PATCH", "DELETE"]),
  server("like", "/posts/{slug}/like", ["GET", "POST", "DELETE"]),
  ...PLAIN_LIST_KINDS.flatMap(listRoutes),
  files("albums", "/albums", "document"),
  files("album", "/albums/{slug}", "document"),
  files("services", "/services", "document"),
  server("inquiries", "/services/inquiries", ["POST"]),
  files("service", "/services/{slug}", "document"),
  files("services-page", "/services-page", "document"),
  files("site-settings", "/site-settings", "document"),
  files("about", "/about", "document"),
  files("search", "/search", "search"),
  files("tags", "/tags/{resource}", "document"),
  files("tag", "/tags/{resource}/{slug}", "document"),
  files("categories", "/categories", "document"),
  files("category", "/categories/{slug}", "document"),
  files("authors", "/authors", "document"),
  files("author", "/authors/{slug}", "document"),
  files("series", "/post-series", "document"),
  files("post-series", "/post-series/{slug}", "document"),
  files("archive", "/archive", "document"),
  files("redirects", "/redirects", "document"),
  files("kinds", "/kinds", "document"),
  files("resolve", "/resolve", "list"),
  files("languages", "/languages", "document"),
  files("latest", "/latest", "list"),
  comments("recent-comments", "/comments", ["GET"]),
  comments("recent-comments-feed", "/comments.atom", ["GET"]),
  server("engagement", "/engagement", ["POST"]),
  { ...server("counts", "/counts", ["GET"], "live"), hasSnapshot: true },
  files("openapi", "/openapi.json", "document"),
  files("problem", "/problems/{code}", "document"),
] as const satisfies readonly Route[];

export type RouteName = (typeof ROUTES)[number]["name"];

/**
 * Routes of a collection's members. Their slugs may have letters of any script. No other path has a
 * percent-encoded segment, and in these paths only the last segment can be encoded.
 */
export const MEMBER_ROUTES: readonly string[] = ["tag", "category", "author", "album"] satisfies readonly RouteName[];

/**
 * Paths of a site's own kinds. They come after all others and exist only if the manifest has the
 * kind.
 */
export const OWN_ROUTES = [files("own-list", "/{kind}", "list"), files("own-document", "/{kind}/{slug}", "list")] as const;
export type OwnRouteName = (typeof OWN_ROUTES)[number]["name"];

export interface RouteMatch {
  readonly route: Route & { readonly name: RouteName };
  /** Path parameters as sent. The code that uses them checks them, with `isSlug` for example. */
  readonly params: Readonly<Record<string, string>>;
}

export interface OwnRouteMatch extends Omit<RouteMatch, "route"> {
  readonly route: Route & { readonly name: OwnRouteName };
}

const toSegments = <R extends Route>(route: R) => ({ route, segments: route.path.split("/") });
const SEGMENTS = ROUTES.map(toSegments);
const OWN_SEGMENTS = OWN_ROUTES.map(toSegments);

/**
 * Returns the route of a path under API_PREFIX ("/posts/hello", or "" for the API itself), or null.
 * Segments are compared as sent, so an encoded one matches only a parameter. A path with a final
 * slash matches nothing.
 */
export function matchRoute(path: string): RouteMatch | null {
  return findMatch(path, SEGMENTS);
}

/**
 * Returns the route of a path that `matchRoute` does not match, if it can belong to one of the
 * site's own kinds.
 */
export function matchOwnRoute(path: string): OwnRouteMatch | null {
  const match = findMatch(path, OWN_SEGMENTS);
  const { kind = "" } = match?.params ?? {};
  return OWN_KIND_NAME.test(kind) && !RESERVED_KIND_NAMES.includes(kind) ? match : null;
}

function findMatch<R extends Route>(path: string, candidates: readonly { readonly route: R; readonly segments: readonly string[] }[]) {
  const parts = path.split("/");
  for (const { route, segments } of candidates) {
    if (segments.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const matches = segments.every((segment, index) => {
      const part = parts[index] ?? "";
      if (!segment.startsWith("{")) return segment === part;
      const end = segment.indexOf("}");
      const ending = segment.slice(end + 1);
      const value = part.slice(0, part.length - ending.length);
      params[segment.slice(1, end)] = value;
      return value !== "" && part.endsWith(ending);
    });
    if (matches) return { route, params };
  }
  return null;
}

/** @throws Error if no route has this name */
export function routeOf<N extends RouteName | OwnRouteName>(name: N): Named<N> {
  const route = [...ROUTES, ...OWN_ROUTES].find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`no route is named ${name}`);
  return route as Named<N>;
}

/**
 * The file in the out folder for a path under API_PREFIX: "" → `api/v1.json`, `/posts/hello` →
 * `api/v1/posts/hello.json`, `/posts/hello.md` → `api/v1/posts/hello.md`.
 */
export function fileOfPath(path: string): string {
  return `api/v1${path}${endingOfFile(path)}`;
}

/** The extension that a path's file adds to the path: ".json", or nothing if the path has one. */
export function endingOfFile(path: string): string {
  return /\.(?:json|md|atom)$/.test(path) ? "" : ".json";
}
