import { openHttpClient } from "./http-client.ts";
import { createRequestSource, type RequestKind } from "./server-requests.ts";

export interface LoadJob {
  readonly port: number;
  readonly kind: RequestKind;
  readonly slugs: readonly string[];
  /** Words for searches. */
  readonly words?: readonly string[];
  readonly seed: number;
  readonly connections: number;
  /** The run ends with whichever comes first. */
  readonly durationMs: number;
  readonly requests: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** CPU time of the generator. */
  readonly cpuSeconds: number;
}

/**
 * Maximum number of latencies to keep. The latest ones are kept, because those of some minutes of
 * load would fill the generator's memory.
 */
const LATENCIES_MAX = 1_000_000;

/**
 * Sends requests as fast as the answers arrive, one at a time on each connection.
 * @throws Error if an answer has a status that is not expected for its kind of request
 */
export async function runLoad({ port, kind, slugs, words = [], seed, connections, durationMs, requests }: LoadJob): Promise<LoadReport> {
  const source = createRequestSource(kind, { slugs, words, seed });
  const clients = await Promise.all(Array.from({ length: connections }, () => openHttpClient(port)));
  const latencies = new Float64Array(Math.min(requests, LATENCIES_MAX));
  let asked = 0;
  let answered = 0;
  let longest = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const work = async (client: (typeof clients)[number]): Promise<void> => {
    while (asked < requests && performance.now() - started < durationMs) {
      asked += 1;
      const request = source.next();
      const begun = performance.now();
      const { status } = await client.ask(request);
      const taken = performance.now() - begun;
      if (!source.statuses.has(status)) throw new Error(`a request of the kind ${kind} was answered with status ${status}`);
      latencies[answered % latencies.length] = taken;
      answered += 1;
      if (taken > longest) longest = taken;
    }
  };
  try {
    await Promise.all(clients.map(work));
  } finally {
    for (const client of clients) client.close();
  }
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = latencies.subarray(0, Math.min(answered, latencies.length)).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { requests: answered, seconds, p50: at(0.5), p99: at(0.99), longest, cpuSeconds: (user + system) / 1_000_000 };
}
