import type { Log } from "../log.ts";
import { findIncidents } from "./find-incidents.ts";
import type { FoundIncident, IncidentKind, WatchedSite } from "./incident.ts";
import { EMPTY_RECORD, type IncidentMessage, type IncidentRecord, type LastingIncident } from "./incident-record.ts";

/**
 * An incident is over when it has not been found for this long, in ms. The time doubles whenever
 * the incident comes back.
 */
const CLEAR_MS = 60_000;
const CLEAR_MAX_MS = 6 * 3_600_000;
/** An incident that comes back after this long counts as new, in ms. */
const FORGET_MS = 24 * 3_600_000;
/** Maximum number of undelivered messages in the record. The oldest are dropped first. */
const PENDING_MAX = 20;

export interface IncidentWatchOptions {
  readonly site: WatchedSite;
  readonly kinds: readonly IncidentKind[];
  /** Names of the channels that receive messages. */
  readonly channels: readonly string[];
  readonly newId: () => string;
  /** The record of the last process. */
  readonly record?: IncidentRecord;
  /** Keeps a changed record. It must not throw. */
  readonly keep: (record: IncidentRecord) => void;
  /** Tries a write while writes fail, to learn when they succeed again. */
  readonly tryWrite: () => Promise<void>;
  readonly log: Pick<Log, "info">;
}

export interface IncidentWatch {
  /** Examines all kinds, and queues a message for each incident that has begun or is over. */
  look(): Promise<void>;
  readonly record: IncidentRecord;
  /** Replaces the queued messages, after some of them were sent. */
  setPending(pending: readonly IncidentMessage[]): void;
}

/**
 * Compares the current incidents with the ones from the last check, in memory, because the database
 * may be the incident. Sends one message when an incident begins, and one when it is over.
 */
export function createIncidentWatch(options: IncidentWatchOptions): IncidentWatch {
  const { site, kinds, keep, log } = options;
  const last = options.record ?? EMPTY_RECORD;
  // Nothing was checked while the process was down, so recorded incidents last until they are no
  // longer found.
  let record: IncidentRecord = { ...last, lasting: last.lasting.map((each) => ({ ...each, seenAt: site.now() })) };
  const change = (next: IncidentRecord): void => {
    const isChanged = toComparable(next) !== toComparable(record);
    record = next;
    if (isChanged) keep(record);
  };
  return {
    async look() {
      const { lasting } = record;
      const writesFailed = lasting.some(({ incident }) => incident.kind === "writes");
      if (writesFailed || (await site.server?.store.health())?.writes != null) await options.tryWrite();
      const found = await findIncidents(site, kinds);
      const next = advance(record, found, options);
      for (const { incident } of next.lasting.filter((each) => !lasting.some((other) => isSame(other.incident, each.incident))))
        log.info("an incident has begun", { incident: incident.kind, detail: incident.message });
      for (const { incident } of lasting.filter((each) => !next.lasting.some((other) => isSame(other.incident, each.incident))))
        log.info("an incident is over", { incident: incident.kind, detail: incident.message });
      change(next);
    },
    get record() {
      return record;
    },
    setPending: (pending) => change({ ...record, pending: [...pending] }),
  };
}

type Named = Pick<FoundIncident, "kind" | "key">;

function isSame(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.key === other.key;
}

function advance(record: IncidentRecord, found: readonly FoundIncident[], options: IncidentWatchOptions): IncidentRecord {
  const now = options.site.now();
  const past = record.past.filter(({ endedAt }) => Math.abs(now - endedAt) < FORGET_MS);
  const begun = found.filter((incident) => !record.lasting.some((each) => isSame(each.incident, incident)));
  const lasting = record.lasting.map((each): LastingIncident => {
    const again = found.find((incident) => isSame(incident, each.incident));
    return again === undefined ? each : { ...each, incident: again, seenAt: now };
  });
  const isOver = ({ incident, seenAt }: LastingIncident): boolean => {
    const times = past.find((each) => isSame(each, incident))?.times ?? 0;
    // A clock that was set back must not keep an incident forever.
    return Math.abs(now - seenAt) >= Math.min(CLEAR_MS * 2 ** times, CLEAR_MAX_MS);
  };
  const over = lasting.filter(isOver);
  const messages = [
    ...over.map(({ incident, since, seenAt }) => toMessage(options, { incident, since, until: seenAt })),
    ...begun.map((incident) => toMessage(options, { incident, since: now, until: null })),
  ];
  return {
    format: 1,
    lasting: [...lasting.filter((each) => !isOver(each)), ...begun.map((incident) => ({ incident, since: now, seenAt: now }))],
    past: [
      ...past.filter((each) => !over.some(({ incident }) => isSame(each, incident))),
      ...over.map(({ incident: { kind, key } }) => ({
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
function dropUntold(pending: readonly IncidentMessage[], over: readonly LastingIncident[]): IncidentMessage[] {
  return pending.filter(({ incident, until }) => until !== null || !over.some((each) => isSame(each.incident, incident)));
}

function toMessage(
  { channels, newId, site }: IncidentWatchOptions,
  { incident, since, until }: Pick<IncidentMessage, "incident" | "since" | "until">,
): IncidentMessage {
  // A failing channel cannot report its own failure.
  const notified = channels.filter((channel) => incident.kind !== "channels" || channel !== incident.key);
  const dueAt = site.now();
  return { id: newId(), incident, since, until, deliveries: notified.map((channel) => ({ channel, attempts: 0, dueAt, error: null })) };
}

/**
 * Leaves out the counts in messages and the time of the last check, which change each time and are
 * not worth an fsync.
 */
function toComparable({ lasting, past, pending }: IncidentRecord): string {
  return JSON.stringify([lasting.map(({ incident: { kind, key }, since }) => [kind, key, since]), past, pending]);
}
