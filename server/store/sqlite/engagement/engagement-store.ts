import { dayOf, HOUR_MS } from "../../../days.ts";
import {
  DIMENSIONS,
  type Dimension,
  DROP_REASONS,
  ENGAGEMENT_TYPES,
  type EngagementEvent,
  type EngagementStore,
  type EngagementType,
} from "../../engagement-types.ts";
import type { QuotaRefusal } from "../../request-types.ts";
import type { QuotaSums } from "../quotas.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { IDS_PER_MS, VISIT_TYPES } from "./engagement-layout.ts";
import { purgeEngagement } from "./engagement-purge.ts";
import { verifyEngagement } from "./engagement-verify.ts";
import type { Labels, RecordLabels } from "./labels.ts";
import { monthOf, reopenMonths } from "./month-rollups.ts";
import { readEvents, readHours, readPost, readSummary, readTop, readViews } from "./reports/engagement-reports.ts";
import { readDirect, readPostReferrers } from "./reports/referrer-reports.ts";
import type { Increment, Rollups } from "./rollups.ts";
import type { Added, SeenKeys } from "./seen-keys.ts";
import { SITE_SKETCH, type VisitorSketches } from "./visitor-sketches.ts";

/** Odd, so that two labels never map a visitor to the same key (Knuth's multiplicative hashing). */
const LABEL_FACTOR = 0x9e3779b1;
/** The daily list in which a target counts. */
const TARGETS: Partial<Record<EngagementType, Dimension>> = {
  outbound_click: "outbound",
  share: "share",
  cta_click: "cta",
  post_view: "campaign",
  page_view: "campaign",
};
const FIRST_OF_SUBJECT = 1;
const FIRST_OF_SITE = 2;

export interface EngagementParts {
  readonly labels: Labels;
  readonly rollups: Rollups;
  readonly quotas: QuotaSums;
  readonly seen: SeenKeys;
  readonly sketches: VisitorSketches;
}

export function createEngagement(context: StoreContext, parts: EngagementParts): EngagementStore {
  const { connection, clock, read, write } = context;
  const { seen, sketches } = parts;
  const insertEvent = createEventInsert(connection);
  return {
    record: (batch) => {
      const now = clock();
      return write(() => {
        const pending = { keys: seen.pending, changes: sketches.pending };
        try {
          return recordBatch(connection, { ...parts, insertEvent }, batch, now);
        } catch (error) {
          seen.revert(pending.keys);
          sketches.revert(pending.changes);
          throw error;
        }
      }).catch((error: unknown) => {
        if (error instanceof QuotaUsedUp) return error.refusal;
        throw error;
      });
    },
    top: (query) => {
      const now = clock();
      return read(() => readTop(connection, query, now));
    },
    post: (query) => {
      const now = clock();
      return read(() => readPost(connection, query, now));
    },
    postReferrers: (query) => readPostReferrers(context, query),
    direct: (query) => {
      const now = clock();
      return read(() => readDirect(connection, query, now));
    },
    views: () => read(() => readViews(connection)),
    purge: (query) => purgeEngagement(context, query),
    summary: (query) => {
      const now = clock();
      return read(() => readSummary(connection, query, now));
    },
    hours: (query) => read(() => readHours(connection, query)),
    verify: () => {
      const now = clock();
      return read(() => verifyEngagement(connection, now));
    },
    events: (query = {}) => readEvents(connection, read, query),
  };
}

/**
 * Runs inside a transaction.
 * @throws QuotaUsedUp
 */
function recordBatch(
  connection: Connection,
  { labels, rollups, quotas, seen, sketches, insertEvent }: EngagementParts & Pick<Sinks, "insertEvent">,
  { events, dropped = [], quota = null }: Parameters<EngagementStore["record"]>[0],
  now: number,
): { kind: "recorded"; stored: number; repeated: number } {
  const today = dayOf(now);
  const names = labels.forRecord(today);
  const increments: Increment[] = dropped.map((reason) => ({
    rollup: "dropped",
    key: [today, DROP_REASONS.indexOf(reason)],
    extra: 0,
    repeats: 0,
  }));
  let repeated = 0;
  for (const event of events) {
    if (event.retryId !== null && isRepeat(seen, event.retryId, today)) repeated += 1;
    else storeEvent(event, { names, increments, insertEvent, seen, sketches });
  }
  const stored = events.length - repeated;
  const refusal = quota === null || stored === 0 ? null : quotas.use(quota, stored, now);
  if (refusal !== null) throw new QuotaUsedUp(refusal);
  reopenLate(connection, events, today);
  names.keep();
  rollups.add(increments);
  return { kind: "recorded", stored, repeated };
}

/** A record for a month that may be closed (another clock, an import). This hardly ever happens. */
function reopenLate(connection: Connection, events: readonly EngagementEvent[], today: number): void {
  for (const month of new Set(events.flatMap(({ at }) => (dayOf(at) < today - 1 ? [monthOf(dayOf(at))] : []))))
    reopenMonths(connection, month, month);
}

/** Undoes a request, because the number of its new records is known only after they are written. */
class QuotaUsedUp extends Error {
  readonly refusal: QuotaRefusal;

  constructor(refusal: QuotaRefusal) {
    super("the daily quota is used up");
    this.refusal = refusal;
  }
}

/** Remembers a retry id; true if it came before, today or yesterday. */
function isRepeat(seen: SeenKeys, retryId: Uint8Array, today: number): boolean {
  const [high, low] = foldId(retryId);
  return seen.has("retry-id", today - 1, high, low) || seen.add("retry-id", today, high, low) !== "added";
}

