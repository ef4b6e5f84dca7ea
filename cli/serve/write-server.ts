import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Counts } from "../../contract/schemas/list.ts";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import { type Api, createApi } from "../../server/app.ts";
import type { DeskSettings } from "../../server/desk/hosted/desk-routes.ts";
import { createEngagementIntake } from "../../server/engagement/intake.ts";
import { openVisitorKeys } from "../../server/engagement/salts-file.ts";
import { causeFields, errorFields, type Log } from "../../server/log.ts";
import { NO_NOTICES } from "../../server/notices/notice-config.ts";
import type { Notifier } from "../../server/notices/notifier.ts";
import type { OpenNotifierOptions } from "../../server/notices/open-notifier.ts";
import type { NoticeSender } from "../../server/notices/owner-message.ts";
import type { PublishedSource } from "../../server/published.ts";
import { openPublished } from "../../server/published-files.ts";
import { openSecrets, SECRETS_FILE } from "../../server/secrets/secrets-file.ts";
import { removeStaleFiles } from "../../server/stale-files.ts";
import { openFileHost, SERVER_READERS_WAIT_MS } from "../../server/store/file/file-host.ts";
import { DEFAULT_RETENTION } from "../../server/store/privacy-types.ts";
import { requireOwnLog } from "../../server/store/sqlite/database/database-files.ts";
import { fileLossText } from "../../server/store/sqlite/database/rescue.ts";
import { describeRescued, rescuedRemedy } from "../../server/store/sqlite/database/rescued-files.ts";
import { lockForServer } from "../../server/store/sqlite/database/server-lock.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../server/store/store.ts";
import { keepDeskPlace, keepSite } from "../../server/stored-site.ts";
import { createApiKeys } from "../../server/tokens.ts";
import { describeUsedUp } from "../../server/used-up.ts";
import { examineGit, exposureText, keepOutOfGit } from "../git/git-exposure.ts";
import { createWaitingLine } from "../notices/waiting-line.ts";
import { readVersion } from "../version.ts";
import { makeDatabase } from "./store-access.ts";
import { checkStore } from "./upkeep/check-store.ts";
import { lendCommands } from "./upkeep/run-self.ts";
import { startNotifier, startUpkeep, watchDatabaseFile } from "./upkeep/server-timers.ts";
import { startServerWatch, toMetricsSource } from "./upkeep/server-watch.ts";
import { startSnapshots } from "./upkeep/snapshot-timer.ts";
import type { WriteServerOptions } from "./write-server-options.ts";

export interface RunningWriteServer extends Omit<Api, "close"> {
  /** Current counts of likes and comments per post; null if the database cannot be read. */
  counts(): Promise<Counts | null>;
  /** Rereads the published content if it has changed. */
  refresh(): Promise<void>;
  /** Finishes waiting writes, applies the log to the database, and closes it. */
  close(): Promise<void>;
}

/**
 * The write server with everything it needs: the database, the secrets and salts in its folder,
 * published content, and hourly upkeep.
 * @throws StoreFileError, for example if another server uses the database; PrivateFileError. Both
 * have a hint
 */
