import type Database from "better-sqlite3";
import type { Store, UsedUpTotal } from "../store.ts";
import type { StoreUnavailable } from "../store-errors.ts";
import { createBans, createSpamWords } from "./ban-store.ts";
import { createSelections } from "./comments/comment-selections.ts";
import { createComments } from "./comments/comment-store.ts";
import { createThreads } from "./comments/comment-threads.ts";
import { createCommentTransfers } from "./comments/comment-transfers.ts";
import { createCounts } from "./count-store.ts";
import { isCompacting } from "./database/compaction.ts";
import { createConnection, type FileConnection } from "./database/connection.ts";
import { hasLog } from "./database/database-files.ts";
import { createMaintenance } from "./database/maintenance.ts";
import { createSecretsMark, createSiteMark, writeTrial } from "./database/meta.ts";
import { type OpenFile, openDatabase } from "./database/open-database.ts";
import { createFileWatch, type FileLoss, type FileWatch } from "./database/rescue.ts";
import { createWriteQueue, type Timers, type WriteQueue } from "./database/write-queue.ts";
import { createEngagement, type EngagementParts } from "./engagement/engagement-store.ts";
import { createLabels } from "./engagement/labels.ts";
import { createRollups } from "./engagement/rollups.ts";
import { createSeenKeys, type SeenBounds } from "./engagement/seen-keys.ts";
import { createVisitorSketches } from "./engagement/visitor-sketches.ts";
import { toPublicId } from "./ids.ts";
import { createInquiries } from "./inquiry-store.ts";
import { createJoins } from "./join/join-store.ts";
import { createLikes } from "./like-store.ts";
import { createNotices } from "./notice-store.ts";
import { createAccess } from "./owner/access-store.ts";
import { createOwnerKeys } from "./owner/owner-key-store.ts";
import { createPosts } from "./post-store.ts";
import { createPrivacy } from "./privacy/privacy-store.ts";
import { createQuotaSums, createQuotas, createRateTable } from "./quotas.ts";
import type { Connection, StoreContext } from "./store-context.ts";
import { createSubscriptions } from "./subscription-store.ts";

export interface StoreOptions {
  /** The database file, created at the first start in an existing folder. */
  file: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  random: (bytes: number) => Uint8Array;
  /** Whether to migrate an older database; otherwise it is refused. Default true. */
  migrates?: boolean;
  /** How long a write waits for another process's lock. Default 2,000 ms. */
  lockWaitMs?: number;
  /** The most writes that may wait. Default 4,096. */
  queueCapacity?: number;
  /** Called once when writes begin to be refused (a lock, the disk). */
  onRefusal?: (failure: StoreUnavailable) => void;
  /**
   * Called at the first write that succeeds again.
   * @param refused number of writes refused before
   */
  onRecovery?: (refused: number) => void;
  /**
   * Called when the open database was deleted or replaced, and again when its content has been
   * rescued.
   */
  onFileLoss?: (loss: FileLoss) => void;
  /** Called in the transaction that uses up a daily total over all clients. */
  onUsedUp?: (total: UsedUpTotal) => void;
  /** Failing files and a separate clock, for tests. */
  openFile?: OpenFile;
  timers?: Timers;
  /** Smaller limits, for tests. */
  seenBounds?: SeenBounds;
}

/**
 * Opens the store: migrates (unless told not to), then serves. One process may write through one
 * store. Other processes (the command line) can open the same file at the same time.
 * @throws StoreFileError with a hint: not octavo's database, newer than this program, damaged or
 * not writable
 */
