import { createBans, createSpamWords } from "../sqlite/ban-store.ts";
import { createSelections } from "../sqlite/comments/comment-selections.ts";
import { createComments } from "../sqlite/comments/comment-store.ts";
import { createThreads } from "../sqlite/comments/comment-threads.ts";
import { createCommentTransfers } from "../sqlite/comments/comment-transfers.ts";
import { createCounts } from "../sqlite/count-store.ts";
import { createMaintenance } from "../sqlite/database/maintenance.ts";
import { createIncidentsMark, createSaltMark, createSecretsMark, createSiteMark, writeTrial } from "../sqlite/database/meta.ts";
import { WriteQueue, type WriteQueueOptions } from "../sqlite/database/write-queue.ts";
import type { EngagementParts } from "../sqlite/engagement/engagement-recorder.ts";
import { createEngagement } from "../sqlite/engagement/engagement-store.ts";
import { createEventPacks } from "../sqlite/engagement/event-packs.ts";
import { createLabels } from "../sqlite/engagement/labels.ts";
import { createRollups } from "../sqlite/engagement/rollups.ts";
import { createSeenKeys, type SeenBounds } from "../sqlite/engagement/seen-keys.ts";
import { createVisitorSketches } from "../sqlite/engagement/visitor-sketches.ts";
import { toPublicId } from "../sqlite/ids.ts";
import { createInquiries } from "../sqlite/inquiry-store.ts";
import { createLikes } from "../sqlite/like-store.ts";
import { createNotices } from "../sqlite/notices/notice-store.ts";
import { createAccess } from "../sqlite/owner/access-store.ts";
import { createOwnerKeys } from "../sqlite/owner/owner-key-store.ts";
import { createPosts } from "../sqlite/post-store.ts";
import { createPrivacy } from "../sqlite/privacy/privacy-store.ts";
import { createQuotaNotes, createQuotaSums, createQuotas, createRateTable, type QuotaNotes } from "../sqlite/quotas.ts";
import type { Connection, StoreContext } from "../sqlite/store-context.ts";
import { createSubscriptions } from "../sqlite/subscription-store.ts";
import type { Store, UsedUpTotal } from "../store.ts";
import type { StoreUnavailable, UnavailableReason } from "../store-errors.ts";
import type { JoinStore } from "../transfer-types.ts";

/** Stores that an engine may replace. */
export type ReplacedStores = Pick<Store, "engagement" | "maintenance" | "notices" | "likes" | "comments" | "inquiries" | "access">;

/** An open database, as provided by an engine. */
export interface SqliteEngine extends Pick<StoreContext, "emptyLog" | "prepareImport"> {
  readonly connection: Connection;
  /** Why the database cannot accept writes although the last one succeeded; null if it can. */
  look(): UnavailableReason | null;
  /** Why writes cannot be accepted at the moment; null if they can. */
  readonly refuseWrite?: () => StoreUnavailable | null;
  /** Whether a rewrite of the whole database holds the lock. */
  readonly isCompacting?: () => boolean;
  /** Creates the store that adds missing rows from another database. */
  createJoins(context: StoreContext): JoinStore;
  /** Adds an inbox to engagement, and brakes to visitors' writes. Default: none. */
  readonly replaceStores?: (context: StoreContext, parts: EngagementParts, stores: ReplacedStores) => ReplacedStores;
  /** Whether each written row is billed. Default false. */
  readonly billsRows?: boolean;
  /** Runs in each transaction, after everything else. */
  readonly beforeCommit?: () => void;
  readonly onRollback?: () => void;
  /** Called after the last write. */
  close(): void;
}

/** Options of a store that are the same for every engine. */
export interface SharedStoreOptions extends Pick<WriteQueueOptions, "batchRecords" | "onRefusal" | "onRecovery" | "timers"> {
  /** Milliseconds since 1970. */
  clock: () => number;
  random: (bytes: number) => Uint8Array;
  /** Called in the transaction that uses up a daily total over all clients. */
  onUsedUp?: (total: UsedUpTotal) => void;
  /** Smaller limits, for tests. */
  seenBounds?: SeenBounds;
}

