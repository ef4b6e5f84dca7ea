import { DAY_MS, dayOf, HOUR_MS, toDayText } from "../../../days.ts";
import { DIMENSIONS, ENGAGEMENT_TYPES, type EngagementDrift, type EngagementVerification } from "../../engagement-types.ts";
import { readEventsFrom } from "../database/meta.ts";
import type { Connection } from "../store-context.ts";
import { VISIT_TYPES } from "./engagement-layout.ts";
import { afterPacks, type PackedEvent, type PackRange, packIds, readPacks } from "./event-packs.ts";
import { OTHER_ID } from "./labels.ts";

/** The recount of this amount is an upper bound, which may exceed the stored number. */
const REPEATS_BOUND = "repeats at most";
/**
 * Number of days of raw events to recount. This bounds the cost of a run, whatever the retention.
 */
const DAYS_MAX = 90;
/** Maximum number of lines to report. More differences than this have a common cause. */
const DRIFT_LIMIT = 100;

type Numbers = readonly number[];

/**
 * A roll-up and the contribution of each raw event to it: its key, then its amounts. Amounts of
 * equal keys are added.
 */
interface Comparison {
  /** The name of each amount. */
  readonly amounts: readonly string[];
  /** Selects the rows since a day, which is its only parameter. */
  readonly stored: string;
  readonly events: (event: PackedEvent, day: number) => readonly Numbers[];
  /** Contributions with equal keys count once. */
  readonly isDistinct?: boolean;
  readonly toText: (key: Numbers) => string;
}

const number = (type: (typeof ENGAGEMENT_TYPES)[number]): number => ENGAGEMENT_TYPES.indexOf(type);
const typeName = (type = -1): string => ENGAGEMENT_TYPES[type] ?? `type ${type}`;
const dimensionName = (dimension = -1): string => DIMENSIONS[dimension] ?? `dimension ${dimension}`;

const VISITS: Numbers = VISIT_TYPES.map(number);
/** Dimensions of targets by type, as in engagement-recorder.ts. Campaigns are targets of views. */
const TARGETS: Readonly<Record<number, number>> = {
  [number("outbound_click")]: 3,
  [number("share")]: 4,
  [number("cta_click")]: 5,
  [number("post_view")]: 6,
  [number("page_view")]: 6,
};
const CAMPAIGN = 6;

/**
 * 1 for a view that may repeat another view of the day. The database does not store which views are
 * repeats, because it does not show whether a visitor asked not to be distinguished.
 */
function mayRepeat({ type, firsts, slug, path }: PackedEvent): number {
  return VISITS.includes(type) && (firsts & 1) === 0 && (slug ?? path) !== null ? 1 : 0;
}

/** Day, dimension, label, type; count, visitors, repeats. */
function countValues(event: PackedEvent, day: number): Numbers[] {
  const { type, firsts, path, slug, referrer, target } = event;
  const [ofSubject, ofSite, repeats] = [firsts & 1, firsts >> 1, mayRepeat(event)];
  const rows: Numbers[] = [];
  if (path !== null) rows.push([day, 0, path, type, 1, ofSubject, repeats]);
  if (slug !== null) rows.push([day, 1, slug, type, 1, ofSubject, repeats]);
  if (referrer !== null) rows.push([day, 2, referrer, type, 1, ofSite, repeats]);
  const dimension = TARGETS[type];
  if (target !== null && dimension !== undefined)
    rows.push([day, dimension, target, type, 1, ...(dimension === CAMPAIGN ? [ofSite, repeats] : [0, 0])]);
  return rows;
}

