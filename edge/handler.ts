import { allowOf, corsHeaders, corsHeadersFor, isForAllowedOrigins, preflightHeaders } from "../contract/cors-headers.ts";
import { URI_MAX_BYTES } from "../contract/limits.ts";
import {
  API_PREFIX,
  CACHE_CONTROL,
  MEMBER_ROUTES,
  type Method,
  matchOwnRoute,
  matchRoute,
  type OwnRouteMatch,
  type Route,
  type RouteMatch,
} from "../contract/paths.ts";
import { methodDetail, PROBLEM_CODES } from "../contract/problems.ts";
import type { Counts } from "../contract/schemas/list.ts";
import { isSlug } from "../contract/slug-pattern.ts";
import { putBelow, toApiBase } from "../contract/text/base-path.ts";
import { OWN_KIND_NAME } from "../kinds/own-kind.ts";
import { toProblemResponse, toResponse } from "./answer.ts";
import { createSite } from "./built-site.ts";
import { createCountsSource, type StartTimer } from "./counts/live-counts.ts";
import { requireOwnKind } from "./lists/own-routes.ts";
import { createManifestSource } from "./manifest.ts";
import { notFound, ProblemError, serverAbsent, toReadFailure } from "./read-failure.ts";
import { guardRead, type ReadFile } from "./read-file.ts";
import { answerRoute } from "./route-answers.ts";
import type { SearchGate } from "./search/search-index.ts";

export interface ReadHandlerOptions {
  readonly read: ReadFile;
  /** Path of the site; requests arrive without it. Default: none. */
  readonly base?: string;
  /**
   * Public base of the API with `/api/v1`. Links use it instead of the build's base URL. Problem
   * types do not.
   */
  readonly baseUrl?: string;
  /**
   * Origins, besides the site's own, whose pages may send likes and so may read why a like failed.
   * Default: none.
   */
  readonly allowedOrigins?: readonly string[];
  /** How long a manifest is cached, in milliseconds. Default 0: each request reads it. */
  readonly manifestMaxAgeMs?: number;
  /**
   * Current likes and comments of posts; a post without an entry has none. If the function returns
   * null, fails, hangs or returns an invalid document, the last good result is used, otherwise the
   * counts in the build.
   */
  readonly counts?: (() => Promise<Counts | null>) | undefined;
  /**
   * How long live counts are cached, in milliseconds; longer after a failure. Default 10 s. With 0,
   * they are loaded for each response, for counts in the same process.
   */
  readonly countsMaxAgeMs?: number;
  /** Milliseconds since a fixed moment, to measure the ages above. Default: a monotonic clock. */
  readonly now?: () => number;
  /** Timer that limits the wait for live counts; for tests. */
  readonly startTimer?: StartTimer;
  /** Decides when searches may run. Default: at once. */
  readonly searchGate?: SearchGate;
  /** Called with the cause of a 500 or 503, for the host's log. */
  readonly onError?: (error: unknown) => void;
}

const UNCACHED = { "Cache-Control": CACHE_CONTROL.none };

/** Answers a request under `/api/v1` from the files of a built site. Never throws. */
export type ReadHandler = (request: Request) => Promise<Response>;

/**
 * The read handler, for every path that files answer, with any query. The write server's paths get
 * 503 here: a host calls the server first.
 */
