import { H3, type H3Event, type HTTPError } from "h3";
import { allowOf, corsHeaders } from "../contract/cors-headers.ts";
import { URI_MAX_BYTES } from "../contract/limits.ts";
import { API_PREFIX, type Method, ROUTES, type Route, type RouteName } from "../contract/paths.ts";
import { methodDetail } from "../contract/problems.ts";
import { isForServer } from "../contract/proxy-headers.ts";
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
  /** Answers every path that the contract marks *server*, the server's own pages and health; any other path is 404. */
  readonly app: H3;
  /**
   * Asks the app in this process. Never rejects.
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
/** h3 decodes `/%70osts`, and takes a final and a double slash: no path of the API has any of them. */
const ODD_PATH = /%|\/\/|\/$/;

export function createApi(options: ApiOptions): Api {
  const { store, published, config, monotonic, random, log, ownerWarnings = () => [] } = options;
  const limiter = createRateLimiter({ limits: config.limits?.rates ?? null, monotonic });
  const addresses = createClientAddresses({ trust: config.trustProxy, onHint: (hint) => log.warn(hint) });
  const context: ApiContext = { ...options, admissions: createAdmissions({ limiter, monotonic }) };
  const policyOf = createOriginPolicies(config);
  const nextRequestId = createRequestIds(random);
  const health = { store, published, addresses, limited: config.limits !== null, log, ownerWarnings };

  /** The response, and its line in the log. */
  const finish = ({ req }: H3Event, arrival: Arrival, answer: RouteAnswer, code?: string): Response => {
    const { requestId, route, start, cors, headers } = arrival;
    const ms = Math.round(monotonic() - start);
    log.info("request", { requestId, method: req.method, route, status: answer.status, code, ms });
    return toRouteResponse(answer, req.method, { ...EVERYWHERE, ...cors, "X-Request-Id": requestId, ...headers });
  };

  const answerProblem = async (error: HTTPError, event: H3Event): Promise<Response> => {
    const arrival = arrivalOf(event);
    const cause = error.cause instanceof Error ? error.cause : error;
    const failure = cause === error && error.status === NOT_FOUND ? new Failure("not-found") : toFailure(cause);
    const { requestId } = arrival;
    if (failure.code === "internal-error") log.error("a request failed", { requestId, ...errorFields(cause) });
    const baseUrl = arrival.problemBaseUrl ?? (await published.current())?.problemBaseUrl ?? config.baseUrl;
    const problem = toProblemAnswer(failure, {
      baseUrl: baseUrl ?? fallbackBaseUrl(event.req.url),
      isShared: baseUrl !== null,
      instance: SECRET_PREFIXES.find((prefix) => arrival.path.startsWith(prefix)) ?? arrival.path,
      requestId,
    });
    return finish(event, arrival, problem, failure.code);
  };

  const app = new H3({
    allowMalformedURL: true,
    silent: true,
    onRequest: (event) => {
      const arrival = toArrival(event, { requestId: nextRequestId(), start: monotonic() });
      event.context.arrival = arrival;
      if (ODD_PATH.test(arrival.path) && !SECRET_PREFIXES.some((prefix) => arrival.path.startsWith(prefix))) throw new Failure("not-found");
    },
    onError: answerProblem,
  });

  /** @param handler null: the path has no such method, unless that is OPTIONS */
  const answerRoute =
    (route: ServerRoute, handler: RouteHandler | null) =>
    async (event: H3Event): Promise<Response> => {
      const arrival = arrivalOf(event);
      const { req: request } = event;
      arrival.route = route.name;
      arrival.cors = corsHeaders(route);
      const content = await published.current();
      const ownBaseUrl = config.baseUrl ?? content?.baseUrl ?? null;
      arrival.problemBaseUrl = content?.problemBaseUrl ?? ownBaseUrl;
      const baseUrl = ownBaseUrl ?? fallbackBaseUrl(request.url);
      const policy = policyOf(baseUrl);
      const origin = decideOrigin(request, route, request.method, policy);
      arrival.cors = origin.headers;
      if (arrival.targetBytes > URI_MAX_BYTES) throw new Failure("uri-too-long");
      if (request.method === "OPTIONS") {
        arrival.cors = {};
        return finish(event, arrival, noContent(optionsHeaders(request, route, policy)));
      }
      if (handler === null) throw methodNotAllowed(allowOf(route));
      assertOrigin(request, origin);
      const address = addresses.of(request, { address: event.context.clientAddress ?? event.req.ip ?? "" });
      const { requestId, headers, query } = arrival;
      const visit: Visit = {
        ...{ request, route, params: event.context.params ?? {}, query, requestId, baseUrl, origin, content },
        ...{ address, client: toClientKeys(address), headers },
      };
      return finish(event, arrival, await handler(visit));
    };

  const handlers = createRoutes(context);
  for (const route of ROUTES.filter(({ serverMethods }) => serverMethods.length > 0)) {
    const path = `${API_PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
    app.all(path, answerRoute(route, null));
    for (const [method, handler] of Object.entries(handlers[route.name] ?? {}))
      for (const each of method === "GET" ? ["GET", "HEAD"] : [method]) app.on(each, path, answerRoute(route, handler));
  }

  const answerPage = (
    path: string,
    answer: (request: Request, path: string) => Promise<RouteAnswer>,
    route: string | null = null,
  ): void => {
    app.all(path, async (event) => {
      const arrival = Object.assign(arrivalOf(event), { route, cors: {} });
      return finish(event, arrival, await answer(event.req, arrival.path));
    });
  };
  const answerHealthPath = async ({ method }: Request, path: string): Promise<RouteAnswer> => {
    if (method === "OPTIONS") return noContent({ Allow: HEALTH_METHODS });
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(HEALTH_METHODS);
    return path === "/healthz" ? answerHealth() : await answerReadiness(health);
  };
  for (const path of ["/healthz", "/readyz"]) answerPage(path, answerHealthPath, path);
  answerPage(`${MODERATION_PREFIX}**:token`, createModeration(options));
  answerPage(`${SUBSCRIPTION_PREFIX}**:token`, createSubscriptionPages(options));

  return {
    app,
    fetch: async (request, { address }) => app.request(request, undefined, { clientAddress: address }),
    answers: isForServer,
    ready: () => readReadiness(health),
    close: async () => {
      await store.close();
      log.flush();
    },
  };
}

type ServerRoute = Route & { readonly name: RouteName };

const NOT_FOUND = 404;
/** Paths behind which a secret stands: no answer repeats it. */
const SECRET_PREFIXES = [MODERATION_PREFIX, SUBSCRIPTION_PREFIX];

/** A request as it was sent, and the parts of its answer that are known before it succeeds or fails. */
interface Arrival {
  readonly requestId: string;
  /** By the monotonic clock. */
  readonly start: number;
  /** Without query and fragment. */
  readonly path: string;
  readonly query: string;
  readonly targetBytes: number;
  readonly headers: Record<string, string>;
  /** In the log; null: an unknown path. */
  route: string | null;
  /** The base that problem types are below, of the site that was built, under whatever address it is served; null: not yet known. */
  problemBaseUrl: string | null;
  cors: Readonly<Record<string, string>>;
}

function arrivalOf({ context }: H3Event): Arrival {
  return context.arrival as Arrival;
}

function toArrival({ req: { url } }: H3Event, known: Pick<Arrival, "requestId" | "start">): Arrival {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const [target = "/"] = (start < 0 ? "/" : url.slice(start)).split("#", 1);
  const queryAt = target.indexOf("?");
  return {
    ...known,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    query: queryAt < 0 ? "" : target.slice(queryAt + 1),
    // Whoever made the URL has encoded all that is not ASCII.
    targetBytes: target.length,
    headers: {},
    route: null,
    problemBaseUrl: null,
    cors: corsHeaders(null),
  };
}

function methodNotAllowed(allow: string): Failure {
  return new Failure("method-not-allowed", { detail: methodDetail(allow), headers: { Allow: allow } });
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
