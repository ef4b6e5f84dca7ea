import type { EngagementStore } from "../engagement-types.ts";
import { createStore, type SharedStoreOptions } from "../engine/create-store.ts";
import type { OwnerKeyStore } from "../owner-types.ts";
import { createOwnerKeys } from "../sqlite/owner/owner-key-store.ts";
import type { Store } from "../store.ts";
import { StoreFileError, type StoreUnavailable } from "../store-errors.ts";
import { openKeysDuringFill } from "./arrived-keys.ts";
import { brakeStrangers } from "./braked-stores.ts";
import { createDayRows } from "./day-rows.ts";
import { createEngagementInbox } from "./engagement-inbox.ts";
import { createInboxTable } from "./inbox-table.ts";
import { createObjectConnection, type ObjectConnection, type ObjectStorage } from "./object-connection.ts";
import { migrateObject } from "./object-schema.ts";
import { ObjectTransfer } from "./object-transfer.ts";
import { createRowBrakes } from "./row-brakes.ts";

/**
 * Number of writes in a transaction. The clock does not advance while the object computes, so it cannot
 * end a batch.
 */
const BATCH_RECORDS = 256;
const TIMERS = {
  now: () => Date.now(),
  soon: (run: () => void) => void setTimeout(run, 0),
  later: (run: () => void, ms: number) => void setTimeout(run, ms),
};

export interface ObjectStoreOptions extends Omit<SharedStoreOptions, "timers" | "batchRecords"> {
  readonly storage: ObjectStorage;
  /**
   * Number of rows that the plan allows the object to write per day; null if there is no limit. Default:
   * null.
   */
  readonly rowsADay?: number | null;
  /** Called when waiting engagement requests cannot be counted. They keep waiting. */
  readonly onFoldFailure?: (error: unknown) => void;
  /**
   * Opens a filled database before it is served. Default: it is served without being opened first.
   * @param countRows receives the number of rows that this wrote, even if it fails
   */
  readonly tryOpening?: (countRows: (rows: number) => void) => Promise<void>;
  /**
   * Whether to open a database that is still being filled as if it were complete. Default: false.
   */
  readonly opensFilled?: boolean;
}

export interface ObjectStore extends Store {
  readonly transfer: ObjectTransfer;
  /**
   * Accepts a first key even while the database is being filled, because without a key the push
   * could not be ended.
   */
  readonly firstKeys: Pick<OwnerKeyStore, "addFirst">;
  /** Counts rows that no statement writes. */
  addRows(rows: number): void;
  /** Number of rows written since the store was opened, including added ones. */
  rowsWritten(): number;
}

/**
 * Opens the store of a Durable Object at the newest schema. The platform keeps its deleted rows for
 * recovery for up to 30 days.
 * @throws StoreFileError like `migrateObject`
 */
export function openObjectStore({ storage, rowsADay = null, onFoldFailure = () => {}, ...options }: ObjectStoreOptions): ObjectStore {
  const whole = createObjectConnection(storage, () => null, options.clock);
  migrateObject(whole);
  const day = (): { limit: number | null; used: number } => ({ limit: rowsADay, used: rows.used });
  let added = 0;
  const addRows = (count: number): void => {
    added += count;
    rows.add(count);
  };
  const transfer = new ObjectTransfer(whole, {
    ...{ ...options, day, keepRows: () => rows.keep() },
    tryOpening: async () => options.tryOpening?.(addRows),
  });
  const refuseWrite = (): StoreUnavailable | null => transfer.refuseWrite();
  const connection = createObjectConnection(storage, refuseWrite, options.clock);
  const written = (): number => whole.rowsWritten + connection.rowsWritten;
  const rows = createDayRows(whole, written, options.clock);
  const brakes = createRowBrakes(rows, rowsADay);
  const table = createInboxTable(connection);
  const store = createStore(
    () => ({
      connection,
      replaceStores: (context, parts, stores) => {
        const inbox = { context, parts, counted: stores.engagement, table, rows, brakes, onFailure: onFoldFailure };
        return { ...stores, ...countFirst(createEngagementInbox(inbox), stores), ...brakeStrangers(context, stores, brakes) };
      },
      billsRows: true,
      beforeCommit: () => rows.keepIfMore(),
      onRollback: () => {
        table.forget();
        rows.noteRollback();
      },
      look: () => null,
      refuseWrite,
      // The object has no log to empty.
      emptyLog: () => true,
      prepareImport: () => {},
      createJoins: () => ({ comments: refuseJoin, inquiries: refuseJoin }),
      close: () => connection.close(),
    }),
    { ...options, batchRecords: BATCH_RECORDS, timers: TIMERS },
  );
  const ungated = createUngatedKeys(whole, options.clock);
  const ownerKeys = openKeysDuringFill(store.ownerKeys, { connection: whole, clock: options.clock, transfer, ungated });
  const ofObject = { transfer, ownerKeys, firstKeys: ungated, addRows, rowsWritten: () => written() + added };
  return { ...store, dayRows: () => brakes.state, ...ofObject };
}

function createUngatedKeys(connection: ObjectConnection, clock: () => number): OwnerKeyStore {
  return createOwnerKeys({
    connection,
    read: async (work) => work(clock()),
    write: async (work) => connection.transaction(() => work(clock())),
  });
}

type CountedStores = Pick<Store, "engagement" | "maintenance" | "notices">;

/** Counts waiting engagement first. The inbox reports a failure to count. */
function countFirst(engagement: EngagementStore, { maintenance, notices }: CountedStores): CountedStores {
  const count = (): Promise<void> => engagement.fold().catch(() => {});
  return {
    engagement,
    maintenance: {
      ...maintenance,
      run: (...options) => count().then(() => maintenance.run(...options)),
      due: (retention) => count().then(() => maintenance.due(retention)),
    },
    notices: { ...notices, report: (week) => count().then(() => notices.report(week)) },
  };
}

async function refuseJoin(): Promise<never> {
  throw new StoreFileError("a Durable Object cannot read a file", "join the databases on one machine, then use `octavo db push`");
}
