import { randomBytes } from "node:crypto";
import type { Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Store } from "../store/store.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import { composeTrouble, type TroubleSite } from "./compose-trouble.ts";
import { findTroubles } from "./find-troubles.ts";
import type { FoundTrouble, TroubleKind, WatchedFiles, WatchedServer, WatchedSite } from "./trouble.ts";
import type { RecordKeeper, TroubleRecord } from "./trouble-record.ts";
import { createTroubleSender } from "./trouble-sender.ts";
import { createTroubleWatch, type TroubleWatch } from "./trouble-watch.ts";
import { toWatchedServer } from "./watched-server.ts";

export interface OpenTroublesOptions {
  /** null: the engine has none. */
  readonly files: WatchedFiles | null;
  readonly kinds: readonly TroubleKind[];
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

export interface Troubles {
  /** The current troubles, for /readyz and /metrics. Never rejects. */
  find(): Promise<FoundTrouble[]>;
  /** The lasting troubles, and the pending messages about them. */
  readonly record: TroubleRecord;
  /** Checks once, then sends the due messages. Rounds do not overlap. */
  run(): Promise<void>;
  /** Aborts the messages being sent. The next start sends them again. */
  stop(): Promise<void>;
}

/** The watch of a running server. */
export function openTroubles(options: OpenTroublesOptions): Troubles {
  const { kinds, keeper, notices, clock, log, store } = options;
  const site = toWatchedSite(options, () => watch.record);
  const watch: TroubleWatch = createTroubleWatch({
    ...{ site, kinds },
    channels: notices.senders.map(({ channel }) => channel),
    newId: () => randomBytes(12).toString("hex"),
    record: keeper.read(),
    keep: keeper.keep,
    tryWrite: () => store.tryWrite(),
    log,
  });
  const compose = async (message: Parameters<typeof composeTrouble>[0]) => composeTrouble(message, await describeSite(options));
  const sender = createTroubleSender({ senders: notices.senders, compose, clock, chance: Math.random, log });
  const stopping = new AbortController();
  const round = async (): Promise<void> => {
    await watch.look();
    if (watch.record.pending.length > 0) watch.setPending(await sender.send(watch.record.pending, stopping.signal));
  };
  let running: Promise<void> | null = null;
  return {
    find: () => findTroubles(site, kinds),
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

function toWatchedSite({ files, config, store, backups, clock, log }: OpenTroublesOptions, record: () => TroubleRecord): WatchedSite {
  return { now: clock, files, server: toWatchedServer({ config, store, backups, log }, () => record().pending) };
}

/** The published content and the database may both be unreadable. */
async function describeSite({ store, published, files }: OpenTroublesOptions): Promise<TroubleSite> {
  const fallback = { name: "your site", url: "http://localhost" };
  const content = await published.current().catch(() => null);
  const site = await findSite(store, createPublishedLinks(published), content).catch(() => fallback);
  const timeZone = content?.timeZone ?? (await readTimeZone(store).catch(() => "UTC"));
  return { ...site, timeZone, hasMachine: files !== null };
}
