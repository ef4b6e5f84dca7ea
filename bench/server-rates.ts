import { quantile } from "./load.ts";
import type { LoadChild, ServerChild } from "./server-children.ts";
import { BATCH_RECORDS, type RequestKind } from "./server-requests.ts";

/** Default for `RateOptions.rounds`. */
const ROUNDS = 3;
const WARM_UP_MS = 500;

export interface RateTarget {
  readonly name: string;
  readonly kind: RequestKind;
  readonly server: ServerChild;
}

export interface Rate {
  readonly name: string;
  readonly kind: RequestKind;
  /** Requests per second in the median round. */
  readonly rate: number;
  /** Milliseconds in the median round. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Processor time of the server per request, in µs. */
  readonly cpuMicros: number;
  /** Processor seconds that server and generator used together, per second. */
  readonly cores: number;
}

export interface RateOptions {
  readonly load: LoadChild;
  readonly slugs: readonly string[];
  readonly connections: number;
  /** Length of one measurement. */
  readonly durationMs: number;
  /** Number of times that each target is measured, in turn with the others. */
  readonly rounds?: number;
}

/**
 * Measures the targets in turn, round after round, so that other load on the machine affects all of
 * them.
 */
export async function measureRates(targets: readonly RateTarget[], options: RateOptions): Promise<Rate[]> {
  const { load, slugs, connections, durationMs, rounds: count = ROUNDS } = options;
  let seed = 0;
  const job = (target: RateTarget, ms: number) => {
    seed += 1;
    return { port: target.server.port, kind: target.kind, slugs, seed, connections, durationMs: ms, requests: Number.MAX_SAFE_INTEGER };
  };
  for (const target of targets) await load.run(job(target, Math.min(durationMs, WARM_UP_MS)));
  const rounds = new Map<RateTarget, Omit<Rate, "name" | "kind">[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < count; round += 1) {
    for (const target of targets) {
      const before = await target.server.usage();
      const report = await load.run(job(target, durationMs));
      const after = await target.server.usage();
      const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
      rounds.get(target)?.push({
        rate: report.requests / report.seconds,
        p50: report.p50,
        p99: report.p99,
        longest: report.longest,
        cpuMicros: (cpuSeconds * 1_000_000) / report.requests,
        cores: (cpuSeconds + report.cpuSeconds) / report.seconds,
      });
    }
  }
  return targets.map((target) => ({ name: target.name, kind: target.kind, ...middle(rounds.get(target) ?? []) }));
}

function middle(rounds: readonly Omit<Rate, "name" | "kind">[]): Omit<Rate, "name" | "kind"> {
  const of = (pick: (round: Omit<Rate, "name" | "kind">) => number): number =>
    quantile(
      rounds.map(pick).sort((a, b) => a - b),
      0.5,
    );
  return {
    rate: of(({ rate }) => rate),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    longest: of(({ longest }) => longest),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    cores: of(({ cores }) => cores),
  };
}

/** Rows of a table. The first rate is the baseline. */
export function toRateRows(rates: readonly Rate[]): string[][] {
  const floor = rates[0]?.rate ?? Number.NaN;
  return rates.map(({ name, kind, rate, p50, p99, longest, cpuMicros, cores }) => [
    name,
    kind === "engagement-batch" ? `${rate.toFixed(0)} (${(rate * BATCH_RECORDS).toFixed(0)} records)` : rate.toFixed(0),
    `${((rate / floor) * 100).toFixed(0)}%`,
    p50.toFixed(1),
    p99.toFixed(1),
    longest.toFixed(0),
    cpuMicros.toFixed(0),
    cores.toFixed(2),
  ]);
}

export const RATE_HEAD = [
  "request",
  "requests/s",
  "share of the empty route",
  "p50 ms",
  "p99 ms",
  "longest ms",
  "server CPU µs/request",
  "cores in use",
];
