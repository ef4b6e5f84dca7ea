import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Counts } from "../../contract/schemas/list.ts";
import { type Api, createApi } from "../../server/app.ts";
import { createEngagementIntake } from "../../server/engagement/intake.ts";
import { openVisitorKeys } from "../../server/engagement/visitor-key.ts";
import { causeFields, errorFields, type Log } from "../../server/log.ts";
import { NO_NOTICES, type NoticeConfig } from "../../server/notices/notice-config.ts";
import { openNotifier } from "../../server/notices/open-notifier.ts";
import { checkErasures } from "../../server/privacy/check-erasures.ts";
import { openPublished, type PublishedSource } from "../../server/published.ts";
import { openSecrets, SECRETS_FILE, type Secrets } from "../../server/secrets.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import { removeStaleFiles } from "../../server/stale-files.ts";
import { DEFAULT_RETENTION, type Retention } from "../../server/store/privacy-types.ts";
import { compactDatabase, unfinishedText } from "../../server/store/sqlite/database/compaction.ts";
import { requireOwnLog } from "../../server/store/sqlite/database/database-files.ts";
import { fileLossText } from "../../server/store/sqlite/database/rescue.ts";
import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../server/store/sqlite/database/rescued-files.ts";
import { lockForServer } from "../../server/store/sqlite/database/server-lock.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../server/store/store.ts";
import { keepSite } from "../../server/stored-site.ts";
import { createApiKeys, toRekeying } from "../../server/tokens.ts";
import { describeUsedUp } from "../../server/used-up.ts";
import { examineGit, exposureText, keepOutOfGit } from "../git/git-exposure.ts";
import type { Io } from "../io.ts";
import { createWaitingLine } from "../notices/waiting-line.ts";
import { readVersion } from "../version.ts";
import { startNotifier, startUpkeep, watchDatabaseFile } from "./server-timers.ts";
import { startSnapshots } from "./snapshot-timer.ts";
import { makeDatabase } from "./store-access.ts";

/** How long a start waits for constant readers of the database before it goes on with an unfinished compaction. ms */
const READERS_WAIT_AT_START_MS = 5_000;

export interface WriteServerOptions {
  readonly io: Pick<Io, "now" | "monotonic" | "setTimer">;
  /** Absolute; made at first start, and its folder. */
  readonly dbFile: string;
  /** The published content: an absolute path, or `https://…`. */
  readonly published: string;
  readonly config: ServerConfig;
  /** Channels of the owner's notices. Default: none. */
  readonly notices?: NoticeConfig;
  /** Default: DEFAULT_RETENTION. */
  readonly retention?: Retention | null;
  readonly log: Log;
  /** A folder that a build wrote, absolute: it gets snapshots of the comments. Default: none are written. */
  readonly snapshotDir?: string | null;
  /** The site's own address where `published` is built for a local one, as the newest configuration says it. Default: the content's. */
  readonly siteUrl?: () => string | null;
  /** Gets a line about comments and inquiries that wait for the owner, if a terminal shows it. */
  readonly tellWaiting?: (line: string) => void;
}

export interface RunningWriteServer extends Omit<Api, "close"> {
  /** Likes and comments of posts as they are now; null where the database cannot be read. */
  counts(): Promise<Counts | null>;
  /** Reads the published content again, where it has changed. */
  refresh(): Promise<void>;
  /** Finishes what waits, takes the log into the database, closes. */
  close(): Promise<void>;
}

