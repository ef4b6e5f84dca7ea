import { causeFields, type Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Store } from "../store/store.ts";
import { openTroubles, type Troubles } from "../troubles/open-troubles.ts";
import { SERVER_TROUBLE_KINDS } from "../troubles/server-trouble-kinds.ts";
import { EMPTY_RECORD, parseTroubleRecord, type TroubleRecord } from "../troubles/trouble-record.ts";
import type { AlarmWork } from "./object-alarm.ts";

/** While a trouble lasts, the object checks again after this time, ms. */
const AGAIN_MS = 3_600_000;
const PAUSE_MS = 5_000;

export interface ObjectTroublesOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly config: Pick<ServerConfig, "limits">;
  readonly notices: Pick<NoticeConfig, "senders">;
  readonly clock: () => number;
  readonly log: Log;
}

export interface ObjectTroubles extends Pick<Troubles, "find"> {
  readonly work: AlarmWork;
}

/**
 * Finds troubles and reports each to the owner once, using the object's alarm. The record is in the
 * database, because the object can lose its memory.
 */
export async function openObjectTroubles(options: ObjectTroublesOptions): Promise<ObjectTroubles> {
  const { store, clock, log } = options;
  const last = await readRecord(store);
  const troubles = openTroubles({
    ...{ ...options, files: null, backups: null, kinds: SERVER_TROUBLE_KINDS },
    keeper: {
      read: () => last,
      keep: (record) =>
        void store.troubles
          .keep(JSON.stringify(record))
          .catch((error: unknown) => log.warn("troubles cannot be recorded; the owner may be notified again", causeFields(error))),
    },
  });
  const findDue = (): number | null => (hasNewTrouble(store, troubles) ? clock() : findKnownDue(troubles));
  const work: AlarmWork = {
    ...{ name: "looking for troubles", pauseMs: PAUSE_MS },
    due: async () => findDue() ?? ((await troubles.find()).length > 0 ? clock() : null),
    // Must be cheap, because it is called after each write.
    dueAfterWrite: async () => findDue(),
    run: () => troubles.run(),
  };
  return { work, find: () => troubles.find() };
}

/** A missing or damaged record counts as empty: a trouble is then reported again. */
async function readRecord({ troubles }: Store): Promise<TroubleRecord> {
  const text = await troubles.get();
  try {
    return text === null ? EMPTY_RECORD : parseTroubleRecord(JSON.parse(text));
  } catch {
    return EMPTY_RECORD;
  }
}

/** When the recorded troubles need the next check or message. null: none is recorded. */
function findKnownDue({ record: { lasting, pending } }: Pick<Troubles, "record">): number | null {
  const deliveries = pending.flatMap((message) => message.deliveries.map(({ dueAt }) => dueAt));
  const looks = lasting.map(({ seenAt }) => seenAt + AGAIN_MS);
  return deliveries.length + looks.length === 0 ? null : Math.min(...deliveries, ...looks);
}

/** Whether the store's counts show a trouble that is not recorded yet. */
function hasNewTrouble(store: Store, { record: { lasting } }: Pick<Troubles, "record">): boolean {
  const isKnown = (kind: string, key: string): boolean => lasting.some(({ trouble }) => trouble.kind === kind && trouble.key === key);
  const { failure = null, aside = 0 } = store.engagement.inbox() ?? {};
  return (
    (failure !== null && !isKnown("figures", "")) ||
    (aside > 0 && !isKnown("figures", "aside")) ||
    (store.dayRows()?.refused ?? []).some(({ name }) => !isKnown("rows", name))
  );
}
