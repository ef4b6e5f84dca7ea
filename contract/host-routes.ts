import type { OwnListDefinition } from "../kinds/own-kind.ts";
import { allowOf, corsHeaders, isForKnownOrigins, preflightHeaders } from "./cors-headers.ts";
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
 * Every path of the API as a host's configuration needs it: what matches it, which file answers, with which headers, and what goes to the write
 * server. Made from the same table as all else; configurations are generated from it and from contract/static-files.ts.
 */
export interface HostRoute {
  /** Unique name of a route of the API or of a kind that the site defines. */
  readonly name: string;
  /** Below API_PREFIX, with `{name}` for a parameter. */
  readonly path: string;
  /** Whole, base and API_PREFIX included: a path where `isLiteral`, else the source of a regular expression from start to end. PCRE and RE2 read it the same. */
  readonly pattern: string;
  readonly isLiteral: boolean;
  /** `files`: GET and HEAD from a file. `server`: each request to the write server. */
  readonly from: "files" | "server";
  /** Whether a file answers a request without parameters of its own; none does for what only a program answers, such as `/search`. */
  readonly file: boolean;
  /** Whether its last segment may have letters of any script, percent-encoded; it is not too long for a slug then, whatever its bytes. */
  readonly anySlug: boolean;
  /** Ending of the file behind the path: `.json` or nothing. */
  readonly fileEnding: string;
  /** Whether a snapshot of comments answers GET and HEAD while the write server is away. */
  readonly hasSnapshot: boolean;
  /** Whether answers hold likes and comments of posts, which are null in the files. */
  readonly hasCounts: boolean;
  readonly allow: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Cross-origin headers alone: on problems. */
  readonly cors: Readonly<Record<string, string>>;
  /** Whether these depend on the request's origin; then they are left out above and below. */
  readonly forKnownOrigins: boolean;
  /** On the 204 to OPTIONS, `Allow` included. */
  readonly preflight: Readonly<Record<string, string>>;
  /** Names of the parameters that change the answer. */
  readonly parameters: readonly string[];
  /** Whether the server needs the request's: the visitor's with likes, and with engagement the one by which the owner's browser says that a visit is its own. */
  readonly cookies: boolean;
}

const SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*";
const PARAMETERS: Readonly<Record<string, string>> = {
  slug: SLUG,
  code: Object.keys(PROBLEM_TYPES).join("|"),
  id: "[^/]+",
};

/** A segment that is longer than any slug, an ending apart, after the first one of the API; such a path is 404. RE2 has no other way to say so. */
export const overlongSegment = (base: string): string => `^${escapeDots(toApiBase(base))}/[^/]+/[^/.]{${SLUG_MAX + 1}}`;

/** A path as sent whose last segment may be percent-encoded: of MEMBER_ROUTES. */
export const encodedMember = (base: string): string =>
  `^${escapeDots(toApiBase(base))}/(?:tags/[a-z0-9-]+|categories|authors|albums)/[^/?]+(?:[?]|$)`;

/** Pattern that finds a post's slug in a path about its comments. PCRE and RE2 read it the same. */
export const commentedSlug = (base: string): string => `^${escapeDots(toApiBase(base))}/posts/([^/]+)/`;

/** Source of a regular expression for a path as it stands. */
export function escapeDots(path: string): string {
  return path.replaceAll(".", "\\.");
}

/** Routes that only the read handler can answer. */
const FILELESS: readonly string[] = ["search", "resolve", ...MEMBER_ROUTES];

/** In the order of ROUTES: the first that matches is right. Without those of kinds that a site defines. */
export const HOST_ROUTES: readonly HostRoute[] = toHostRoutes([]);

/** The same for a site that defines kinds, whose paths are behind all others. @param base path that the site is below, "" or `/blog` */
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
    forKnownOrigins: isForKnownOrigins(route),
    preflight: { ...corsHeaders(route), ...preflightHeaders(route), Allow: allowOf(route) },
    parameters: parameters.map(({ name }) => name),
    cookies: passesCookies(route),
  };
}

/**
 * Paths that a host's program answers before any file; `*` is whatever follows. Without a program
 * there is no MCP_PATH.
 */
export const PROGRAM_PATHS: readonly string[] = [API_PREFIX, `${API_PREFIX}/*`, MCP_PATH];

interface PatternParts {
  /** Routes with tags, as alternatives of a regular expression. */
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

/** The address of the file that answers a literal path: `/api/v1/posts` → `/api/v1/posts.json`. */
export function fileAddressOf({ pattern, path }: HostRoute): string {
  return `${pattern.slice(0, -(API_PREFIX + path).length)}/${fileOfPath(path)}`;
}

/**
 * Source of a regular expression over a raw query (without `?`) that finds a parameter of the API: one of the route's own, or one of another route, which is
 * wrong there. A name with a percent sign counts as one of them: it may be one in disguise, and a file must not answer what was not asked. null: the
 * route takes no parameters.
 */
export function ownQueryOf({ parameters }: HostRoute): string | null {
  const names = [...new Set([...PARAMETER_NAMES, ...parameters])].sort();
  return parameters.length === 0 ? null : `(?:^|&)(?:(?:${names.join("|")})(?:=|&|$)|[^=&]*%)`;
}

/** Parameters of the first page of a post's comments, and the values that change nothing. */
const FIRST_PAGE = ["commentsPage=1", `commentsPageSize=${COMMENTS_PAGE_SIZE_DEFAULT}`, "commentsSort=oldest"];

/**
 * Source of a regular expression over a raw query (without `?`) that spells out the first page of a post's comments, as the elements do: each parameter
 * once at most, in any order.
 */
export const FIRST_PAGE_QUERY = `^(?:${listOrders(FIRST_PAGE).join("|")})$`;

/** All ways to put some of the pairs into an order. */
function listOrders(pairs: readonly string[]): string[] {
  return pairs.flatMap((pair) => [pair, ...listOrders(pairs.filter((other) => other !== pair)).map((rest) => `${pair}&${rest}`)]);
}

/** The file that answers a route from the snapshot on a host without a program, in the folder of the API or of the post; null: none does. */
export function snapshotFileOf({ name, path, fileEnding, hasSnapshot }: HostRoute): string | null {
  return hasSnapshot && name !== "comment" ? `${path.slice(path.lastIndexOf("/") + 1)}${fileEnding}` : null;
}

/**
 * The same for a host that has a program to ask: any query at all, for only the program knows a mistyped parameter from one that has nothing to do
 * with the API. null: the route takes no parameters.
 */
export function programQueryOf({ parameters }: HostRoute): string | null {
  return parameters.length === 0 ? null : ".";
}
