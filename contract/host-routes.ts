import type { OwnListDefinition } from "../kinds/own-kind.ts";
import { allowOf, corsHeaders, isForAllowedOrigins, preflightHeaders } from "./cors-headers.ts";
import { COMMENTS_PAGE_SIZE_DEFAULT, SLUG_MAX } from "./limits.ts";
import {
  API_PREFIX,
  CACHE_CONTROL,
  endingOfFile,
  fileOfPath,
  MCP_PATH,
  MEMBER_ROUTES,
  OWN_ROUTES,
  ROUTES,
  type Route,
  TAG_RESOURCES,
} from "./paths.ts";
import { PROBLEM_TYPES } from "./problem-types.ts";
import { isServerRoute, passesCookies } from "./proxy-headers.ts";
import { listParameters, QUERY_PARAMETERS } from "./query/query-parameters.ts";
import { PARAMETER_NAMES } from "./query/unrecognized.ts";
import { toApiBase } from "./text/base-path.ts";

/**
 * A path of the API in the form that a host's configuration needs: its pattern, file and headers,
 * and whether requests go to the write server. The configurations are generated from these routes
 * and contract/static-files.ts.
 */
export interface HostRoute {
  /** Unique name of the route, which belongs to the API or to one of the site's kinds. */
  readonly name: string;
  /** Under API_PREFIX, with `{name}` for a parameter. */
  readonly path: string;
  /**
   * The whole path with base and API_PREFIX: a literal path if `isLiteral`, otherwise the source of
   * a regular expression that matches the whole path. PCRE and RE2 interpret it in the same way.
   */
  readonly pattern: string;
  readonly isLiteral: boolean;
  /** `files`: a file answers GET and HEAD. `server`: every request goes to the write server. */
  readonly from: "files" | "server";
  /**
   * Whether a file answers a request without parameters. False for paths such as `/search`, which
   * need a program.
   */
  readonly file: boolean;
  /**
   * Whether the last segment may have letters of any script, percent-encoded. Such a segment is not
   * limited to a slug's length in bytes.
   */
  readonly anySlug: boolean;
  /** Extension of the file behind the path: `.json` or "". */
  readonly fileEnding: string;
  /** Whether a snapshot of comments answers GET and HEAD while the write server is unavailable. */
  readonly hasSnapshot: boolean;
  /**
   * Whether responses include the likes and comment counts of posts, which are null in the files.
   */
  readonly hasCounts: boolean;
  readonly allow: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Only the cross-origin headers, for problems. */
  readonly cors: Readonly<Record<string, string>>;
  /**
   * Whether these headers depend on the request's origin. If so, `cors` and `preflight` leave them
   * out.
   */
  readonly forAllowedOrigins: boolean;
  /** Headers of the 204 response to OPTIONS, including `Allow`. */
  readonly preflight: Readonly<Record<string, string>>;
  /** Names of the parameters that change the response. */
  readonly parameters: readonly string[];
  /**
   * Whether the server needs the request's cookies: the visitor's cookie for likes, and for
   * engagement the cookie that marks the owner's own visits.
   */
  readonly cookies: boolean;
}

const SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*";
const PARAMETERS: Readonly<Record<string, string>> = {
  slug: SLUG,
  code: Object.keys(PROBLEM_TYPES).join("|"),
  id: "[^/]+",
};

/**
 * Matches a path whose second segment under the API, without its extension, is longer than any
 * slug. Such a path gets 404. It is a separate pattern, because RE2 has no lookahead to limit a
 * slug's length in the others.
 */
export const overlongSegment = (base: string): string => `^${escapeDots(toApiBase(base))}/[^/]+/[^/.]{${SLUG_MAX + 1}}`;

/** A raw path whose last segment may be percent-encoded: the paths of MEMBER_ROUTES. */
export const encodedMember = (base: string): string =>
  `^${escapeDots(toApiBase(base))}/(?:tags/[a-z0-9-]+|categories|authors|albums)/[^/?]+(?:[?]|$)`;

/**
 * Pattern that captures a post's slug in a path about its comments. PCRE and RE2 interpret it in
 * the same way.
 */
export const commentedSlug = (base: string): string => `^${escapeDots(toApiBase(base))}/posts/([^/]+)/`;

/** Source of a regular expression that matches a literal path. */
export function escapeDots(path: string): string {
  return path.replaceAll(".", "\\.");
}

/** Routes that only the read handler can answer. */
const FILELESS: readonly string[] = ["search", "resolve", ...MEMBER_ROUTES];

/**
 * Routes in the order of ROUTES; the first match is the right one. The routes of a site's own kinds
 * are not included.
 */
export const HOST_ROUTES: readonly HostRoute[] = toHostRoutes([]);

/**
 * HOST_ROUTES plus the routes of a site's own kinds, which come last.
 * @param base path of the site, "" or `/blog`
 */
