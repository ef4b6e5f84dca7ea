import type Database from "better-sqlite3";
import type { Store, UsedUpTotal } from "../store.ts";
import type { StoreUnavailable } from "../store-errors.ts";
import { createBans, createSpamWords } from "./ban-store.ts";
import { createComments } from "./comments/comment-store.ts";
import { createCommentTransfers } from "./comments/comment-transfers.ts";
import { createCounts } from "./count-store.ts";
import { isCompacting } from "./database/compaction.ts";
import { createConnection } from "./database/connection.ts";
import { hasLog } from "./database/database-files.ts";
import { createMaintenance } from "./database/maintenance.ts";
import { createSecretsMark, createSiteMark } from "./database/meta.ts";
import { type OpenFile, openDatabase } from "./database/open-database.ts";
import { createFileWatch, type FileLoss } from "./database/rescue.ts";
import { createWriteQueue, type Timers } from "./database/write-queue.ts";
import { createEngagement } from "./engagement/engagement-store.ts";
import { createLabels } from "./engagement/labels.ts";
import { createRollups } from "./engagement/rollups.ts";
import { createSeenKeys, type SeenBounds } from "./engagement/seen-keys.ts";
import { createVisitorSketches } from "./engagement/visitor-sketches.ts";
import { toPublicId } from "./ids.ts";
import { createInquiries } from "./inquiry-store.ts";
import { createJoins } from "./join/join-store.ts";
import { createLikes } from "./like-store.ts";
import { createNotices } from "./notice-store.ts";
import { createPosts } from "./post-store.ts";
import { createPrivacy } from "./privacy/privacy-store.ts";
import { createQuotaSums, createQuotas } from "./quotas.ts";
import type { StoreContext } from "./store-context.ts";
import { createSubscriptions } from "./subscription-store.ts";

export interface StoreOptions {
  /** The database; made at first start, in a folder that exists. */
  file: string;
  /** ms since 1970. */
  clock: () => number;
  random: (bytes: number) => Uint8Array;
  /** Whether an older database is brought to the newest schema, or refused. Default true. */
  migrates?: boolean;
  /** How long a write waits for another process's lock. Default 2,000 ms. */
  lockWaitMs?: number;
  /** Writes that may wait. Default 4,096. */
  queueCapacity?: number;
  /** Writes are being refused (a lock, the disk): told once, with the first of them. */
  onRefusal?: (failure: StoreUnavailable) => void;
  /** They are taken again. @param refused how many were not */
  onRecovery?: (refused: number) => void;
  /** The database was deleted or replaced while it was open: told when it is noticed, and when what it held is in another file. */
  onFileLoss?: (loss: FileLoss) => void;
  /** A total of the day over all clients is used up: told in the transaction that does so. */
  onUsedUp?: (total: UsedUpTotal) => void;
  /** For tests: failures below, and time in their hands. */
  openFile?: OpenFile;
  timers?: Timers;
  /** For tests: smaller bounds. */
  seenBounds?: SeenBounds;
}

/**
 * Opens the store: migrates (unless told not to), then serves. One process may write through one store; other processes (the command line) open their own on
 * the same file at the same time.
 *
 * @throws StoreFileError with a hint: not octavo's database, newer than this program, damaged, or not writable.
 */
export function openStore(options: StoreOptions): Store {
  const { file, clock, random } = options;
  const migrates = options.migrates ?? true;
  // After a crash of a server, that is; a command finds the log of the one that runs.
  let checks = migrates && hasLog(file);
  const open = (): Database.Database => {
    files.requireUnmoved();
    const database = openDatabase(file, options.openFile, { migrates, checks });
    checks = false;
    files.opened();
    return database;
  };
  const files = createFileWatch({ file, clock, random, connection: () => connection, onLoss: (loss) => options.onFileLoss?.(loss) });
  const connection = createConnection(open, () => {
    seen.forget();
    sketches.forget();
  });
  const labels = createLabels(connection);
  const rollups = createRollups(connection);
  const quotas = createQuotaSums(connection, options.onUsedUp);
  const seen = createSeenKeys(connection, options.seenBounds);
  const sketches = createVisitorSketches(connection);
  const queue = createWriteQueue(connection, {
    beforeCommit: () => {
      rollups.flush();
      quotas.flush();
      seen.flush();
      sketches.flush();
      labels.trim();
    },
    isCompacting: () => isCompacting(file),
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
  const context: StoreContext = {
    connection,
    clock,
    quotas: createQuotas(connection, clock, options.onUsedUp),
    random,
    newId: () => toPublicId(random),
    write: queue.write,
    read: async (read) => connection.snapshot(read),
  };
  let closing: Promise<void> | null = null;

  return {
    comments: createComments(context),
    commentTransfers: createCommentTransfers(context),
    likes: createLikes(context),
    inquiries: createInquiries(context),
    engagement: createEngagement(context, { labels, rollups, quotas, seen, sketches }),
    counts: createCounts(context),
    posts: createPosts(context),
    bans: createBans(context),
    spamWords: createSpamWords(context),
    secrets: createSecretsMark(context),
    site: createSiteMark(context),
    notices: createNotices(context),
    totals: { usedUp: () => context.read(() => context.quotas.usedUp()) },
    maintenance: createMaintenance(context, { seen, sketches }),
    privacy: createPrivacy(context),
    subscriptions: createSubscriptions(context),
    joins: createJoins(context),
    health: async () => ({
      ok: await canRead(context),
      writes: files.look() === null ? (queue.failure?.reason ?? null) : "database-lost",
      queued: queue.size,
    }),
    lookAtFiles: async () => void files.look(),
    close: () => {
      closing ??= queue.drain().then(() => {
        try {
          // Into files without a name it would take all that is only in the log.
          if (files.look() === null) connection.checkpoint();
        } catch {
          // A full or failing disk: the log keeps what was committed, and the next start takes it up.
        }
        connection.close();
      });
      return closing;
    },
  };
}

async function canRead({ connection, read }: StoreContext): Promise<boolean> {
  try {
    await read(() => connection.get("SELECT 1 FROM post LIMIT 1"));
    return true;
  } catch {
    return false;
  }
}