const COMPARISONS: readonly Comparison[] = [
  {
    amounts: ["count", "visitors", REPEATS_BOUND],
    stored: "SELECT day, dimension, label_id, type, count, visitors, coalesce(repeats, 0) FROM rollup_day WHERE day >= ?",
    events: countValues,
    toText: ([day = 0, dimension, label, type]) => `${dimensionName(dimension)} label ${label} ${typeName(type)} on ${toDayText(day)}`,
  },
  {
    amounts: ["count", "visitors", REPEATS_BOUND],
    stored: "SELECT hour, type, count, visitors, coalesce(repeats, 0) FROM rollup_hour WHERE hour >= ? * 24",
    events: (event) => [[Math.floor(event.at / HOUR_MS), event.type, 1, event.firsts >> 1, mayRepeat(event)]],
    toText: ([hour, type]) => `${typeName(type)} in the hour ${hour} since 1970`,
  },
  {
    amounts: ["count", "active_ms"],
    stored: "SELECT day, label_id, tenth, count, active_ms FROM rollup_read WHERE day >= ?",
    events: ({ type, slug, value, activeMs }, day) =>
      type === number("read_progress") && slug !== null ? [[day, slug, Math.floor((value ?? 0) / 10), 1, activeMs ?? 0]] : [],
    toText: ([day = 0, label, tenth]) => `read-through of label ${label}, tenth ${tenth}, on ${toDayText(day)}`,
  },
  {
    amounts: ["count"],
    stored: "SELECT day, count FROM empty_search_day WHERE day >= ?",
    events: ({ type, value }, day) => (type === number("search") && value === 0 ? [[day, 1]] : []),
    toText: ([day = 0]) => `searches without results on ${toDayText(day)}`,
  },
  {
    amounts: ["distinct values"],
    stored: "SELECT day, dimension, distinct_values FROM dimension_day WHERE day >= ?",
    // The label is part of the key until equal contributions have been counted once.
    events: (event, day) =>
      countValues(event, day).flatMap(([, dimension = 0, label = 0]) => (label === OTHER_ID ? [] : [[day, dimension, label, 1]])),
    isDistinct: true,
    toText: ([day = 0, dimension]) => `${dimensionName(dimension)} on ${toDayText(day)}`,
  },
];

/**
 * Recomputes the roll-ups of all days with complete raw events, and lists the differences. There
 * should be none, because both are written in one transaction.
 */
export function verifyEngagement(connection: Connection, now: number): EngagementVerification {
  const from = Math.max(dayOf(now) - DAYS_MAX, readEventsFrom(connection) ?? 0);
  return connection.snapshot(() => {
    const sums = COMPARISONS.map(createSums);
    const events = recount(connection, from, sums);
    const drift = COMPARISONS.flatMap((comparison, at) => {
      for (const row of connection.rows(comparison.stored, from)) sums[at]?.addStored(row);
      return sums[at]?.drift() ?? [];
    });
    return { events, fromDay: toDayText(from), drift };
  });
}

/** @returns how many events there are */
function recount(connection: Connection, from: number, sums: readonly Sums[]): number {
  let total = 0;
  // There is no upper bound, because no event is from the future.
  let range: PackRange | null = { ...packIds(from, from), end: Number.MAX_SAFE_INTEGER };
  while (range !== null) {
    const packs = readPacks(connection, range);
    for (const { events } of packs) {
      total += events.length;
      for (const event of events) for (const sum of sums) sum.addEvent(event, Math.floor(event.at / DAY_MS));
    }
    range = afterPacks(range, packs);
  }
  return total;
}

interface Sums {
  addStored(row: Numbers): void;
  addEvent(event: PackedEvent, day: number): void;
  drift(): EngagementDrift[];
}

interface Amounts {
  readonly key: Numbers;
  readonly stored: number[];
  readonly recomputed: number[];
}

function createSums({ amounts, events, isDistinct = false, toText }: Comparison): Sums {
  const byKey = new Map<string, Amounts>();
  const seen = new Set<string>();
  const rowOf = (key: Numbers): Amounts => {
    const text = key.join(" ");
    const row = byKey.get(text) ?? { key, stored: amounts.map(() => 0), recomputed: amounts.map(() => 0) };
    byKey.set(text, row);
    return row;
  };
  const add = (sums: number[], row: Numbers): void => {
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (row[row.length - sums.length + at] ?? 0);
  };
  const isNew = (row: Numbers): boolean => {
    const text = row.join(" ");
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
  return {
    addStored: (row) => add(rowOf(row.slice(0, -amounts.length)).stored, row),
    addEvent: (event, day) => {
      for (const row of events(event, day)) {
        if (!isDistinct) add(rowOf(row.slice(0, -amounts.length)).recomputed, row);
        else if (isNew(row)) add(rowOf(row.slice(0, -amounts.length - 1)).recomputed, row);
      }
    },
    drift: () => [...byKey.values()].flatMap((row) => compareAmounts(row, amounts, toText)).slice(0, DRIFT_LIMIT),
  };
}

function compareAmounts({ key, stored, recomputed }: Amounts, amounts: readonly string[], toText: Comparison["toText"]): EngagementDrift[] {
  return amounts.flatMap((of, at) => {
    const [rolledUp = 0, counted = 0] = [stored[at], recomputed[at]];
    const isRight = of === REPEATS_BOUND ? rolledUp <= counted : rolledUp === counted;
    return isRight ? [] : [{ what: `${toText(key)}: ${of}`, stored: rolledUp, recomputed: counted }];
  });
}