export function openStore(options: StoreOptions): Store {
  const { clock, random } = options;
  const { connection, files } = openConnection(options, () => {
    caches.seen.forget();
    caches.sketches.forget();
  });
  const caches: EngagementParts = {
    labels: createLabels(connection),
    rollups: createRollups(connection),
    quotas: createQuotaSums(connection, options.onUsedUp),
    seen: createSeenKeys(connection, options.seenBounds),
    sketches: createVisitorSketches(connection),
  };
  const queue = openQueue(connection, caches, options);
  const context: StoreContext = {
    connection,
    clock,
    quotas: createQuotas(connection, clock, options.onUsedUp),
    random,
    newId: () => toPublicId(random),
    write: (work) => queue.write(work),
    read: async (read) => connection.snapshot(read),
    emptyLog: () => connection.checkpoint(),
  };
  let closing: Promise<void> | null = null;
  return {
    ...createStores(context, caches),
    health: async () => ({
      ok: await canRead(context),
      writes: files.look() === null ? (queue.failure?.reason ?? null) : "database-lost",
      queued: queue.size,
    }),
    counters: () => queue.counters(),
    tryWrite: () => context.write(() => writeTrial(connection, clock())).catch(() => {}),
    lookAtFiles: async () => void files.look(),
    close: () => {
      closing ??= queue.drain().then(() => closeConnection(connection, files));
      return closing;
    },
  };
}

function openConnection(options: StoreOptions, onReopen: () => void): { readonly connection: FileConnection; readonly files: FileWatch } {
  const { file, clock, random, migrates = true } = options;
  // A log at this point means that a server crashed. For a command, it is the running server's.
  let checks = migrates && hasLog(file);
  const open = (): Database.Database => {
    files.requireUnmoved();
    const database = openDatabase(file, options.openFile, { migrates, checks });
    checks = false;
    files.opened();
    return database;
  };
  const files = createFileWatch({ file, clock, random, connection: () => connection, onLoss: (loss) => options.onFileLoss?.(loss) });
  const connection = createConnection(open, onReopen);
  return { connection, files };
}

/** The write queue, with hooks that keep the caches consistent with each transaction. */
function openQueue(
  connection: Connection,
  { labels, rollups, quotas, seen, sketches }: EngagementParts,
  options: StoreOptions,
): WriteQueue {
  return createWriteQueue(connection, {
    beforeCommit: () => {
      rollups.flush();
      quotas.flush();
      seen.flush();
      sketches.flush();
      labels.trim();
    },
    isCompacting: () => isCompacting(options.file),
    afterCommit: () => {
      seen.keep();
      sketches.keep();
    },
    onRollback: () => {
      rollups.forget();
      quotas.forget();
      seen.revert(0);
      sketches.revert(0);
      labels.forget();
    },
    ...(options.timers === undefined ? {} : { timers: options.timers }),
    ...(options.lockWaitMs === undefined ? {} : { lockWaitMs: options.lockWaitMs }),
    ...(options.queueCapacity === undefined ? {} : { capacity: options.queueCapacity }),
    ...(options.onRefusal === undefined ? {} : { onRefusal: options.onRefusal }),
    ...(options.onRecovery === undefined ? {} : { onRecovery: options.onRecovery }),
  });
}

function createStores(
  context: StoreContext,
  caches: EngagementParts,
): Omit<Store, "health" | "counters" | "tryWrite" | "lookAtFiles" | "close"> {
  return {
    comments: createComments(context),
    commentTransfers: createCommentTransfers(context),
    selections: createSelections(context),
    likes: createLikes(context),
    inquiries: createInquiries(context),
    engagement: createEngagement(context, caches),
    counts: createCounts(context),
    threads: createThreads(context),
    posts: createPosts(context),
    bans: createBans(context),
    spamWords: createSpamWords(context),
    ownerKeys: createOwnerKeys(context),
    access: createAccess(context),
    secrets: createSecretsMark(context),
    site: createSiteMark(context),
    notices: createNotices(context),
    totals: {
      usedUp: () => context.read(() => context.quotas.usedUp()),
      used: (keys) => context.read(() => context.quotas.used(keys)),
    },
    rates: createRateTable(context.connection),
    maintenance: createMaintenance(context, caches),
    privacy: createPrivacy(context),
    subscriptions: createSubscriptions(context),
    joins: createJoins(context),
  };
}

function closeConnection(connection: FileConnection, files: FileWatch): void {
  try {
    // A checkpoint into a deleted file would empty the log, which may be all that is left.
    if (files.look() === null) connection.checkpoint();
  } catch {
    // On a full or failing disk the log keeps the committed writes, and the next start reads it.
  }
  connection.close();
}

async function canRead({ connection, read }: StoreContext): Promise<boolean> {
  try {
    await read(() => connection.get("SELECT 1 FROM post LIMIT 1"));
    return true;
  } catch {
    return false;
  }
}
