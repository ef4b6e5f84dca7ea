import { statSync } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_ENTRY } from "../../../contract/paths.ts";
import { type BackupTimer, startBackups } from "../../../server/backups/backup-timer.ts";
import { listOwnBackups, newestBackup } from "../../../server/backups/own-backups.ts";
import type { WatchedFiles } from "../../../server/incidents/incident.ts";
import { createFileKeeper } from "../../../server/incidents/incident-file.ts";
import { INCIDENT_KINDS } from "../../../server/incidents/incident-kinds.ts";
import { type Incidents, openIncidents } from "../../../server/incidents/open-incidents.ts";
import type { MetricsSource } from "../../../server/metrics/metrics-route.ts";
import type { NoticeConfig } from "../../../server/notices/notice-config.ts";
import { latestBackup } from "../../../server/privacy/known-copies.ts";
import type { PublishedSource } from "../../../server/published.ts";
import type { Store } from "../../../server/store/store.ts";
import { isAddress } from "../../build/published-place.ts";
import type { WriteServerOptions } from "../write-server-options.ts";
import { watchIncidents } from "./server-timers.ts";

export interface ServerWatch {
  readonly findIncidents: Incidents["find"];
  stop(): Promise<void>;
}

export interface ServerWatchParts {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly notices: NoticeConfig;
}

/** Makes backups if configured, checks for incidents, and tells the owner. */
export function startServerWatch(options: WriteServerOptions, parts: ServerWatchParts): ServerWatch {
  const { io, config, log } = options;
  const backups = startOwnBackups(options);
  const clock = (): number => io.now();
  const keeper = createFileKeeper(options.dbFile, log);
  const watched = { files: toWatchedFiles(options), kinds: INCIDENT_KINDS, keeper };
  const incidents = openIncidents({ ...parts, ...watched, config, backups: backups?.state ?? null, clock, log });
  const looks = watchIncidents(incidents, { io, log });
  return {
    findIncidents: () => incidents.find(),
    stop: async () => void (await Promise.all([looks.stop(), backups?.stop()])),
  };
}

function startOwnBackups({ io, dbFile, backups: plan, log }: WriteServerOptions): BackupTimer | null {
  if (plan?.kind !== "own") return null;
  const { recipient } = plan;
  return startBackups({
    ...{ plan, dbFile, log },
    clock: () => io.now(),
    monotonic: () => io.monotonic(),
    setTimer: (task, ms) => io.setTimer(task, ms),
    makeBackup: async (target, signal) => {
      if (io.runSelf === undefined) throw new Error("this process cannot start another");
      const age = recipient === null ? [] : ["--age", recipient];
      await io.runSelf(["db", "backup", target, "--db", dbFile, "--quiet", ...age], signal);
    },
  });
}

/** Paths in messages are absolute, because the owner reads them outside the server's folder. */
function toWatchedFiles({ dbFile, published, snapshotDir = null, backups = { kind: "manual" } }: WriteServerOptions): WatchedFiles {
  const folders = [isAddress(published) ? null : published, snapshotDir].filter((folder) => folder !== null);
  return { dbFile, folders, backups, show: (path) => path };
}

/** Sizes and ages of files for `/metrics`. */
export function toMetricsSource({ io, dbFile, snapshotDir = null, backups }: WriteServerOptions): MetricsSource {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    files: {
      databaseBytes: () => sizeOf(dbFile),
      logBytes: () => sizeOf(`${dbFile}-wal`),
      snapshotAt: () =>
        snapshotDir === null ? null : (statSync(join(snapshotDir, SNAPSHOT_ENTRY), { throwIfNoEntry: false })?.mtimeMs ?? null),
      newestBackup: () =>
        (backups?.kind === "own" ? newestBackup(listOwnBackups(dbFile, backups.folder), io.now()) : latestBackup(dbFile))?.at ?? null,
    },
    loadRenderer: async () => (await import("../../../server/metrics/render-metrics.ts")).renderMetrics,
  };
}