export async function openWriteServer(options: WriteServerOptions): Promise<RunningWriteServer> {
  const { dbFile, log } = options;
  requireOwnLog(dbFile);
  const hasSecrets = existsSync(join(dirname(dbFile), SECRETS_FILE));
  const isNew = makeDatabase(dbFile);
  if (isNew && hasSecrets) tellNewDatabase(dbFile, log);
  keepOutOfGit(dbFile);
  warnOfGit(dbFile, log);
  const lock = lockForServer(dbFile);
  try {
    removeStaleFiles(dbFile, options.io.now());
    const server = await openParts(options);
    const close = async (): Promise<void> => {
      await server.close().finally(() => lock.release());
    };
    return { ...server, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function warnOfGit(dbFile: string, log: Log): void {
  const { exposure, problem } = examineGit(dbFile);
  if (exposure === "exposed") log.warn("git would add the database", { detail: exposureText(dbFile) });
  if (problem !== null) log.warn("it is unknown whether git would add the database", { detail: `${problem.message}: ${problem.remedy}` });
}

async function openParts(options: WriteServerOptions): Promise<RunningWriteServer> {
  const { io, dbFile, config, log, snapshotDir = null } = options;
  const folder = dirname(dbFile);
  const clock = (): number => io.now();
  const secrets = openSecrets(folder, { random: randomBytes });
  const onError = (error: unknown): void => log.warn("the salts of visitors' keys cannot be stored", errorFields(error));
  const visitorKeys = openVisitorKeys(folder, { random: randomBytes, clock, onError });
  const opened = openLoggedStore(options);
  const { tellWaiting } = options;
  const waiting = tellWaiting === undefined ? null : createWaitingLine({ store: opened, setTimer: io.setTimer, tell: tellWaiting });
  const store = waiting?.store ?? opened;
  const ownerWarnings = await checkStore(store, secrets, options);
  const published = openFollowedContent(store, options);
  const notices = options.notices ?? NO_NOTICES;
  const watch = startServerWatch(options, { store, published, notices });
  const keys = createApiKeys(secrets, { random: randomBytes });
  const engagement = createEngagementIntake({ clock, visitorKeys });
  const monotonic = (): number => io.monotonic();
  const { findIncidents } = watch;
  const metrics = config.metrics !== "off" ? { metrics: toMetricsSource(options) } : {};
  const commands = lendCommands(io);
  const host = openFileHost({ file: dbFile, runCommand: commands.runCommand, readersWaitMs: SERVER_READERS_WAIT_MS });
  const desk = await openDesk(options, notices.senders, { store, published });
  const parts = { ...metrics, ...desk, store, published, keys, engagement, config, log, findIncidents, ownerWarnings, notices, host };
  const api = createApi({ ...parts, clock, monotonic, random: randomBytes, version: readVersion() });
  const upkeep = startUpkeep({ io, store, retention: options.retention ?? DEFAULT_RETENTION, visitorKeys, log });
  const looks = watchDatabaseFile({ io, store });
  const place = options.desk ?? null;
  const notifierParts = { config: notices, store, published, keys, baseUrl: config.baseUrl, desk: place, findIncidents, clock, log };
  const notifier = startNotifier(await loadNotifier(notifierParts), { io, log });
  const { publicViews } = config;
  const snapshots = snapshotDir === null ? null : startSnapshots({ io, store, published, outDir: snapshotDir, log, publicViews });
  await waiting?.show();
  if (config.limits === null)
    // Logged as an error, so that a load test's `--log error` does not hide it.
    log.error("OCTAVO_RATE_LIMITS=off: NOTHING IS LIMITED. Anybody who can reach this server can flood it; use this only for load tests");
  return {
    ...api,
    counts: () => readCounts(store),
    refresh: async () => void (await published.refresh()),
    close: async () => {
      looks.stop();
      commands.stop();
      waiting?.stop();
      await Promise.all([upkeep.stop(), notifier.stop(), watch.stop(), snapshots?.stop()]);
      await api.close();
    },
  };
}

/** Returns null if no channel is configured; then none of its code is loaded. */
async function loadNotifier(parts: OpenNotifierOptions): Promise<Notifier | null> {
  return parts.config.senders.length === 0 ? null : (await import("../../server/notices/open-notifier.ts")).openNotifier(parts);
}

const SHARED_ORIGIN =
  "--desk-path: a hostile service worker of the site sees the desk's addresses and forms; only a separate host name (--desk) is safe (docs/desk.md)";

/** The desk at an address, with its script. */
async function openDesk(
  { desk = null, dbFile, config, log }: WriteServerOptions,
  senders: readonly NoticeSender[],
  { store, published }: { readonly store: Store; readonly published: PublishedSource },
): Promise<{ readonly desk?: DeskSettings }> {
  const content = desk?.kind === "path" && config.baseUrl === null ? await published.current() : null;
  await keepDeskPlace(store, desk, config.baseUrl ?? content?.baseUrl ?? null);
  if (desk === null) return {};
  if (desk.kind === "path") log.warn("the desk shares the site's origin", { detail: SHARED_ORIGIN });
  const warnings: DeskSettings["warnings"] = (rescued, timeZone) =>
    rescued.map((found) => `${describeRescued(found, timeZone)}: ${rescuedRemedy(join(dirname(dbFile), basename(found.file)))}`);
  return { desk: { place: desk, senders, script: await loadProgram("desk"), warnings } };
}

function openLoggedStore({ io, dbFile, log }: WriteServerOptions): Store {
  return openStore({
    file: dbFile,
    clock: () => io.now(),
    random: randomBytes,
    onUsedUp: (total) => log.warn(describeUsedUp(total)),
    onRefusal: (failure) => log.warn("writes are refused with 503", { ...causeFields(failure), reason: failure.reason }),
    onRecovery: (refused) => log.warn("writes are accepted again", { refused }),
    onFileLoss: (loss) =>
      log.error("THE DATABASE WAS REMOVED FROM THE RUNNING SERVER: EVERY REQUEST GETS 503 UNTIL A RESTART", {
        detail: fileLossText(loss, dbFile),
      }),
  });
}

/** The published content. The database follows its changes. */
function openFollowedContent(
  store: Store,
  { io, published: location, siteUrl = () => null, desk = null, config, log }: WriteServerOptions,
): PublishedSource {
  const published = openPublished(location, {
    clock: () => io.now(),
    onChange: async ({ findPost, baseUrl }) => {
      await store.posts.followAliases((slug) => findPost(slug)?.slug ?? null);
      await keepSite(published, store, siteUrl());
      await keepDeskPlace(store, desk, config.baseUrl ?? baseUrl);
    },
    onError: (error) => {
      const serves = published.status().buildId === null ? "requests that need it get 503" : "the last good copy is served";
      log.warn(`the published content cannot be read; ${serves}`, { published: location, ...causeFields(error) });
    },
  });
  return published;
}

/** Logs a new database as an error, because the site's comments and likes may be missing. */
function tellNewDatabase(dbFile: string, log: Log): void {
  const name = basename(dbFile);
  const others = readdirSync(dirname(dbFile)).filter((other) => other.startsWith(`${name}.rescued-`) || other === `${name}.before-restore`);
  const found = others.length === 0 ? "a backup" : others.sort().join(" or ");
  const detail = `${SECRETS_FILE} already existed, but ${dbFile} did not, so the database begins empty. If that is not intended, stop the server and put ${found} back: octavo db restore <file>`;
  log.error("THE DATABASE IS NEW, THE SECRETS ARE NOT", { detail });
}

async function readCounts(store: Store): Promise<Counts | null> {
  try {
    return { posts: Object.fromEntries((await store.counts.all()).map(({ slug, ...counts }) => [slug, counts])) };
  } catch {
    return null;
  }
}
