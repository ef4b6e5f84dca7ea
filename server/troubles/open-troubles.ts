import { randomBytes } from "node:crypto";
import { causeFields, type Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Store } from "../store/store.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import { composeTrouble, type TroubleSite } from "./compose-trouble.ts";
import { findTroubles } from "./find-troubles.ts";
import type { FoundTrouble, WatchedFiles, WatchedServer, WatchedSite } from "./trouble.ts";
import { TROUBLE_KINDS } from "./trouble-kinds.ts";
import { readTroubleRecord, reserveTroubleRecord, type TroubleRecord, writeTroubleRecord } from "./trouble-record.ts";
import { createTroubleSender } from "./trouble-sender.ts";
import { createTroubleWatch, type TroubleWatch } from "./trouble-watch.ts";
import { toWatchedServer } from "./watched-server.ts";

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
    find: () => findTroubles(site, TROUBLE_KINDS),
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
