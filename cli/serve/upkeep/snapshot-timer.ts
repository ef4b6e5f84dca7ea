import { existsSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE, SNAPSHOT_ENTRY } from "../../../contract/paths.ts";
import { errorFields, type Log } from "../../../server/log.ts";
import type { PublishedSource } from "../../../server/published.ts";
import { createStoreSource } from "../../../server/snapshot/snapshot-source.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Io } from "../../io.ts";

/** Interval between checks for changes, in ms. */
const LOOK_MS = 5_000;
/**
 * Shortest interval between snapshots, in ms. With LOOK_MS, a decision is in a snapshot within half
 * a minute.
 */
const INTERVAL_MS = 20_000;
/** Pause after a failed snapshot, in ms. */
const FAILED_MS = 30_000;

export interface SnapshotTimerOptions {
  readonly io: Pick<Io, "now" | "setTimer">;
  readonly store: Pick<Store, "comments" | "counts" | "engagement">;
  readonly published: PublishedSource;
  /** A folder that a build wrote, absolute. */
  readonly outDir: string;
  readonly log: Log;
  /** Whether view counts are public. Default false. */
  readonly publicViews?: boolean;
}

/**
 * Writes a snapshot of the comments soon after the start, and after each change of public comments.
 */
export function startSnapshots({ io, store, published, outDir, log, publicViews = false }: SnapshotTimerOptions): {
  stop(): Promise<void>;
} {
  let stopped = false;
  let last = "";
  let next = 0;
  let failed = false;

  const take = async (): Promise<void> => {
    // The first build of `start` is still running.
    if (!existsSync(join(outDir, MANIFEST_FILE))) return;
    const content = await published.current();
    if (content === null || io.now() < next) return;
    // A deployment to the folder may have deleted the snapshot.
    const isThere = existsSync(join(outDir, SNAPSHOT_ENTRY));
    const state = JSON.stringify([await store.comments.siteVersion(), content.buildId]);
    if (state === last && isThere) return;
    const { writeSnapshot } = await import("../../../build/emit/snapshot-folder.ts");
    const open = async () => createStoreSource(store, published, (await published.refresh()) ?? content, { publicViews });
    const { takenAt, ...report } = await writeSnapshot(outDir, open, { takenAt: new Date(io.now()).toISOString() });
    last = state;
    next = io.now() + INTERVAL_MS;
    failed = false;
    log.debug("wrote a snapshot of the comments", { takenAt, ...report });
  };
  const look = (): void => {
    running = take()
      .catch((error: unknown) => {
        if (!failed) log.warn("the snapshot of the comments cannot be written; trying again", { folder: outDir, ...errorFields(error) });
        failed = true;
        next = io.now() + FAILED_MS;
      })
      .finally(() => {
        if (!stopped) cancel = io.setTimer(look, LOOK_MS);
      });
  };
  let running = Promise.resolve();
  let cancel = io.setTimer(look, LOOK_MS);
  return {
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