/**
 * The stores and the write queue of one engine.
 * @param openEngine receives a function to call after the database was opened again
 */
export function createStore(openEngine: (onReopen: () => void) => SqliteEngine, options: SharedStoreOptions): Store {
  const { clock, random } = options;
  const engine = openEngine(() => {
    caches.seen.forget();
    caches.sketches.forget();
  });
  const { connection } = engine;
  const totals = createQuotaNotes(connection, { onUsedUp: options.onUsedUp, billsRows: engine.billsRows });
  const caches = createCaches(connection, totals, options);
  const queue = openQueue(engine, caches, options);
  const context: StoreContext = {
    connection,
    clock,
    quotas: createQuotas(connection, clock, totals),
    random,
    newId: () => toPublicId(random),
    write: (work) => {
      // Checked before the queue, whose failures mean that something is broken.
      const refusal = engine.refuseWrite?.() ?? null;
      const now = clock();
      return refusal === null ? queue.write(() => work(now)) : Promise.reject(refusal);
    },
    read: async (read) => {
      const now = clock();
      return connection.snapshot(() => read(now));
    },
    emptyLog: () => engine.emptyLog(),
    prepareImport: () => engine.prepareImport(),
  };
  let closing: Promise<void> | null = null;
  const stores = createStores(context, caches);
  return {
    ...stores,
    ...engine.replaceStores?.(context, caches, stores),
    joins: engine.createJoins(context),
    dayRows: () => null,
    health: async () => ({
      ok: await canRead(context),
      writes: engine.look() ?? queue.failure?.reason ?? null,
      queued: queue.size,
    }),
    counters: () => queue.counters(),
    tryWrite: () => context.write((now) => writeTrial(connection, now)).catch(() => {}),
    lookAtFiles: async () => void engine.look(),
    close: () => {
      closing ??= queue.drain().then(() => engine.close());
      return closing;
    },
  };
}

function createCaches(connection: Connection, totals: QuotaNotes, { seenBounds }: SharedStoreOptions): EngagementParts {
  return {
    labels: createLabels(connection),
    rollups: createRollups(connection),
    quotas: createQuotaSums(connection, totals),
    seen: createSeenKeys(connection, seenBounds),
    sketches: createVisitorSketches(connection),
    packs: createEventPacks(connection),
  };
}

/** The write queue, with hooks that keep the caches consistent with each transaction. */
function openQueue(
  { connection, isCompacting = () => false, beforeCommit, onRollback }: SqliteEngine,
  { labels, rollups, quotas, seen, sketches, packs }: EngagementParts,
  options: SharedStoreOptions,
): WriteQueue {
  return new WriteQueue(connection, {
    ...options,
    isCompacting,
    beforeCommit: () => {
      packs.flush();
      rollups.flush();
      quotas.flush();
      seen.flush();
      sketches.flush();
      labels.trim();
      beforeCommit?.();
    },
    afterCommit: () => {
      seen.keep();
      sketches.keep();
    },
    onRollback: () => {
      packs.forget();
      rollups.forget();
      quotas.forget();
      seen.revert(0);
      sketches.revert(0);
      labels.forget();
      onRollback?.();
    },
  });
}

function createStores(
  context: StoreContext,
  caches: EngagementParts,
): Omit<Store, "health" | "counters" | "dayRows" | "tryWrite" | "lookAtFiles" | "close" | "joins"> {
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
    incidents: createIncidentsMark(context),
    saltMark: createSaltMark(context),
    notices: createNotices(context),
    totals: {
      usedUp: () => context.read(() => context.quotas.usedUp()),
      used: (keys) => context.read(() => context.quotas.used(keys)),
    },
    maintenance: createMaintenance(context, caches),
    rates: createRateTable(context.connection),
    privacy: createPrivacy(context),
    subscriptions: createSubscriptions(context),
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
