import { pathBelow, pathOfAddress, siteOfApi } from "../contract/text/base-path.ts";
import { allowOf, corsHeaders } from "../contract/cors-headers.ts";
import { URI_MAX_BYTES } from "../contract/limits.ts";
import { API_PREFIX, type Method, type RouteMatch, type RouteName } from "../contract/paths.ts";
import { methodDetail } from "../contract/problems.ts";
import { isForServer, matchServerRoute } from "../contract/proxy-headers.ts";
import { createClientAddresses } from "./http/address/client-address.ts";
import { toClientKeys } from "./http/address/ip.ts";
import { createAdmissions } from "./http/admission.ts";
import { assertOrigin, decideOrigin, type OriginPolicy, optionsHeaders } from "./http/cors.ts";
import { Failure } from "./http/http-failure.ts";
import { toFailure, toProblemAnswer } from "./http/http-problems.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { createRequestIds } from "./http/request-id.ts";
import { noContent, type RouteAnswer, toRouteResponse } from "./http/respond.ts";
import { errorFields, type Log } from "./log.ts";
import { createModeration } from "./moderation/moderation-routes.ts";
import { MODERATION_PREFIX } from "./moderation/moderation-token.ts";
import type { PublishedSource } from "./published.ts";
import type { ApiContext, ApiKeys, EngagementIntake, RouteHandler, Visit } from "./route-context.ts";
import { readComment, readComments } from "./routes/comment-page-routes.ts";
import { deleteComment, patchComment, submitComment } from "./routes/comment-routes.ts";
import { getCounts } from "./routes/count-routes.ts";
import { recordEngagement } from "./routes/engagement-routes.ts";
import { answerHealth, answerReadiness, type Readiness, readReadiness } from "./routes/health.ts";
import { submitInquiry } from "./routes/inquiry-routes.ts";
import { likePost, readLike, unlikePost } from "./routes/like-routes.ts";
import { createRecentComments } from "./routes/recent-comment-routes.ts";
import type { ServerConfig } from "./server-config.ts";
import type { Store } from "./store/store.ts";
import { createSubscriptionPages } from "./subscriptions/subscription-routes.ts";
import { SUBSCRIPTION_PREFIX } from "./subscriptions/subscription-token.ts";

export interface ApiOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly engagement: EngagementIntake;
  /** ms since 1970. */
  readonly clock: () => number;
  /** ms since some moment, by a clock that nobody sets: rates and durations. */
  readonly monotonic: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly config: ServerConfig;
  readonly log: Log;
  /** What else `/readyz` warns of: nothing secret. Default: nothing. */
  readonly ownerWarnings?: () => readonly string[];
}

export interface Api {
  /**
   * Answers every path that the contract marks *server*, `/healthz` and `/readyz`; all else is 404. Never rejects.
   * @param peer the socket's other end
   */
  fetch(request: Request, peer: { readonly address: string }): Promise<Response>;
  /** Whether a path (without the query) is this server's to answer; all others come from files. */
  answers(path: string, method: string): boolean;
  /** What `/readyz` shows; reads the published content for the first time. */
  ready(): Promise<Readiness>;
  /** Finishes the writes that wait, and closes the store. Requests that still come are answered 503. */
  close(): Promise<void>;
}

type RouteTable = Partial<Record<RouteName, Partial<Record<Method, RouteHandler>>>>;

function createRoutes(context: ApiContext): RouteTable {
  const recent = createRecentComments(context);
  return {
    comments: { GET: readComments(context), POST: submitComment(context) },
    comment: { GET: readComment(context), PATCH: patchComment(context), DELETE: deleteComment(context) },
    "post-comments-feed": { GET: recent.postFeed },
    "recent-comments": { GET: recent.list },
    "recent-comments-feed": { GET: recent.feed },
    like: { GET: readLike(context), POST: likePost(context), DELETE: unlikePost(context) },
    inquiries: { POST: submitInquiry(context) },
    engagement: { POST: recordEngagement(context) },
    counts: { GET: getCounts(context) },
  };
}

