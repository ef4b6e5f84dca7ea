/** Upper bounds of the latency buckets, in milliseconds. */
export const LATENCY_BOUNDS_MS: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

/**
 * The label of requests whose path matches no route. Paths are never labels, because strangers
 * choose them.
 */
const NO_ROUTE = "other";

export interface AnsweredRequest {
  /** The route's name; null if the path is unknown. */
  readonly route: string | null;
  readonly status: number;
  /** The problem's code; undefined unless the request was refused. */
  readonly code: string | undefined;
  readonly ms: number;
}

export interface RouteLatency {
  readonly route: string;
  /** Requests by bucket, not cumulative; the last one is for slower requests. */
  readonly buckets: readonly number[];
  readonly sumMs: number;
}

/**
 * Counts answers in plain numbers, which costs almost nothing. The library that formats them is
 * loaded when metrics are first requested. All labels come from fixed sets: routes, statuses,
 * problems.
 */
export interface RequestCounts {
  count(request: AnsweredRequest): void;
  requests(): { readonly route: string; readonly status: number; readonly count: number }[];
  refusals(): { readonly route: string; readonly code: string; readonly count: number }[];
  latencies(): readonly RouteLatency[];
}

export function createRequestCounts(): RequestCounts {
  const requests = new Map<string, Map<number, number>>();
  const refusals = new Map<string, Map<string, number>>();
  const latencies = new Map<string, { route: string; buckets: number[]; sumMs: number }>();
  return {
    count: ({ route, status, code, ms }) => {
      const name = route ?? NO_ROUTE;
      increment(requests, name, status);
      if (code !== undefined) increment(refusals, name, code);
      let latency = latencies.get(name);
      if (latency === undefined) {
        latency = { route: name, buckets: Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0), sumMs: 0 };
        latencies.set(name, latency);
      }
      const at = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
      const bucket = at < 0 ? LATENCY_BOUNDS_MS.length : at;
      latency.buckets[bucket] = (latency.buckets[bucket] ?? 0) + 1;
      latency.sumMs += ms;
    },
    requests: () => [...requests].flatMap(([route, statuses]) => [...statuses].map(([status, count]) => ({ route, status, count }))),
    refusals: () => [...refusals].flatMap(([route, codes]) => [...codes].map(([code, count]) => ({ route, code, count }))),
    latencies: () => [...latencies.values()],
  };
}

function increment<Key>(counts: Map<string, Map<Key, number>>, route: string, key: Key): void {
  let inner = counts.get(route);
  if (inner === undefined) {
    inner = new Map();
    counts.set(route, inner);
  }
  inner.set(key, (inner.get(key) ?? 0) + 1);
}
