import { randomBytes } from "node:crypto";
import type { Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Store } from "../store/store.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import { composeIncident, type IncidentSite } from "./compose-incident.ts";
import { findIncidents } from "./find-incidents.ts";
import type { FoundIncident, IncidentKind, WatchedFiles, WatchedServer, WatchedSite } from "./incident.ts";
import type { IncidentRecord, RecordKeeper } from "./incident-record.ts";
import { createIncidentSender } from "./incident-sender.ts";
import { createIncidentWatch, type IncidentWatch } from "./incident-watch.ts";
import { toWatchedServer } from "./watched-server.ts";

export interface OpenIncidentsOptions {
  /** null if the engine has none. */
  readonly files: WatchedFiles | null;
  readonly kinds: readonly IncidentKind[];
  readonly keeper: RecordKeeper;
  readonly config: Pick<ServerConfig, "limits">;
  readonly notices: Pick<NoticeConfig, "senders">;
  readonly store: Store;
  readonly published: PublishedSource;
  readonly backups: WatchedServer["backups"];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
}

export interface Incidents {
  /** The current incidents, for /readyz and /metrics. Never rejects. */
  find(): Promise<FoundIncident[]>;
  /** The lasting incidents, and the pending messages about them. */
  readonly record: IncidentRecord;
  /** Checks once, then sends the due messages. Rounds do not overlap. */
  run(): Promise<void>;
  /** Aborts the messages being sent. The next start sends them again. */
  stop(): Promise<void>;
}

/** The watch of a running server. */
export function openIncidents(options: OpenIncidentsOptions): Incidents {
  const { kinds, keeper, notices, clock, log, store } = options;
  const site = toWatchedSite(options, () => watch.record);
  const watch: IncidentWatch = createIncidentWatch({
    ...{ site, kinds },
    channels: notices.senders.map(({ channel }) => channel),
    newId: () => randomBytes(12).toString("hex"),
    record: keeper.read(),
    keep: keeper.keep,
    tryWrite: () => store.tryWrite(),
    log,
  });
  const compose = async (message: Parameters<typeof composeIncident>[0]) => composeIncident(message, await describeSite(options));
  const sender = createIncidentSender({ senders: notices.senders, compose, clock, chance: Math.random, log });
  const stopping = new AbortController();
  const round = async (): Promise<void> => {
    await watch.look();
    if (watch.record.pending.length > 0) watch.setPending(await sender.send(watch.record.pending, stopping.signal));
  };
  let running: Promise<void> | null = null;
  return {
    find: () => findIncidents(site, kinds),
    get record() {
      return watch.record;
    },
    run: () => {
      if (stopping.signal.aborted) return Promise.resolve();
      running ??= round().finally(() => {
        running = null;
      });
      return running;
    },
    stop: async () => {
      stopping.abort();
      await running?.catch(() => {});
    },
  };
}

function toWatchedSite({ files, config, store, backups, clock, log }: OpenIncidentsOptions, record: () => IncidentRecord): WatchedSite {
  return { now: clock, files, server: toWatchedServer({ config, store, backups, log }, () => record().pending) };
}

/** The published content and the database may both be unreadable. */
async function describeSite({ store, published, files }: OpenIncidentsOptions): Promise<IncidentSite> {
  const fallback = { name: "your site", url: "http://localhost" };
  const content = await published.current().catch(() => null);
  const site = await findSite(store, createPublishedLinks(published), content).catch(() => fallback);
  const timeZone = content?.timeZone ?? (await readTimeZone(store).catch(() => "UTC"));
  return { ...site, timeZone, hasMachine: files !== null };
}
