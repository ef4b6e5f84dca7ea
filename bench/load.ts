import { Agent, get } from "node:http";

export interface LoadOptions {
  /** Requested in turn, repeatedly. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Latency of each request in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

/**
 * Sends requests as fast as the answers arrive, on keep-alive connections.
 * @throws Error if a status is not 200, because a benchmark of errors is worthless
 */
export async function load({ urls, connections, durationMs }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let turn = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (performance.now() - started < durationMs) {
      const url = urls[turn++ % urls.length] ?? "";
      const begun = performance.now();
      await ask(url, agent);
      latencies.push(performance.now() - begun);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, worker));
  } finally {
    agent.destroy();
  }
  return { requests: latencies.length, seconds: (performance.now() - started) / 1000, latencies: latencies.sort((a, b) => a - b) };
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.on("error", reject);
      response.on("end", resolve);
      response.resume();
    }).on("error", reject);
  });
}

/** Returns the value below which the given share of sorted values lies. 0.5 gives the median. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