const HEALTH_METHODS = "GET, HEAD, OPTIONS";
const EVERYWHERE = { "X-Content-Type-Options": "nosniff" };

export function createApi(options: ApiOptions): Api {
  const { store, published, config, monotonic, random, log, ownerWarnings = () => [] } = options;
  const limiter = createRateLimiter({ limits: config.limits?.rates ?? null, monotonic });
  const addresses = createClientAddresses({ trust: config.trustProxy, onHint: (hint) => log.warn(hint) });
  const context: ApiContext = { ...options, admissions: createAdmissions({ limiter, monotonic }) };
  const routes = createRoutes(context);
  const moderate = createModeration(options);
  const subscriptionPages = createSubscriptionPages(options);
  const policyOf = createOriginPolicies(config);
  const nextRequestId = createRequestIds(random);
  const health = { store, published, addresses, limited: config.limits !== null, log, ownerWarnings };

  const answerApi = async (arrival: Arrival, match: RouteMatch | null, shared: Shared): Promise<RouteAnswer> => {
    const { request } = arrival;
    const content = await published.current();
    const ownBaseUrl = config.baseUrl ?? content?.baseUrl ?? null;
    shared.problemBaseUrl = content?.problemBaseUrl ?? ownBaseUrl;
    const baseUrl = ownBaseUrl ?? fallbackBaseUrl(request.url);
    if (match === null) throw new Failure("not-found");
    const { route, params } = match;
    const policy = policyOf(baseUrl);
    const origin = decideOrigin(request, route, request.method, policy);
    shared.cors = origin.headers;
    if (arrival.targetBytes > URI_MAX_BYTES) throw new Failure("uri-too-long");
    if (request.method === "OPTIONS") {
      shared.cors = {};
      return noContent(optionsHeaders(request, route, policy));
    }
    const handler = routes[route.name]?.[(request.method === "HEAD" ? "GET" : request.method) as Method];
    if (handler === undefined) throw methodNotAllowed(allowOf(route));
    assertOrigin(request, origin);
    const address = addresses.of(request, arrival.peer);
    const { requestId, headers } = shared;
    const client = toClientKeys(address);
    return handler({
      request,
      route,
      params,
      query: arrival.query,
      requestId,
      baseUrl,
      origin,
      content,
      address,
      client,
      headers,
    } satisfies Visit);
  };

  const findBase = async (): Promise<string> => {
    const baseUrl = config.baseUrl ?? (await published.current())?.baseUrl;
    return baseUrl === undefined ? "" : pathOfAddress(siteOfApi(baseUrl));
  };

  const answerHealthPath = async ({ request, path }: Arrival): Promise<RouteAnswer> => {
    if (request.method === "OPTIONS") return noContent({ Allow: HEALTH_METHODS });
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(HEALTH_METHODS);
    return path === "/healthz" ? answerHealth() : await answerReadiness(health);
  };

  const answer = async (request: Request, peer: { readonly address: string }): Promise<Response> => {
    const start = monotonic();
    const sent = toArrival(request, peer);
    // Some proxies pass the whole path on, others what is below the base.
    const arrival = isOwnPath(sent.path) ? sent : { ...sent, path: pathBelow(await findBase(), sent.path) ?? sent.path };
    const isHealth = arrival.path === "/healthz" || arrival.path === "/readyz";
    const isModeration = arrival.path.startsWith(MODERATION_PREFIX);
    const isSubscription = arrival.path.startsWith(SUBSCRIPTION_PREFIX);
    const match = matchServerRoute(arrival.path);
    const shared: Shared = {
      requestId: nextRequestId(),
      problemBaseUrl: null,
      headers: {},
      cors: isHealth || isModeration || isSubscription ? {} : corsHeaders(match?.route ?? null),
    };
    let result: RouteAnswer;
    let code: string | undefined;
    try {
      if (isModeration) result = await moderate(request, arrival.path);
      else if (isSubscription) result = await subscriptionPages(request, arrival.path);
      else result = isHealth ? await answerHealthPath(arrival) : await answerApi(arrival, match, shared);
    } catch (error) {
      const failure = toFailure(error);
      code = failure.code;
      if (failure.code === "internal-error") log.error("a request failed", { requestId: shared.requestId, ...errorFields(error) });
      const problemBaseUrl = shared.problemBaseUrl ?? (await published.current())?.problemBaseUrl ?? config.baseUrl;
      result = toProblemAnswer(failure, {
        baseUrl: problemBaseUrl ?? fallbackBaseUrl(request.url),
        isShared: problemBaseUrl !== null,
        instance: (await findBase()) + (isModeration ? MODERATION_PREFIX : isSubscription ? SUBSCRIPTION_PREFIX : arrival.path),
        requestId: shared.requestId,
      });
    }
    const route = isHealth ? arrival.path : (match?.route.name ?? null);
    const ms = Math.round(monotonic() - start);
    log.info("request", { requestId: shared.requestId, method: request.method, route, status: result.status, code, ms });
    return toRouteResponse(result, request.method, {
      ...EVERYWHERE,
      ...shared.cors,
      "X-Request-Id": shared.requestId,
      ...shared.headers,
    });
  };

  return {
    fetch: answer,
    answers: isForServer,
    ready: () => readReadiness(health),
    close: async () => {
      await store.close();
      log.flush();
    },
  };
}

