import type { H3Event, HTTPError } from "h3";
import { API_PREFIX } from "../../contract/paths.ts";
import { pathOfAddress, siteOfApi } from "../../contract/text/base-path.ts";
import { errorFields, type Log } from "../log.ts";
import type { RequestCounts } from "../metrics/request-counts.ts";
import type { PublishedSource } from "../published.ts";
import type { ServerConfig } from "../server-config.ts";
import { arrivalOf } from "./arrival.ts";
import { Failure } from "./http-failure.ts";
import { toFailure, toProblemAnswer } from "./http-problems.ts";
import { type RouteAnswer, toRouteResponse } from "./respond.ts";

const FIRST_FAILURE = 400;
const NOT_FOUND = 404;
const EVERYWHERE = { "X-Content-Type-Options": "nosniff" };

export interface FinishOptions {
  readonly published: PublishedSource;
  readonly config: Pick<ServerConfig, "baseUrl">;
  readonly monotonic: () => number;
  readonly log: Log;
  /** Called for each answer. Default: nothing is counted. */
  readonly counts?: Pick<RequestCounts, "count"> | null;
}

/**
 * Turns a route's answer into a response and logs it.
 * @throws the error of `Arrival.halted` instead of a success, if the database was replaced in the
 * meantime
 */
export type FinishAnswer = (event: H3Event, answer: RouteAnswer, code?: string) => Response;

export function createFinish({ monotonic, log, counts = null }: Pick<FinishOptions, "monotonic" | "log" | "counts">): FinishAnswer {
  return (event, answer, code) => {
    const { requestId, route, start, cors, headers, halted } = arrivalOf(event);
    const halt = answer.status < FIRST_FAILURE ? halted() : null;
    if (halt !== null) throw halt;
    const { method } = event.req;
    const ms = monotonic() - start;
    log.info("request", { requestId, method, route, status: answer.status, code, ms: Math.round(ms) });
    counts?.count({ route, status: answer.status, code, ms });
    return toRouteResponse(answer, method, { ...EVERYWHERE, ...cors, "X-Request-Id": requestId, ...headers });
  };
}

/** Answers errors with problems: the routes' own, and h3's error for an unknown path. */
export function createProblemAnswers(
  finish: FinishAnswer,
  { published, config, log }: FinishOptions,
): (error: HTTPError, event: H3Event) => Promise<Response> {
  return async (error, event) => {
    const { requestId, shownPath, problemBaseUrl } = arrivalOf(event);
    const cause = error.cause instanceof Error ? error.cause : error;
    const failure = cause === error && error.status === NOT_FOUND ? new Failure("not-found") : toFailure(cause);
    if (failure.code === "internal-error") log.error("a request failed", { requestId, ...errorFields(cause) });
    const configured = problemBaseUrl ?? (await published.current())?.problemBaseUrl ?? config.baseUrl;
    const baseUrl = configured ?? fallbackBaseUrl(event.req.url);
    const instance = (await findBase({ published, config })) + shownPath;
    return finish(event, toProblemAnswer(failure, { baseUrl, isShared: configured !== null, instance, requestId }), failure.code);
  };
}

/** The site's base path: "" or `/blog`. */
export async function findBase({ published, config }: Pick<FinishOptions, "published" | "config">): Promise<string> {
  const baseUrl = config.baseUrl ?? (await published.current())?.baseUrl;
  return baseUrl === undefined ? "" : pathOfAddress(siteOfApi(baseUrl));
}

/**
 * Problems need an absolute `type` even before anything is published. It is built from the client's
 * own Host, so no other client may see it.
 */
export function fallbackBaseUrl(url: string): string {
  return URL.parse(API_PREFIX, url)?.href ?? `http://localhost${API_PREFIX}`;
}
