import type { NoticeConfig } from "../../../server/notices/notice-config.ts";
import type { PublishedSource } from "../../../server/published.ts";
import type { Store } from "../../../server/store/store.ts";
import { openTroubles, type Troubles } from "../../../server/troubles/open-troubles.ts";
import type { WatchedFiles } from "../../../server/troubles/trouble.ts";
import { isAddress } from "../../build/published-place.ts";
import type { WriteServerOptions } from "../write-server-options.ts";
import { watchTroubles } from "./server-timers.ts";

export interface ServerWatch {
  readonly findTroubles: Troubles["find"];
  stop(): Promise<void>;
}

export interface ServerWatchParts {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly notices: NoticeConfig;
}

/** Looks for troubles, and tells the owner. */
export function startServerWatch(options: WriteServerOptions, parts: ServerWatchParts): ServerWatch {
  const { io, config, log } = options;
  const troubles = openTroubles({ ...parts, files: toWatchedFiles(options), config, backups: null, clock: () => io.now(), log });
  const looks = watchTroubles(troubles, { io, log });
  return { findTroubles: () => troubles.find(), stop: () => looks.stop() };
}

/** Paths in messages are absolute: they reach the owner far from the server's folder. */
function toWatchedFiles({ dbFile, published, snapshotDir = null, backups = { kind: "manual" } }: WriteServerOptions): WatchedFiles {
  const folders = [isAddress(published) ? null : published, snapshotDir].filter((folder) => folder !== null);
  return { dbFile, folders, backups, show: (path) => path };
}
