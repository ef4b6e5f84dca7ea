import { randomBytes } from "node:crypto";
import { causeFields, type Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { ServerConfig } from "../server-config.ts";
import type { FailingChannel } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import { composeTrouble, type TroubleSite } from "./compose-trouble.ts";
import type { FoundTrouble, WatchedFiles, WatchedServer, WatchedSite } from "./trouble.ts";
import { findTroubles } from "./trouble-kinds.ts";
import { EMPTY_RECORD, readTroubleRecord, reserveTroubleRecord, type TroubleRecord, writeTroubleRecord } from "./trouble-record.ts";
import { createTroubleSender, failingDeliveries } from "./trouble-sender.ts";
import { createTroubleWatch, type TroubleWatch } from "./trouble-watch.ts";

export interface OpenTroublesOptions {
  readonly files: WatchedFiles;
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
  /** The present troubles, for /readyz and /metrics. Never rejects. */
  find(): Promise<FoundTrouble[]>;
  /** One look, then the messages that are due. Rounds do not overlap. */
  run(): Promise<void>;
  /** Aborts the messages being sent. The next start sends them again. */
  stop(): Promise<void>;
}

/** The watch of a running server, with its record beside the database. */
export function openTroubles(options: OpenTroublesOptions): Troubles {
  const { files, notices, clock, log, store } = options;
  const keeper = createRecordKeeper(files.dbFile, log);
  const site = toWatchedSite(options, () => watch.record);
  const watch: TroubleWatch = createTroubleWatch({
    site,
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
    find: () => findTroubles(site),
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
  return { now: clock, files, server: toWatchedServer({ config, store, backups, log }, record) };
}

/** @param record of the watch; default: none */
export function toWatchedServer(
  { config, store, backups, log }: Pick<OpenTroublesOptions, "config" | "store" | "backups" | "log">,
  record: () => TroubleRecord = () => EMPTY_RECORD,
): WatchedServer {
  const totals = Object.entries(config.limits?.dailyAll ?? {}).map(([kind, limit]) => ({ key: `${kind}-all`, limit }));
  return {
    ...{ store, log, backups },
    totals: config.limits === null ? null : totals,
    failingChannels: async () => {
      const own = failingDeliveries(record().pending);
      // The database may be the trouble.
      const stored = await store.notices.failing().catch((): FailingChannel[] => []);
      return [...stored, ...own].filter(({ channel }, at, all) => all.findIndex((other) => other.channel === channel) === at);
    },
  };
}

interface RecordKeeper {
  read(): TroubleRecord;
  keep(record: TroubleRecord): void;
}

/** A record that cannot be written stays in memory. The log says so, once. */
function createRecordKeeper(dbFile: string, log: Pick<Log, "warn">): RecordKeeper {
  let failed = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      failed = false;
    } catch (error) {
      if (!failed) log.warn("troubles cannot be recorded beside the database; a restart may report them again", causeFields(error));
      failed = true;
    }
  };
  attempt(() => reserveTroubleRecord(dbFile, randomBytes(8).toString("hex")));
  return {
    read: () => readTroubleRecord(dbFile),
    keep: (record) =>
      attempt(() => {
        reserveTroubleRecord(dbFile, randomBytes(8).toString("hex"));
        writeTroubleRecord(dbFile, record);
      }),
  };
}

/** Neither the published content nor the database may be readable. */
async function describeSite({ store, published }: OpenTroublesOptions): Promise<TroubleSite> {
  const fallback = { name: "your site", url: "http://localhost" };
  const content = await published.current().catch(() => null);
  const site = await findSite(store, createPublishedLinks(published), content).catch(() => fallback);
  const timeZone = content?.timeZone ?? (await readTimeZone(store).catch(() => "UTC"));
  return { ...site, timeZone };
}
