/**
 * The one map of the API's paths: which operations each has, who answers it, and which file of dist holds its
 * answer. The read handler, the OpenAPI document, the build and every host's configuration are made from it.
 */

import { LIST_KINDS, LISTS, PLAIN_LIST_KINDS, type PlainListKind } from "../kinds/list-kinds.ts";
import { OWN_KIND_NAME, RESERVED_KIND_NAMES } from "../kinds/own-kind.ts";

export const API_PREFIX = "/api/v1";
export const INDEX_PREFIX = "/index/v1";
export const MEDIA_PREFIX = "/media";
/** Tools for language models (Model Context Protocol), where a program runs. */
export const MCP_PATH = "/mcp";
/** The API reference of `start` and `dev`: every operation of the OpenAPI document, to read and to try. */
export const REFERENCE_PATH = "/api/docs";
/** Below the out folder; the only file of a build's index that changes in place. */
export const MANIFEST_FILE = "index/v1/manifest.json";
/** The entry of the snapshot of comments, which changes in place too; and how all its files begin. Their names have hashes, but nobody may keep them for long. */
export const SNAPSHOT_ENTRY = "index/v1/comments.json";
export const SNAPSHOT_PREFIX = `${INDEX_PREFIX}/comments.`;
/** Written with each snapshot: what a host without a program answers for every post that has no comments. */
export const NO_COMMENTS_FILE = "index/v1/no-comments.json";

/** The values of `{resource}` in `/tags/{resource}`. */
export const TAG_RESOURCES = LIST_KINDS;

export type CacheClass = "list" | "live" | "document" | "search" | "manifest" | "snapshot" | "immutable" | "missing" | "none";
/** Cache-Control by class. `list` is for lists and what they hold, `live` for comments and counts. */
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
  /** Stable name, in the manner of an operation's subject. */
  readonly name: string;
  /** Below API_PREFIX, with `{name}` for a path parameter; behind one in the same segment there may be an ending. */
  readonly path: string;
  /** Without HEAD and OPTIONS, which every path takes. */
  readonly methods: readonly Method[];
  /** Methods that the write server answers; the others come from files. */
  readonly serverMethods: readonly Method[];
  /** Whether a snapshot of comments and counts answers GET where the write server does not. */
  readonly hasSnapshot: boolean;
  readonly cache: CacheClass;
  /** Content type of a 200 to GET. */
  readonly contentType: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";
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
/** Public texts of visitors. */
const comments = <N extends string>(name: N, path: string, methods: readonly Method[]): Named<N> => ({
  ...server(name, path, methods, "live"),
  hasSnapshot: true,
});

/** A list and its documents. */
function listRoutes(kind: PlainListKind): readonly Named<PlainListKind | (typeof LISTS)[PlainListKind]["one"]>[] {
  return [files(kind, `/${kind}`, "list"), files(LISTS[kind].one, `/${kind}/{slug}`, "list")];
}

/** Literal segments stand before parameters of the same place, and those with an ending before those without, so the first that matches is right. */
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

/** One of a collection, by a slug that may have letters of any script: no other path has a percent-encoded segment, its last one. */
export const MEMBER_ROUTES: readonly string[] = ["tag", "category", "author", "album"] satisfies readonly RouteName[];

/** Paths of kinds that a site defines: behind all others, and only if the manifest has the kind. */
export const OWN_ROUTES = [files("own-list", "/{kind}", "list"), files("own-document", "/{kind}/{slug}", "list")] as const;
export type OwnRouteName = (typeof OWN_ROUTES)[number]["name"];

export interface RouteMatch {
  readonly route: Route & { readonly name: RouteName };
  /** Path parameters, as sent; checked by `isSlug` and the like where they are used. */
  readonly params: Readonly<Record<string, string>>;
}

export interface OwnRouteMatch extends Omit<RouteMatch, "route"> {
  readonly route: Route & { readonly name: OwnRouteName };
}

const toSegments = <R extends Route>(route: R) => ({ route, segments: route.path.split("/") });
const SEGMENTS = ROUTES.map(toSegments);
const OWN_SEGMENTS = OWN_ROUTES.map(toSegments);

/**
 * The route of a path below API_PREFIX ("/posts/hello", "" for the API itself), or null. Segments are compared as sent: an encoded one
 * matches nothing but a parameter. A slash at the end matches nothing either.
 */
export function matchRoute(path: string): RouteMatch | null {
  return findMatch(path, SEGMENTS);
}

/** The route of a path that `matchRoute` does not know, if a kind could have it. */
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

/** The route with that name. */
export function routeOf<N extends RouteName | OwnRouteName>(name: N): Named<N> {
  const route = [...ROUTES, ...OWN_ROUTES].find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`no route is named ${name}`);
  return route as Named<N>;
}

/** The file below the out folder that answers a path below API_PREFIX: "" → `api/v1.json`, `/posts/hello` → `api/v1/posts/hello.json`, `/posts/hello.md` → `api/v1/posts/hello.md`. */
export function fileOfPath(path: string): string {
  return `api/v1${path}${endingOfFile(path)}`;
}

/**
 * Ending of a path's file behind the path: ".json", or nothing if the path has an ending of its
 * own.
 */
export function endingOfFile(path: string): string {
  return /\.(?:json|md|atom)$/.test(path) ? "" : ".json";
}
