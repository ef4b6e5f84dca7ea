import { Counter, Gauge, type MetricObjectWithValues, type MetricValueWithName, Registry } from "prom-client";
import { INCIDENT_KINDS } from "../incidents/incident-kinds.ts";
import type { MetricFacts } from "./read-facts.ts";
import { LATENCY_BOUNDS_MS, type RequestCounts, type RouteLatency } from "./request-counts.ts";

const SECOND_MS = 1_000;

export type MetricsFormat = "openmetrics" | "text";

export type RenderMetrics = typeof renderMetrics;

export interface RenderedMetrics {
  readonly body: string;
  readonly contentType: string;
}

/**
 * Formats the current values with prom-client. OpenMetrics names counters without `_total` in its
 * comments; the older text format includes it. Loaded when metrics are first requested.
 */
export async function renderMetrics(counts: RequestCounts, facts: MetricFacts, format: MetricsFormat): Promise<RenderedMetrics> {
  const isOpen = format === "openmetrics";
  const registry = new Registry();
  // The class is declared to accept only the older type, but it accepts both.
  if (isOpen) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as unknown as typeof Registry.PROMETHEUS_CONTENT_TYPE);
  const registers = [registry];
  const gauge = (name: string, help: string, value: number | null): void => {
    if (value !== null) new Gauge({ name, help, registers }).set(value);
  };
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name: isOpen ? name : `${name}_total`, help, labelNames: [...labelNames], registers });

  const requests = counter("octavo_requests", "Answered requests.", ["route", "status"]);
  for (const { route, status, count } of counts.requests()) requests.inc({ route, status: String(status) }, count);
  const refusals = counter("octavo_refusals", "Refused requests by problem code.", ["route", "code"]);
  for (const { route, code, count } of counts.refusals()) refusals.inc({ route, code }, count);
  registry.registerMetric(toHistogram(counts.latencies()) as unknown as Gauge);

  const { writes } = facts;
  counter("octavo_commits", "Transactions that were committed.", []).inc(writes.commits);
  counter("octavo_writes", "Writes in committed transactions.", []).inc(writes.records);
  counter("octavo_refused_writes", "Writes refused because the database could not accept them.", []).inc(writes.refused);
  gauge("octavo_queued_writes", "Writes waiting for a transaction.", writes.queued);
  gauge("octavo_readable", "1 if the database can be read.", facts.ready ? 1 : 0);
  gauge("octavo_writes_failing", "1 if the last write failed.", writes.failing ? 1 : 0);
  gauge("octavo_outbox_age_seconds", "How long the oldest notice has been overdue.", toSeconds(facts.outboxAgeMs));
  gauge("octavo_database_bytes", "Size of the database.", facts.databaseBytes);
  gauge("octavo_database_log_bytes", "Size of the write-ahead log of the database.", facts.logBytes);
  gauge("octavo_backup_age_seconds", "Age of the newest known backup.", toSeconds(facts.backupAgeMs));
  gauge("octavo_snapshot_age_seconds", "Age of the snapshot of the comments.", toSeconds(facts.snapshotAgeMs));
  const incidents = new Gauge({ name: "octavo_incident", help: "Ongoing problems, by kind.", labelNames: ["kind"], registers });
  for (const { name } of INCIDENT_KINDS) incidents.set({ kind: name }, facts.incidents.filter(({ kind }) => kind === name).length);

  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  gauge("process_resident_memory_bytes", "Resident memory of the process.", rss);
  counter("process_cpu_seconds", "User and system time of the process.", []).inc((user + system) / 1_000_000);
  return { body: await registry.metrics(), contentType: registry.contentType };
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / SECOND_MS;
}

/** prom-client's own histogram can only observe values one by one. */
function toHistogram(latencies: readonly RouteLatency[]): {
  readonly name: string;
  get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>>;
} {
  const name = "octavo_request_duration_seconds";
  const values = latencies.flatMap(({ route, buckets, sumMs }) => {
    let sum = 0;
    const cumulated = buckets.map((count, at) => {
      sum += count;
      const bound = LATENCY_BOUNDS_MS[at];
      const le = bound === undefined ? "+Inf" : String(bound / SECOND_MS);
      return { metricName: `${name}_bucket`, labels: { le, route }, value: sum };
    });
    return [
      ...cumulated,
      { metricName: `${name}_sum`, labels: { route }, value: sumMs / SECOND_MS },
      { metricName: `${name}_count`, labels: { route }, value: sum },
    ];
  });
  const metric = { name, help: "Time from the arrival of a request to its response.", type: "histogram", aggregator: "sum", values };
  return { name, get: async () => metric as unknown as MetricObjectWithValues<MetricValueWithName<string>> };
}
