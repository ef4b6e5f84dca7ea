import { CACHE_CONTROL } from "../../contract/paths.ts";
import { isLoopback, toClientKeys } from "../http/address/ip.ts";
import { Failure } from "../http/http-failure.ts";
import type { RouteAnswer } from "../http/respond.ts";
import type { AdmitKey } from "../owner/http/owner-auth.ts";
import { OwnerProblem } from "../owner/http/owner-problems.ts";
import type { KeyScope } from "../owner/key-scopes.ts";
import { type FactsOptions, type MeasuredFiles, readMetricFacts } from "./read-facts.ts";
import type { RenderMetrics } from "./render-metrics.ts";
import type { RequestCounts } from "./request-counts.ts";

export const METRICS_PATH = "/metrics";

/** A request with such a header came through a proxy, whose clients are not on this machine. */
const PROXY_HEADER = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|via)$/;

/** The scope of an owner's key that may read metrics. */
const SCOPE: KeyScope = "figures";

/** The parts of a server from which metrics are read. */
export interface MetricsSource {
  readonly files: MeasuredFiles;
  /** Called for each scrape, because most servers never need the renderer. */
  readonly loadRenderer: () => Promise<RenderMetrics>;
}

export interface MetricsOptions extends FactsOptions, Pick<MetricsSource, "loadRenderer"> {
  readonly counts: RequestCounts;
  readonly admitKey: AdmitKey;
  /**
   * Whether a request from this machine may omit the key. A proxy that adds no header looks like a
   * program on this machine.
   */
  readonly isLocalTrusted: () => Promise<boolean>;
}

export interface Peer {
  /** The other end of the socket. */
  readonly address: string;
  /** The client, from `normalizeAddress`. */
  readonly client: string;
}

/**
 * Answers a scrape from this machine, or with an owner's key.
 * @throws Failure 403 for any other request
 */
export type AnswerMetrics = (request: Request, peer: Peer) => Promise<RouteAnswer>;

export function createMetricsAnswer(options: MetricsOptions): AnswerMetrics {
  const { admitKey, isLocalTrusted, loadRenderer } = options;
  return async (request, { address, client }) => {
    if (request.headers.has("Authorization")) assertScope((await admitKey(request, toClientKeys(client))).scopes);
    else if (!isFromHere(request, address) || !(await isLocalTrusted())) {
      const detail = `Metrics need a key with the scope ${SCOPE}. With OCTAVO_METRICS=local, or while the site has no public address, programs on the server's own machine may read them at its loopback address, without a proxy.`;
      throw new Failure("origin-not-allowed", { detail });
    }
    const renderMetrics = await loadRenderer();
    const format = /\bapplication\/openmetrics-text\b/.test(request.headers.get("Accept") ?? "") ? "openmetrics" : "text";
    const { body, contentType } = await renderMetrics(options.counts, await readMetricFacts(options), format);
    return { status: 200, body, headers: { "Content-Type": contentType, "Cache-Control": CACHE_CONTROL.none } };
  };
}

function assertScope(scopes: readonly string[]): void {
  if (scopes.includes(SCOPE)) return;
  throw new OwnerProblem("scope-missing", `Metrics need a key with the scope ${SCOPE}; this one has ${scopes.join(", ")}.`);
}

/**
 * Whether both ends are on this machine, no proxy passed the request on, and it was not sent by a
 * page of another site whose host name resolves to this machine (DNS rebinding).
 */
function isFromHere(request: Request, address: string): boolean {
  const { hostname } = new URL(request.url);
  const isOwnName = isLoopback(hostname) || hostname === "localhost";
  return isLoopback(address) && isOwnName && ![...request.headers.keys()].some((name) => PROXY_HEADER.test(name));
}