export function createReadHandler(options: ReadHandlerOptions): ReadHandler {
  const read = guardRead(options.read);
  const now = options.now ?? (() => performance.now());
  const manifests = createManifestSource({ read, maxAgeMs: options.manifestMaxAgeMs ?? 0, now });
  const { counts: load, countsMaxAgeMs: minIntervalMs, startTimer, allowedOrigins = [], base = "" } = options;
  const timing = { ...(minIntervalMs === undefined ? {} : { minIntervalMs }), ...(startTimer === undefined ? {} : { startTimer }) };
  const liveCounts = load && createCountsSource({ load, now, ...timing });
  const openSite = createSite(read, manifests, { liveCounts, searchGate: options.searchGate });

  return async (request) => {
    const url = new URL(request.url);
    const site = openSite(request.signal);
    const { baseUrl: ownBaseUrl = null } = options;
    const askedBaseUrl = toApiBase(putBelow(url.origin, base));
    const findBaseUrl = async (): Promise<string> => ownBaseUrl ?? (await site.manifest())?.site.baseUrl ?? askedBaseUrl;
    const findProblemBaseUrl = async (): Promise<string | null> => {
      const built = (await site.manifest())?.site;
      return built?.problemBaseUrl ?? built?.baseUrl ?? ownBaseUrl;
    };
    const corsOf = async ({ headers }: Request, route: Route | null): Promise<Readonly<Record<string, string>>> =>
      isForAllowedOrigins(route)
        ? corsHeadersFor(route, headers.get("Origin"), new Set([new URL(await findBaseUrl()).origin, ...allowedOrigins]))
        : corsHeaders(route);
    let route: Route | null = null;
    try {
      const path = `${url.pathname}/`.startsWith(`${API_PREFIX}/`) ? url.pathname.slice(API_PREFIX.length) : "/";
      const match = findRoute(url, path);
      route = match.route;
      await requireOwnKind(site, match);
      if (request.method === "OPTIONS") return toPreflight(route, await corsOf(request, route));
      checkMethod(request.method, route);
      const answer = await answerRoute(site, { match, path, rawQuery: url.search, findBaseUrl });
      return await toResponse(request, answer, route);
    } catch (error) {
      if (!(error instanceof ProblemError)) options.onError?.(error);
      const failure = toReadFailure(error);
      const baseUrl = await findProblemBaseUrl();
      // Without a site, the base URL would come from the client's Host header, so the response must
      // not be cached for others.
      const shown = baseUrl === null ? { ...failure, headers: { ...failure.headers, ...UNCACHED } } : failure;
      return toProblemResponse(request, baseUrl ?? askedBaseUrl, shown, await corsOf(request, route));
    }
  };
}

/**
 * The route of a path under API_PREFIX.
 * @throws ProblemError uri-too-long, not-found
 */
function findRoute(url: URL, path: string): RouteMatch | OwnRouteMatch {
  // A serialized URL is ASCII, so characters are bytes.
  if (url.pathname.length + url.search.length > URI_MAX_BYTES) throw new ProblemError({ code: "uri-too-long" });
  const match = matchRoute(path) ?? (path.includes("%") ? null : matchOwnRoute(path));
  if (match === null || !isPossible(match)) throw notFound();
  return match;
}

/** Whether the parameters can be names. If not, the path is 404. */
function isPossible({ route, params }: RouteMatch | OwnRouteMatch): boolean {
  const { slug, resource, code, id = "" } = params;
  if (resource !== undefined && !OWN_KIND_NAME.test(resource)) return false;
  if (slug !== undefined && !MEMBER_ROUTES.includes(route.name)) return isSlug(slug) && !id.includes("%");
  return code === undefined || route.name !== "problem" || PROBLEM_CODES.some((each) => each === code);
}

/**
 * @throws ProblemError method-not-allowed; for a method of the write server, that the server is
 * absent
 */
function checkMethod(method: string, route: Route): void {
  const effective = method === "HEAD" ? "GET" : method;
  if (!isOneOf(route.methods, effective)) {
    const allow = allowOf(route);
    throw new ProblemError({ code: "method-not-allowed", detail: methodDetail(allow), headers: { Allow: allow } });
  }
  if (isOneOf(route.serverMethods, effective) && !(route.hasSnapshot && effective === "GET")) throw serverAbsent();
}

function isOneOf(methods: readonly Method[], method: string): boolean {
  return methods.some((candidate) => candidate === method);
}

function toPreflight(route: Route, cors: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...cors, ...preflightHeaders(route), Allow: allowOf(route) } });
}
