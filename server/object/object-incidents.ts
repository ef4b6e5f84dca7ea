import { EMPTY_RECORD, type IncidentRecord, parseIncidentRecord } from "../incidents/incident-record.ts";
import { type Incidents, openIncidents } from "../incidents/open-incidents.ts";
import { SERVER_INCIDENT_KINDS } from "../incidents/server-incident-kinds.ts";
import { causeFields, type Log } from "../log.ts";
import type { NoticeConfig } from "../notices/notice-config.ts";
import type { PublishedSource } from "../published.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Store } from "../store/store.ts";
import type { AlarmWork } from "./object-alarm.ts";

/** Interval between checks while an incident lasts, in ms. */
const AGAIN_MS = 3_600_000;
const PAUSE_MS = 5_000;

export interface ObjectIncidentsOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly config: Pick<ServerConfig, "limits">;
  readonly notices: Pick<NoticeConfig, "senders">;
  readonly clock: () => number;
  readonly log: Log;
}

export interface ObjectIncidents extends Pick<Incidents, "find"> {
  readonly work: AlarmWork;
}

/**
 * Finds incidents and reports each to the owner once, using the object's alarm. The record is in the
 * database, because the object's memory can be lost.
 */
export async function openObjectIncidents(options: ObjectIncidentsOptions): Promise<ObjectIncidents> {
  const { store, clock, log } = options;
  const last = await readRecord(store);
  const incidents = openIncidents({
    ...{ ...options, files: null, backups: null, kinds: SERVER_INCIDENT_KINDS },
    keeper: {
      read: () => last,
      keep: (record) =>
        void store.incidents
          .keep(JSON.stringify(record))
          .catch((error: unknown) => log.warn("incidents cannot be recorded; the owner may be notified again", causeFields(error))),
    },
  });
  const findDue = (): number | null => (hasNewIncident(store, incidents) ? clock() : findKnownDue(incidents));
  const work: AlarmWork = {
    ...{ name: "checking for incidents", pauseMs: PAUSE_MS },
    due: async () => findDue() ?? ((await incidents.find()).length > 0 ? clock() : null),
    // Must be cheap, because it is called after each write.
    dueAfterWrite: async () => findDue(),
    run: () => incidents.run(),
  };
  return { work, find: () => incidents.find() };
}

/** A missing or damaged record counts as empty: an incident is then reported again. */
async function readRecord({ incidents }: Store): Promise<IncidentRecord> {
  const text = await incidents.get();
  try {
    return text === null ? EMPTY_RECORD : parseIncidentRecord(JSON.parse(text));
  } catch {
    return EMPTY_RECORD;
  }
}

/** When the next check or message about a recorded incident is due; null if none is recorded. */
function findKnownDue({ record: { lasting, pending } }: Pick<Incidents, "record">): number | null {
  const deliveries = pending.flatMap((message) => message.deliveries.map(({ dueAt }) => dueAt));
  const looks = lasting.map(({ seenAt }) => seenAt + AGAIN_MS);
  return deliveries.length + looks.length === 0 ? null : Math.min(...deliveries, ...looks);
}

/** Whether the store's counts show an incident that is not recorded yet. */
function hasNewIncident(store: Store, { record: { lasting } }: Pick<Incidents, "record">): boolean {
  const isKnown = (kind: string, key: string): boolean => lasting.some(({ incident }) => incident.kind === kind && incident.key === key);
  const { failure = null, aside = 0 } = store.engagement.inbox() ?? {};
  return (
    (failure !== null && !isKnown("figures", "")) ||
    (aside > 0 && !isKnown("figures", "aside")) ||
    (store.dayRows()?.refused ?? []).some(({ name }) => !isKnown("rows", name))
  );
}
