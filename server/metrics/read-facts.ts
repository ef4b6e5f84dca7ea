import type { FoundIncident } from "../incidents/incident.ts";
import type { Store, WriteCounters } from "../store/store.ts";

/** Files whose sizes and ages are metrics. */
export interface MeasuredFiles {
  /** Sizes of the database and of its log. */
  databaseBytes(): number;
  logBytes(): number;
  /**
   * When the snapshot of comments was written, in ms since 1970; null if the server writes none.
   */
  snapshotAt(): number | null;
  /** When the newest known backup was made, in ms since 1970; null if none is known. */
  newestBackup(): number | null;
}

/** Facts that are read when metrics are requested. Ages in milliseconds. */
export interface MetricFacts {
  readonly ready: boolean;
  readonly writes: WriteCounters & { readonly queued: number; readonly failing: boolean };
  /** null while the database cannot be read. */
  readonly outboxAgeMs: number | null;
  readonly databaseBytes: number;
  readonly logBytes: number;
  readonly backupAgeMs: number | null;
  readonly snapshotAgeMs: number | null;
  readonly incidents: readonly FoundIncident[];
}

export interface FactsOptions {
  readonly store: Pick<Store, "health" | "counters" | "notices">;
  readonly files: MeasuredFiles;
  readonly findIncidents: () => Promise<readonly FoundIncident[]>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export async function readMetricFacts({ store, files, findIncidents, clock }: FactsOptions): Promise<MetricFacts> {
  const { ok, writes, queued } = await store.health();
  const now = clock();
  const age = (at: number | null): number | null => (at === null ? null : Math.max(0, now - at));
  const due = ok ? await store.notices.oldestDue().catch(() => null) : null;
  return {
    ready: ok,
    writes: { ...store.counters(), queued, failing: writes !== null },
    outboxAgeMs: ok ? (age(due) ?? 0) : null,
    databaseBytes: files.databaseBytes(),
    logBytes: files.logBytes(),
    backupAgeMs: age(files.newestBackup()),
    snapshotAgeMs: age(files.snapshotAt()),
    incidents: await findIncidents(),
  };
}
