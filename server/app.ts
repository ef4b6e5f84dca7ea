import { H3, type H3Event } from "h3";
import { allowOf, corsHeaders } from "../contract/cors-headers.ts";
import { URI_MAX_BYTES } from "../contract/limits.ts";
import { API_PREFIX, type Method, ROUTES, type Route, type RouteName } from "../contract/paths.ts";
import { isForServer } from "../contract/proxy-headers.ts";
import { isForDesk } from "./desk/hosted/desk-address.ts";
import { addHostedDesk, type DeskSettings } from "./desk/hosted/desk-routes.ts";
import { addFormPages } from "./forms/form-routes.ts";
import { type ClientAddresses, createClientAddresses } from "./http/address/client-address.ts";
import { isLoopback } from "./http/address/ip.ts";
import { createAdmissions } from "./http/admission.ts";
import { type ArrivalOptions, admitArrival, arrivalOf } from "./http/arrival.ts";
import { assertOrigin, createOriginPolicies, decideOrigin, optionsHeaders } from "./http/cors.ts";
import { createFinish, createProblemAnswers, type FinishAnswer, fallbackBaseUrl, findBase } from "./http/finish-answer.ts";
import { Failure } from "./http/http-failure.ts";
import { findRateStates } from "./http/rates/kept-rates.ts";
import { createRateLimiter } from "./http/rates/rate-limit.ts";
import { createRequestIds } from "./http/request-id.ts";
import { noContent } from "./http/respond.ts";
import { findIncidents } from "./incidents/find-incidents.ts";
import type { FoundIncident } from "./incidents/incident.ts";
import { SERVER_INCIDENT_KINDS } from "./incidents/server-incident-kinds.ts";
import { toWatchedServer } from "./incidents/watched-server.ts";
import type { Log } from "./log.ts";
import { createMetricsAnswer, METRICS_PATH, type MetricsSource } from "./metrics/metrics-route.ts";
import { createRequestCounts } from "./metrics/request-counts.ts";
import { MODERATION_PREFIX } from "./moderation/moderation-token.ts";
import type { NoticeConfig } from "./notices/notice-config.ts";
import { type AdmitKey, createOwnerAuth } from "./owner/http/owner-auth.ts";
import { OWNER_PREFIX } from "./owner/http/owner-prefix.ts";
import { toOwnerContext } from "./owner/owner-operation.ts";
import type { PublishedSource } from "./published.ts";
import type { ApiContext, ApiKeys, EngagementIntake, RouteHandler } from "./route-context.ts";
import { readComment, readComments } from "./routes/comment-page-routes.ts";
import { submitComment } from "./routes/comment-routes.ts";
import { getCounts } from "./routes/count-routes.ts";
import { recordEngagement } from "./routes/engagement-routes.ts";
import { type Readiness, readReadiness } from "./routes/health.ts";
import { submitInquiry } from "./routes/inquiry-routes.ts";
import { likePost, readLike, unlikePost } from "./routes/like-routes.ts";
import { deleteComment, patchComment } from "./routes/own-comment-routes.ts";
import { createRecentComments } from "./routes/recent-comment-routes.ts";
import {
  type AddPage,
  addHealthPages,
  createPages,
  loadPage,
  methodNotAllowed,
  ofHealth,
  type PageAnswerer,
} from "./routes/server-pages.ts";
import { toVisit } from "./routes/to-visit.ts";
import type { ServerConfig } from "./server-config.ts";
import type { StoreHost } from "./store/engine/store-host.ts";
import type { Store } from "./store/store.ts";
import { createSubscriptionPages } from "./subscriptions/subscription-routes.ts";
import { SUBSCRIPTION_PREFIX } from "./subscriptions/subscription-token.ts";

export interface ApiOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly engagement: EngagementIntake;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A monotonic clock in milliseconds, for rates and durations. */
  readonly monotonic: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly config: ServerConfig;
  readonly log: Log;
  /** The parts of the engine outside the database, for the owner's operations. */
  readonly host: StoreHost;
  readonly version: string;
  /** Finds the current incidents. Default: looks only at the store, the log and the limits. */
  readonly findIncidents?: () => Promise<readonly FoundIncident[]>;
  /** For `/metrics`. Default: the path is unknown, and nothing is counted. */
  readonly metrics?: MetricsSource;
  /** The hosted desk. Default: none. */
  readonly desk?: DeskSettings;
  /** Keeps rate limits in the store; `monotonic` must then count from 1970. Default: false. */
  readonly keepsRates?: boolean;
  /** The notice channels. Default: none. */
  readonly notices?: NoticeConfig;
  /** Why some requests cannot be answered. Default: everything is answered. */
  readonly halted?: ArrivalOptions["halted"];
  /** Extra warnings for `/readyz`. They must not contain secrets. Default: none. */
  readonly ownerWarnings?: () => readonly string[];
}