export function toHostRoutes(kinds: readonly OwnListDefinition[], base = ""): readonly HostRoute[] {
  const tagged = kinds.filter(({ filters }) => filters.some(({ column }) => column === "tags"));
  const resources = [...TAG_RESOURCES, ...tagged.map(({ name }) => name)].join("|");
  const [list, document] = OWN_ROUTES;
  const ofKind = (route: Route, kind: OwnListDefinition, parameters: readonly { readonly name: string }[]): HostRoute =>
    toHostRoute({ ...route, name: `${route.name}-${kind.name}`, path: route.path.replace("{kind}", kind.name) }, parameters, {
      resources,
      base,
    });
  return [
    ...ROUTES.map((route) => toHostRoute(route, QUERY_PARAMETERS[route.name], { resources, base })),
    ...kinds.flatMap((kind) => [ofKind(list, kind, listParameters(kind)), ofKind(document, kind, [])]),
  ];
}

function toHostRoute(route: Route, parameters: readonly { readonly name: string }[], around: PatternParts): HostRoute {
  return {
    name: route.name,
    path: route.path,
    ...patternOf(route, around),
    from: isServerRoute(route) ? "server" : "files",
    file: !isServerRoute(route) && !FILELESS.includes(route.name),
    anySlug: MEMBER_ROUTES.includes(route.name),
    fileEnding: endingOfFile(route.path),
    hasSnapshot: route.hasSnapshot,
    hasCounts: route.name === "posts" || route.name === "post",
    allow: allowOf(route),
    headers: {
      "Content-Type": route.contentType,
      "Cache-Control": CACHE_CONTROL[route.cache],
      "X-Content-Type-Options": "nosniff",
      ...corsHeaders(route),
    },
    cors: corsHeaders(route),
    forAllowedOrigins: isForAllowedOrigins(route),
    preflight: { ...corsHeaders(route), ...preflightHeaders(route), Allow: allowOf(route) },
    parameters: parameters.map(({ name }) => name),
    cookies: passesCookies(route),
  };
}

/**
 * Paths that a host's program answers before it looks for a file; `*` matches the rest of a path.
 * MCP_PATH exists only where a program runs.
 */
export const PROGRAM_PATHS: readonly string[] = [API_PREFIX, `${API_PREFIX}/*`, MCP_PATH];

interface PatternParts {
  /** The resources that have tags, as alternatives in a regular expression. */
  readonly resources: string;
  readonly base: string;
}

function patternOf({ name: route, path }: Route, { resources, base }: PatternParts): Pick<HostRoute, "pattern" | "isLiteral"> {
  const whole = toApiBase(base) + path;
  const isMember = MEMBER_ROUTES.includes(route);
  if (!path.includes("{")) return { pattern: whole, isLiteral: true };
  const source = whole
    .replaceAll(".", "[.]")
    .replace(
      /\{(\w+)\}/g,
      (_, name: string) => `(?:${name === "resource" ? resources : isMember && name === "slug" ? "[^/]+" : (PARAMETERS[name] ?? SLUG)})`,
    );
  return { pattern: `^${source}$`, isLiteral: false };
}

/** The address of the file for a literal path: `/api/v1/posts` → `/api/v1/posts.json`. */
export function fileAddressOf({ pattern, path }: HostRoute): string {
  return `${pattern.slice(0, -(API_PREFIX + path).length)}/${fileOfPath(path)}`;
}

/**
 * Source of a regular expression for a raw query (without `?`) that finds any parameter of the API,
 * including those of other routes, which are errors here. A name with a percent sign also matches,
 * because it may be an encoded parameter that a file must not ignore. Returns null if the route has
 * no parameters.
 */
export function ownQueryOf({ parameters }: HostRoute): string | null {
  const names = [...new Set([...PARAMETER_NAMES, ...parameters])].sort();
  return parameters.length === 0 ? null : `(?:^|&)(?:(?:${names.join("|")})(?:=|&|$)|[^=&]*%)`;
}

/** Parameters of the first page of a post's comments, at their defaults. */
const FIRST_PAGE = ["commentsPage=1", `commentsPageSize=${COMMENTS_PAGE_SIZE_DEFAULT}`, "commentsSort=oldest"];

/**
 * Source of a regular expression for a raw query (without `?`) that spells out the first page of a
 * post's comments, as the elements do. Each parameter occurs at most once, in any order.
 */
export const FIRST_PAGE_QUERY = `^(?:${listOrders(FIRST_PAGE).join("|")})$`;

/** All orders of all subsets of the pairs. */
function listOrders(pairs: readonly string[]): string[] {
  return pairs.flatMap((pair) => [pair, ...listOrders(pairs.filter((other) => other !== pair)).map((rest) => `${pair}&${rest}`)]);
}

/**
 * The snapshot file that answers a route on a host without a program. It is in the folder of the
 * API or of the post. Returns null if no file answers it.
 */
export function snapshotFileOf({ name, path, fileEnding, hasSnapshot }: HostRoute): string | null {
  return hasSnapshot && name !== "comment" ? `${path.slice(path.lastIndexOf("/") + 1)}${fileEnding}` : null;
}

/**
 * The equivalent of `ownQueryOf` for a host with a program. Any query matches, because only the
 * program can tell a mistyped parameter from an unrelated one. Returns null if the route has no
 * parameters.
 */
export function programQueryOf({ parameters }: HostRoute): string | null {
  return parameters.length === 0 ? null : ".";
}
