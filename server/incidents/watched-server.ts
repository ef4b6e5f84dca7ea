import type { Log } from "../log.ts";
import type { ServerConfig } from "../server-config.ts";
import type { FailingChannel } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import type { WatchedServer } from "./incident.ts";
import type { IncidentMessage } from "./incident-record.ts";
import { failingDeliveries } from "./incident-sender.ts";

export interface WatchedServerParts extends Pick<WatchedServer, "backups"> {
  readonly config: Pick<ServerConfig, "limits">;
  readonly store: Store;
  readonly log: Log;
}

/** @param pending messages of the watch. Default: none */
export function toWatchedServer(
  { config, store, backups, log }: WatchedServerParts,
  pending: () => readonly IncidentMessage[] = () => [],
): WatchedServer {
  const totals = Object.entries(config.limits?.dailyAll ?? {}).map(([kind, limit]) => ({ key: `${kind}-all`, limit }));
  return {
    ...{ store, log, backups },
    totals: config.limits === null ? null : totals,
    failingChannels: async () => {
      const own = failingDeliveries(pending());
      // The database may be the incident.
      const stored = await store.notices.failing().catch((): FailingChannel[] => []);
      return [...stored, ...own].filter(({ channel }, at, all) => all.findIndex((other) => other.channel === channel) === at);
    },
  };
}
