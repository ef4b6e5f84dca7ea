import type { MetricsSource } from "../../../server/metrics/metrics-route.ts";

/** A server whose files are empty. @param backupAt the time of the newest backup */
export function createMetricsSource(backupAt: number | null = null): MetricsSource {
  return {
    files: { databaseBytes: () => 0, logBytes: () => 0, snapshotAt: () => null, newestBackup: () => backupAt },
    loadRenderer: async () => (await import("../../../server/metrics/render-metrics.ts")).renderMetrics,
  };
}
