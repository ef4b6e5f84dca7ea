import { dayOf, HOUR_MS } from "../../../days.ts";
import {
  DIMENSIONS,
  type Dimension,
  DROP_REASONS,
  ENGAGEMENT_TYPES,
  type EngagementEvent,
  type EngagementRecorded,
  type EngagementType,
  type RecordedRequest,
} from "../../engagement-types.ts";
import type { QuotaRefusal } from "../../request-types.ts";
import type { QuotaSums } from "../quotas.ts";
import type { Connection } from "../store-context.ts";
import { VISIT_TYPES } from "./engagement-layout.ts";
import type { EventPacks } from "./event-packs.ts";
import type { Labels, RecordLabels } from "./labels.ts";
import { monthOf, reopenMonths } from "./month-rollups.ts";
import type { Increment, Rollups } from "./rollups.ts";
import type { Added, SeenKeys } from "./seen-keys.ts";
import { SITE_SKETCH, type VisitorSketches } from "./visitor-sketches.ts";

/** Odd, so that two labels never map a visitor to the same key (Knuth's multiplicative hashing). */
const LABEL_FACTOR = 0x9e3779b1;
/** The daily list in which a target is counted. */
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
  readonly packs: EventPacks;
}

/**
 * Counts one request inside a transaction.
 * @param now when the request arrived
 */
export type RecordEngagement = (batch: RecordedRequest, now: number) => EngagementRecorded | QuotaRefusal;

/** An error undoes everything that the request has noted so far. */
export function createRecorder(connection: Connection, parts: EngagementParts): RecordEngagement {
  const { seen, sketches, packs } = parts;
  return (batch, now) => {
    const pending = { keys: seen.pending, changes: sketches.pending, events: packs.pending };
    try {
      return recordBatch(connection, parts, batch, now);
    } catch (error) {
      seen.revert(pending.keys);
      sketches.revert(pending.changes);
      packs.revert(pending.events);
      throw error;
    }
  };
}

/**
 * Runs inside a transaction.
 * @throws QuotaUsedUp
 */
function recordBatch(
  connection: Connection,
  { labels, rollups, quotas, seen, sketches, packs }: EngagementParts,
  { events, dropped = [], quota = null }: RecordedRequest,
  now: number,
): EngagementRecorded {
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
    else storeEvent(event, { names, increments, packs, seen, sketches });
  }
  const stored = events.length - repeated;
  const refusal = quota === null || stored === 0 ? null : quotas.use(quota, stored, now);
  if (refusal !== null) throw new QuotaUsedUp(refusal);
  reopenLate(connection, events, today);
  names.keep();
  rollups.add(increments);
  return { kind: "recorded", stored, repeated };
}

/** Reopens months that may be closed, for late records (another clock, an import). This is rare. */
function reopenLate(connection: Connection, events: readonly EngagementEvent[], today: number): void {
  for (const month of new Set(events.flatMap(({ at }) => (dayOf(at) < today - 1 ? [monthOf(dayOf(at))] : []))))
    reopenMonths(connection, month, month);
}

/**
 * Thrown to undo a request, because the number of its new records is known only after they are
 * written.
 */
export class QuotaUsedUp extends Error {
  readonly refusal: QuotaRefusal;

  constructor(refusal: QuotaRefusal) {
    super("the daily quota is used up");
    this.refusal = refusal;
  }
}

/** Stores a retry id; true if it was already seen today or yesterday. */
function isRepeat(seen: SeenKeys, retryId: Uint8Array, today: number): boolean {
  const [high, low] = foldId(retryId);
  return seen.has("retry-id", today - 1, high, low) || seen.add("retry-id", today, high, low) !== "added";
}

/** Whether a record with this id was counted today or yesterday. */
export function isCountedId(seen: SeenKeys, retryId: Uint8Array, today: number): boolean {
  const [high, low] = foldId(retryId);
  return seen.has("retry-id", today - 1, high, low) || seen.has("retry-id", today, high, low);
}

/**
 * Combines the halves of a UUID with XOR. Among a million ids, the chance of a collision is one in
 * 37 million.
 */
function foldId(id: Uint8Array): [high: number, low: number] {
  const view = new DataView(id.buffer, id.byteOffset, id.byteLength);
  return [(view.getUint32(0) ^ view.getUint32(8)) >>> 0, (view.getUint32(4) ^ view.getUint32(12)) >>> 0];
}

interface Sinks {
  names: RecordLabels;
  increments: Increment[];
  packs: EventPacks;
  seen: SeenKeys;
  sketches: VisitorSketches;
}

/** Writes the raw event and notes its contribution to each roll-up. */
function storeEvent(event: EngagementEvent, { names, increments, packs, seen, sketches }: Sinks): void {
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
  packs.add({ at: event.at, type, firsts, path, slug, referrer, target, value: event.value, activeMs: event.activeMs });

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
 * Stores the view's keys and returns whether it is the visitor's first view of the subject, and of
 * the site, on that day. If the day has no room for the key, a sketch estimates the number.
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