/** A request, taken apart as it was sent. */
interface Arrival {
  readonly request: Request;
  readonly peer: { readonly address: string };
  /** Without query and fragment. */
  readonly path: string;
  readonly query: string;
  readonly targetBytes: number;
}

/** What the answer needs of a request whether it succeeds or fails; filled while it goes on. */
interface Shared {
  readonly requestId: string;
  /** The base that problem types are below, of the site that was built, under whatever address it is served; null: not yet known. */
  problemBaseUrl: string | null;
  readonly headers: Record<string, string>;
  cors: Readonly<Record<string, string>>;
}

function toArrival(request: Request, peer: { readonly address: string }): Arrival {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const [target = "/"] = (start < 0 ? "/" : url.slice(start)).split("#", 1);
  const queryAt = target.indexOf("?");
  return {
    request,
    peer,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    query: queryAt < 0 ? "" : target.slice(queryAt + 1),
    // What is not ASCII was encoded by whoever made the URL.
    targetBytes: target.length,
  };
}

function methodNotAllowed(allow: string): Failure {
  return new Failure("method-not-allowed", { detail: methodDetail(allow), headers: { Allow: allow } });
}

/** Whether a path is one of the server's as it stands; another one may have the site's base before it. */
function isOwnPath(path: string): boolean {
  return path.startsWith(`${API_PREFIX}/`) || isForServer(path, "GET");
}

/** While nothing was published, problems still need an absolute `type`: made of the client's own Host, and so for nobody else. */
function fallbackBaseUrl(url: string): string {
  const base = URL.parse(API_PREFIX, url);
  return base === null ? `http://localhost${API_PREFIX}` : base.href;
}

/** Origins by the public base; it changes with the published content alone. */
function createOriginPolicies({ likeOrigins, writeOrigins }: ServerConfig): (baseUrl: string) => OriginPolicy {
  let made: { readonly baseUrl: string; readonly policy: OriginPolicy } | null = null;
  return (baseUrl) => {
    if (made?.baseUrl === baseUrl) return made.policy;
    const own = new URL(baseUrl).origin;
    const policy = { likes: new Set([own, ...likeOrigins]), writes: writeOrigins === null ? null : new Set([own, ...writeOrigins]) };
    made = { baseUrl, policy };
    return policy;
  };
}
