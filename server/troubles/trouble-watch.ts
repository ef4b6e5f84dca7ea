import type { Log } from "../log.ts";
import { findTroubles } from "./find-troubles.ts";
import type { FoundTrouble, TroubleKind, WatchedSite } from "./trouble.ts";
import { EMPTY_RECORD, type LastingTrouble, type TroubleMessage, type TroubleRecord } from "./trouble-record.ts";

/**
 * A trouble is over when it has not been found for this long, ms. The time doubles whenever the
 * trouble comes back.
 */
const CLEAR_MS = 60_000;
const CLEAR_MAX_MS = 6 * 3_600_000;
/** A trouble that comes back after this long counts as new, ms. */
const FORGET_MS = 24 * 3_600_000;
/** Maximum number of undelivered messages in the record. The oldest are dropped first. */
const PENDING_MAX = 20;

export interface TroubleWatchOptions {
  readonly site: WatchedSite;
  readonly kinds: readonly TroubleKind[];
  /** Names of the channels that receive messages. */
  readonly channels: readonly string[];
  readonly newId: () => string;
  /** The record of the last process. */
  readonly record?: TroubleRecord;
  /** Keeps a changed record. It must not throw. */
  readonly keep: (record: TroubleRecord) => void;
  /** Tries a write while writes fail, to learn when they succeed again. */
  readonly tryWrite: () => Promise<void>;
  readonly log: Pick<Log, "info">;
}

export interface TroubleWatch {
  /** Examines all kinds, and queues a message for each trouble that has begun or is over. */
  look(): Promise<void>;
  readonly record: TroubleRecord;
  /** Replaces the queued messages, after some of them were sent. */
  setPending(pending: readonly TroubleMessage[]): void;
}

/**
 * Compares the current troubles with the ones from the last check, in memory, because the database
 * may be the trouble. Sends one message when a trouble begins, and one when it is over.
 */
export function createTroubleWatch(options: TroubleWatchOptions): TroubleWatch {
  const { site, kinds, keep, log } = options;
  const last = options.record ?? EMPTY_RECORD;
  // Nothing was checked while the process was down, so recorded troubles last until they are no
  // longer found.
  let record: TroubleRecord = { ...last, lasting: last.lasting.map((each) => ({ ...each, seenAt: site.now() })) };
  const change = (next: TroubleRecord): void => {
    const isChanged = toComparable(next) !== toComparable(record);
    record = next;
    if (isChanged) keep(record);
  };
  return {
    async look() {
      const { lasting } = record;
      const writesFailed = lasting.some(({ trouble }) => trouble.kind === "writes");
      if (writesFailed || (await site.server?.store.health())?.writes != null) await options.tryWrite();
      const found = await findTroubles(site, kinds);
      const next = advance(record, found, options);
      for (const { trouble } of next.lasting.filter((each) => !lasting.some((other) => isSame(other.trouble, each.trouble))))
        log.info("a trouble has begun", { trouble: trouble.kind, detail: trouble.message });
      for (const { trouble } of lasting.filter((each) => !next.lasting.some((other) => isSame(other.trouble, each.trouble))))
        log.info("a trouble is over", { trouble: trouble.kind, detail: trouble.message });
      change(next);
    },
    get record() {
      return record;
    },
    setPending: (pending) => change({ ...record, pending: [...pending] }),
  };
}

type Named = Pick<FoundTrouble, "kind" | "key">;

function isSame(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.key === other.key;
}

function advance(record: TroubleRecord, found: readonly FoundTrouble[], options: TroubleWatchOptions): TroubleRecord {
  const now = options.site.now();
  const past = record.past.filter(({ endedAt }) => Math.abs(now - endedAt) < FORGET_MS);
  const begun = found.filter((trouble) => !record.lasting.some((each) => isSame(each.trouble, trouble)));
  const lasting = record.lasting.map((each): LastingTrouble => {
    const again = found.find((trouble) => isSame(trouble, each.trouble));
    return again === undefined ? each : { ...each, trouble: again, seenAt: now };
  });
  const isOver = ({ trouble, seenAt }: LastingTrouble): boolean => {
    const times = past.find((each) => isSame(each, trouble))?.times ?? 0;
    // A clock that was set back must not keep a trouble forever.
    return Math.abs(now - seenAt) >= Math.min(CLEAR_MS * 2 ** times, CLEAR_MAX_MS);
  };
  const over = lasting.filter(isOver);
  const messages = [
    ...over.map(({ trouble, since, seenAt }) => toMessage(options, { trouble, since, until: seenAt })),
    ...begun.map((trouble) => toMessage(options, { trouble, since: now, until: null })),
  ];
  return {
    format: 1,
    lasting: [...lasting.filter((each) => !isOver(each)), ...begun.map((trouble) => ({ trouble, since: now, seenAt: now }))],
    past: [
      ...past.filter((each) => !over.some(({ trouble }) => isSame(each, trouble))),
      ...over.map(({ trouble: { kind, key } }) => ({
        ...{ kind, key, endedAt: now },
        times: (past.find((each) => isSame(each, { kind, key }))?.times ?? 0) + 1,
      })),
    ],
    pending: [...dropUntold(record.pending, over), ...messages].filter(({ deliveries }) => deliveries.length > 0).slice(-PENDING_MAX),
  };
}

/**
 * A channel that has not reported the beginning only gets the message about the end, which has both
 * times.
 */
function dropUntold(pending: readonly TroubleMessage[], over: readonly LastingTrouble[]): TroubleMessage[] {
  return pending.filter(({ trouble, until }) => until !== null || !over.some((each) => isSame(each.trouble, trouble)));
}

function toMessage(
  { channels, newId, site }: TroubleWatchOptions,
  { trouble, since, until }: Pick<TroubleMessage, "trouble" | "since" | "until">,
): TroubleMessage {
  // A failing channel cannot report its own failure.
  const told = channels.filter((channel) => trouble.kind !== "channels" || channel !== trouble.key);
  const dueAt = site.now();
  return { id: newId(), trouble, since, until, deliveries: told.map((channel) => ({ channel, attempts: 0, dueAt, error: null })) };
}

/**
 * Leaves out the counts in messages and the time of the last check, which change each time and are
 * not worth an fsync.
 */
function toComparable({ lasting, past, pending }: TroubleRecord): string {
  return JSON.stringify([lasting.map(({ trouble: { kind, key }, since }) => [kind, key, since]), past, pending]);
}