/**
 * The write server with everything it needs: database, secrets and salts in the database's folder, published content, hourly upkeep.
 * @throws StoreFileError (another server has the database, too), PrivateFileError, each with a hint
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
  if (exposure === "exposed") log.warn("git takes the database along", { detail: exposureText(dbFile) });
  if (problem !== null)
    log.warn("git does not say whether it takes the database along", { detail: `${problem.message}: ${problem.remedy}` });
}

async function openParts(options: WriteServerOptions): Promise<RunningWriteServer> {
  const { io, dbFile, config, log, snapshotDir = null } = options;
  const folder = dirname(dbFile);
  const clock = (): number => io.now();
  const secrets = openSecrets(folder, { random: randomBytes });
  const onError = (error: unknown): void => log.warn("the salts of visitors' keys cannot be kept", errorFields(error));
  const visitorKeys = openVisitorKeys(folder, { random: randomBytes, clock, onError });
  const opened = openLoggedStore(options);
  const { tellWaiting } = options;
  const waiting = tellWaiting === undefined ? null : createWaitingLine({ store: opened, setTimer: io.setTimer, tell: tellWaiting });
  const store = waiting?.store ?? opened;
  const ownerWarnings = await checkStore(store, secrets, options);
  const published = openFollowedContent(store, options);
  const keys = createApiKeys(secrets, { random: randomBytes });
  const engagement = createEngagementIntake({ clock, visitorKeys });
  const monotonic = (): number => io.monotonic();
  const parts = { store, published, keys, engagement, clock, monotonic, config, log, ownerWarnings };
  const api = createApi({ ...parts, random: randomBytes, file: dbFile, version: readVersion() });
  const upkeep = startUpkeep({ io, store, retention: options.retention ?? DEFAULT_RETENTION, visitorKeys, log });
  const looks = watchDatabaseFile({ io, store });
  const notices = options.notices ?? NO_NOTICES;
  const notifier = startNotifier(openNotifier({ config: notices, store, published, keys, baseUrl: config.baseUrl, clock, log }), {
    io,
    log,
  });
  const { publicViews } = config;
  const snapshots = snapshotDir === null ? null : startSnapshots({ io, store, published, outDir: snapshotDir, log, publicViews });
  await waiting?.show();
  if (config.limits === null)
    // As an error: a load test's `--log error` must not hide it.
    log.error("OCTAVO_RATE_LIMITS=off: NOTHING IS LIMITED. Anybody who reaches this server can flood it; for load tests alone");
  return {
    ...api,
    counts: () => readCounts(store),
    refresh: async () => void (await published.refresh()),
    close: async () => {
      looks.stop();
      waiting?.stop();
      await Promise.all([upkeep.stop(), notifier.stop(), snapshots?.stop()]);
      await api.close();
    },
  };
}

function openLoggedStore({ io, dbFile, log }: WriteServerOptions): Store {
  return openStore({
    file: dbFile,
    clock: () => io.now(),
    random: randomBytes,
    onUsedUp: (total) => log.warn(describeUsedUp(total)),
    onRefusal: (failure) => log.warn("writes are refused with 503", { ...causeFields(failure), reason: failure.reason }),
    onRecovery: (refused) => log.warn("writes are taken again", { refused }),
    onFileLoss: (loss) =>
      log.error("THE DATABASE WAS TAKEN AWAY FROM THE RUNNING SERVER: ALL IS ANSWERED 503 UNTIL A NEW START", {
        detail: fileLossText(loss, dbFile),
      }),
  });
}

/** Repeats erasures, compares secrets, notes the retention. @returns the owner's warnings, made anew at each call */
async function checkStore(
  store: Store,
  secrets: Secrets,
  { dbFile, log, retention }: WriteServerOptions,
): Promise<() => readonly string[]> {
  const compact = (): string | null =>
    compactDatabase(dbFile, { readersWaitMs: READERS_WAIT_AT_START_MS }).isFinished ? null : unfinishedText(dbFile);
  const erasureWarnings = await checkErasures({ dbFile, privacy: store.privacy, compact, log }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  // After the erasures, which find bans by the hashes that they were noted with.
  await checkSecrets(store, secrets, log);
  await keepRetention(store, retention ?? DEFAULT_RETENTION, log);
  for (const found of listRescuedFiles(dbFile)) log.warn(describeRescued(found), { file: found.file, detail: rescuedRemedy(found.file) });
  return () => [...listRescuedFiles(dbFile).map((found) => describeRescued(found)), ...erasureWarnings()];
}

/** The published content; the database follows its changes. */
function openFollowedContent(store: Store, { io, published: location, siteUrl = () => null, log }: WriteServerOptions): PublishedSource {
  const published = openPublished(location, {
    clock: () => io.now(),
    onChange: async ({ findPost }) => {
      await store.posts.followAliases((slug) => findPost(slug)?.slug ?? null);
      await keepSite(published, store, siteUrl());
    },
    onError: (error) => {
      const serves = published.status().buildId === null ? "what needs it is answered 503" : "the last good copy serves";
      log.warn(`the published content cannot be read; ${serves}`, { published: location, ...causeFields(error) });
    },
  });
  return published;
}

/** A database with other secrets (restored beside new ones, or the file was lost) works, but recognises no visitor. The log must say so. */
async function checkSecrets(store: Store, secrets: Secrets, log: Log): Promise<void> {
  try {
    const { fingerprint, former } = secrets;
    const wanted = await store.secrets.fingerprint();
    if (former.some((each) => each.fingerprint === wanted)) {
      const { bansLost } = await store.secrets.rekey(toRekeying(secrets));
      log.warn("the database goes with the rotated secrets now", { before: wanted, fingerprint, bansLost });
    } else if (wanted === null) await store.secrets.keep(fingerprint);
    else if (wanted !== fingerprint) {
      const detail = `the database goes with ${wanted}, secrets.json beside it holds ${fingerprint}. Visitors can like again, bans hit nobody, open edit tokens are void. Stop the server and put the right secrets.json back; if it is lost for good, say so with \`octavo secrets accept\``;
      log.error("SECRETS AND DATABASE DO NOT BELONG TOGETHER", { detail });
    }
  } catch (error) {
    log.warn("which secrets the database goes with cannot be kept; the next start tries again", errorFields(error));
  }
}

/** Stored for the owner's commands, whose shell may lack the server's settings. */
async function keepRetention(store: Store, retention: Retention, log: Log): Promise<void> {
  try {
    await store.privacy.keepRetention(retention);
  } catch (error) {
    log.warn(
      "for how long what visitors wrote is kept cannot be noted for the command line; the next start tries again",
      errorFields(error),
    );
  }
}

/** Logged as an error: the site has lost its comments and likes, and takes new ones as if nothing had happened. */
function tellNewDatabase(dbFile: string, log: Log): void {
  const name = basename(dbFile);
  const others = readdirSync(dirname(dbFile)).filter((other) => other.startsWith(`${name}.rescued-`) || other === `${name}.before-restore`);
  const found = others.length === 0 ? "a backup" : others.sort().join(" or ");
  const detail = `${SECRETS_FILE} is there from earlier, but ${dbFile} was not: it begins empty. If that is not meant, stop the server and put ${found} back: octavo db restore <file>`;
  log.error("THE DATABASE IS NEW, THE SECRETS ARE NOT", { detail });
}

async function readCounts(store: Store): Promise<Counts | null> {
  try {
    return { posts: Object.fromEntries((await store.counts.all()).map(({ slug, ...counts }) => [slug, counts])) };
  } catch {
    return null;
  }
}