export interface Api {
  /**
   * Answers the contract's *server* paths, the server's own pages and the health checks. Other
   * paths get a 404.
   */
  readonly app: H3;
  /**
   * Passes a request to the app in this process. Never rejects.
   * @param peer the other end of the socket
   */
  fetch(request: Request, peer: { readonly address: string }): Promise<Response>;
  /** Whether this server answers a path (without its query). Files answer everything else. */
  answers(path: string, method: string): boolean;
  /** Whether the hosted desk answers a request, judging by its host or path. */
  answersDesk(request: Pick<Request, "url" | "headers">): boolean;
  /** Whether the hosted desk is served on the site's own address. */
  readonly isDeskOnSite: boolean;
  /** Returns the content of `/readyz`. The first call reads the published content. */
  ready(): Promise<Readiness>;
  /** Finishes the pending writes and closes the store. Requests that still arrive get a 503. */
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

export function createApi(options: ApiOptions): Api {
  const { store, published, config, monotonic, random, log, desk, metrics, ownerWarnings = () => [] } = options;
  const limiter = createRateLimiter({ limits: config.limits?.rates ?? null, monotonic, statesOf: findRateStates(options) });
  const addresses = createClientAddresses({ trust: config.trustProxy, onHint: (hint) => log.warn(hint) });
  const nextRequestId = createRequestIds(random);
  const counts = metrics === undefined ? null : createRequestCounts();
  const finish = createFinish({ ...options, counts });
  const answersDesk: Api["answersDesk"] = (request) => desk !== undefined && isForDesk(desk.place, request);
  const app = new H3({
    allowMalformedURL: true,
    silent: true,
    onRequest: (event) =>
      admitArrival(event, {
        ...{ requestId: nextRequestId(), start: monotonic(), halted: options.halted },
        findBase: () => findBase(options),
        isForDesk: answersDesk(event.req),
      }),
    onError: createProblemAnswers(finish, options),
  });
  const hosted = desk === undefined ? null : addHostedDesk(app, { ...options, desk, answersDesk, addresses, finish });
  const context: ApiContext = { ...options, admissions: createAdmissions({ limiter, monotonic }) };
  addRoutes(app, createRoutes(context), createRouteAnswers({ published, config, addresses, finish }));
  // Everything that accepts the owner's keys shares this, so that wrong keys are counted together.
  const admitKey = createOwnerAuth(options);
  const addPage = createPages({ app, finish, addresses });
  const bare = { now: options.clock, files: null, server: toWatchedServer({ config, store, log, backups: null }) };
  const findKnown = options.findIncidents ?? (() => findIncidents(bare, SERVER_INCIDENT_KINDS));
  const health = { store, published, addresses, limited: config.limits !== null, log, findIncidents: findKnown, ownerWarnings };
  addHealthPages(addPage, health);
  if (metrics !== undefined && counts !== null) {
    const facts = { ...options, ...metrics, findIncidents: findKnown };
    const answer = createMetricsAnswer({ ...facts, counts, admitKey, isLocalTrusted: () => isLocalTrusted(options) });
    addPage(METRICS_PATH, ofHealth(answer), METRICS_PATH);
  }
  addFormPages(app, { context, addresses, finish });
  addPrivatePages(addPage, options, admitKey);
  return {
    app,
    fetch: async (request, { address }) => app.request(request, undefined, { clientAddress: address }),
    answers: (path, method) => isForServer(path, method) || (counts !== null && path === METRICS_PATH),
    answersDesk,
    isDeskOnSite: desk?.place.kind === "path",
    ready: () => readReadiness(health),
    close: async () => {
      await hosted?.settle();
      await store.close();
      log.flush();
    },
  };
}

function addRoutes(app: H3, handlers: RouteTable, answerRoute: RouteAnswers): void {
  for (const route of ROUTES.filter(({ serverMethods }) => serverMethods.length > 0)) {
    const path = `${API_PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
    app.all(path, answerRoute(route, null));
    for (const [method, handler] of Object.entries(handlers[route.name] ?? {}) as [Method, RouteHandler][])
      for (const each of method === "GET" ? (["GET", "HEAD"] as const) : [method]) app.on(each, path, answerRoute(route, handler));
  }
}

/** Adds the pages that emails link to, and the endpoint of the owner's commands. */
function addPrivatePages(addPage: AddPage, options: ApiOptions, admitKey: AdmitKey): void {
  const moderation = loadPage(async () => (await import("./moderation/moderation-routes.ts")).createModeration(options));
  addPage(`${MODERATION_PREFIX}**:token`, moderation);
  addPage(`${SUBSCRIPTION_PREFIX}**:token`, createSubscriptionPages(options));
  const owner = loadPage(async () => {
    const { createOwnerRoutes } = await import("./owner/http/owner-routes.ts");
    return createOwnerRoutes({ ...options, context: toOwnerContext(options), admitKey });
  });
  const answer: PageAnswerer = async (...request) => {
    // While no key is valid, the path does not exist, and its code is not loaded.
    if (!(await options.store.ownerKeys.any())) throw new Failure("not-found");
    return owner(...request);
  };
  addPage(`${OWNER_PREFIX}**:operation`, answer, OWNER_PREFIX);
}

/** On a public site, a proxy may forward any visitor's request from the loopback address. */
async function isLocalTrusted({ config, published }: Pick<ApiOptions, "config" | "published">): Promise<boolean> {
  if (config.metrics === "local") return true;
  const baseUrl = config.baseUrl ?? (await published.current())?.baseUrl ?? null;
  return config.trustProxy.kind === "none" && (baseUrl === null || isLoopback(URL.parse(baseUrl)?.hostname ?? ""));
}

type ServerRoute = Route & { readonly name: RouteName };
type RouteAnswers = (route: ServerRoute, handler: RouteHandler | null) => (event: H3Event) => Promise<Response>;

interface RouteParts extends Pick<ApiOptions, "published" | "config"> {
  readonly addresses: ClientAddresses;
  readonly finish: FinishAnswer;
}

/**
 * Checks origin, length and method before a handler runs. Without a handler, it answers OPTIONS and
 * refuses everything else.
 */
function createRouteAnswers({ published, config, addresses, finish }: RouteParts): RouteAnswers {
  const policyOf = createOriginPolicies(config);
  return (route, handler) => async (event) => {
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
      return finish(event, noContent(optionsHeaders(request, route, policy)));
    }
    if (handler === null) throw methodNotAllowed(allowOf(route));
    assertOrigin(request, origin);
    const visit = toVisit(event, { route, baseUrl, origin, content, addresses });
    return finish(event, await handler(visit));
  };
}