/**
 * Combines the halves of a UUID with XOR: two of a million ids collide once in two million cases.
 */
function foldId(id: Uint8Array): [high: number, low: number] {
  const view = new DataView(id.buffer, id.byteOffset, id.byteLength);
  return [(view.getUint32(0) ^ view.getUint32(8)) >>> 0, (view.getUint32(4) ^ view.getUint32(12)) >>> 0];
}

interface Sinks {
  names: RecordLabels;
  increments: Increment[];
  insertEvent: EventInsert;
  seen: SeenKeys;
  sketches: VisitorSketches;
}

/** Writes the raw event and notes its contribution to each roll-up. */
function storeEvent(event: EngagementEvent, { names, increments, insertEvent, seen, sketches }: Sinks): void {
  const day = dayOf(event.at);
  const type = ENGAGEMENT_TYPES.indexOf(event.type);
  const targets = TARGETS[event.type];
  const path = event.path === null ? null : names.resolve(day, "path", event.path, event.isPage);
  const slug = event.slug === null ? null : names.resolve(day, "slug", event.slug, true);
  const referrer = event.referrer === null ? null : names.resolve(day, "referrer", event.referrer, false);
  const target = event.target === null || targets === undefined ? null : names.resolve(day, targets, event.target, false);
  const subject = slug ?? path;
  const visit =
    !VISIT_TYPES.includes(event.type) || event.visitor === null || subject === null ? null : { day, visitor: event.visitor, subject };
  const { firsts, repeats } = visit === null ? NO_VISIT : findFirsts({ seen, sketches }, visit);
  insertEvent(event.at, [type, path, slug, referrer, target, event.value, event.activeMs, firsts]);

  const ofSubject = firsts & FIRST_OF_SUBJECT;
  const ofSite = (firsts & FIRST_OF_SITE) / FIRST_OF_SITE;
  const count = (dimension: Dimension, label: number | null, extra: number): void => {
    if (label !== null) increments.push({ rollup: "day", key: [day, DIMENSIONS.indexOf(dimension), label, type], extra, repeats });
  };
  count("path", path, ofSubject);
  count("slug", slug, ofSubject);
  count("referrer", referrer, ofSite);
  if (targets !== undefined) count(targets, target, targets === "campaign" ? ofSite : 0);
  if (event.type === "search" && event.value === 0) increments.push({ rollup: "empty-search", key: [day], extra: 0, repeats: 0 });
  increments.push({ rollup: "hour", key: [Math.floor(event.at / HOUR_MS), type], extra: ofSite, repeats });
  if (event.type === "read_progress" && slug !== null) {
    increments.push({ rollup: "read", key: [day, slug, Math.floor((event.value ?? 0) / 10)], extra: event.activeMs ?? 0, repeats: 0 });
  }
}

interface Visit {
  readonly day: number;
  readonly visitor: Uint8Array;
  /** Label of the viewed page or document. */
  readonly subject: number;
}

interface Firsts {
  /** FIRST_OF_SUBJECT, FIRST_OF_SITE */
  readonly firsts: number;
  /** 1 if the visitor had already seen the subject that day; null if unknown. */
  readonly repeats: number | null;
}

const NO_VISIT: Firsts = { firsts: 0, repeats: 0 };

/**
 * Remembers the view and returns whether it is the visitor's first of the subject, and of the site,
 * on that day. If the day has no room for the key, a sketch estimates the number.
 */
function findFirsts({ seen, sketches }: Pick<Sinks, "seen" | "sketches">, { day, visitor, subject }: Visit): Firsts {
  const view = new DataView(visitor.buffer, visitor.byteOffset, visitor.byteLength);
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  // Labels are numbered from 1.
  const mix = Math.imul(subject, LABEL_FACTOR);
  const ofSubject = seen.add("visit", day, (high ^ mix) >>> 0, low);
  if (ofSubject === "seen") return { firsts: 0, repeats: 1 };
  const ofSite = seen.add("visit", day, high, low);
  const isFirst = (added: Added, of: number): boolean | null => (added === "full" ? sketches.add(day, of, high, low) : added === "added");
  const isFirstOfSubject = isFirst(ofSubject, subject);
  return {
    firsts: (isFirstOfSubject === true ? FIRST_OF_SUBJECT : 0) + (isFirst(ofSite, SITE_SKETCH) === true ? FIRST_OF_SITE : 0),
    repeats: isFirstOfSubject === null ? null : Number(!isFirstOfSubject),
  };
}

type EventInsert = (at: number, columns: readonly (number | null)[]) => void;

/**
 * Ids contain the time. The number within the millisecond cycles. If it is taken (after a restart,
 * or 2,048 events later), a free one is looked up.
 */
function createEventInsert(connection: Connection): EventInsert {
  const sql = `INSERT INTO event (id, type, path_id, slug_id, referrer_id, target_id, value, active_ms, firsts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
  let turn = 0;
  return (at, columns) => {
    turn = (turn + 1) % IDS_PER_MS;
    if (connection.run(sql, at * IDS_PER_MS + turn, ...columns) > 0) return;
    connection.run(sql, freeEventId(connection, at), ...columns);
  };
}

/** The lowest free id of the millisecond; a full one spills into the next. */
function freeEventId(connection: Connection, at: number): number {
  for (let ms = at; ; ms += 1) {
    const first = ms * IDS_PER_MS;
    const taken = new Set(
      connection.all<{ id: number }>("SELECT id FROM event WHERE id BETWEEN ? AND ?", first, first + IDS_PER_MS - 1).map((row) => row.id),
    );
    for (let id = first; id < first + IDS_PER_MS; id += 1) if (!taken.has(id)) return id;
  }
}
