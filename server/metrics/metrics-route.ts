import { CACHE_CONTROL } from "../../contract/paths.ts";
import { isLoopback } from "../http/address/ip.ts";
import { Failure } from "../http/http-failure.ts";
import type { RouteAnswer } from "../http/respond.ts";
import { type FactsOptions, readMetricFacts } from "./read-facts.ts";
import type { RequestCounts } from "./request-counts.ts";

export const METRICS_PATH = "/metrics";

/** A request with one of these came through a proxy, whose clients are not on this machine. */
const PROXY_HEADERS = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"] as const;

export interface MetricsOptions extends FactsOptions {
  readonly counts: RequestCounts;
}

/** Answers a scrape from this machine. @throws Failure 403 for any other request */
export type AnswerMetrics = (request: Request, peer: { readonly address: string }) => Promise<RouteAnswer>;

export function createMetricsAnswer(options: MetricsOptions): AnswerMetrics {
  return async (request, { address }) => {
    if (!isFromHere(request, address)) {
      const detail = "Metrics are answered to programs on the server's own machine, at its loopback address, without a proxy.";
      throw new Failure("origin-not-allowed", { detail });
    }
    const { renderMetrics } = await import("./render-metrics.ts");
    const format = /\bapplication\/openmetrics-text\b/.test(request.headers.get("Accept") ?? "") ? "openmetrics" : "text";
    const { body, contentType } = await renderMetrics(options.counts, await readMetricFacts(options), format);
    return { status: 200, body, headers: { "Content-Type": contentType, "Cache-Control": CACHE_CONTROL.none } };
  };
}

/**
 * Both ends are on this machine, no proxy passed the request on, and no page of another site sent
 * it by a name that it lets resolve to this machine (DNS rebinding).
 */
function isFromHere(request: Request, address: string): boolean {
  const { hostname } = new URL(request.url);
  const isOwnName = isLoopback(hostname) || hostname === "localhost";
  return isLoopback(address) && isOwnName && PROXY_HEADERS.every((name) => request.headers.get(name) === null);
}
