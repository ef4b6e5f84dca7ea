import type { DropReason, EngagementEvent } from "../server/store/engagement-types.ts";
import type { Store } from "../server/store/store.ts";
import { createRandom, type Random } from "./random.ts";

const DAY_MS = 86_400_000;
const DAYS = 365;
const POSTS = 240;
const REFERRERS = 400;
const LINKS = 300;
/** Number of records in one request to the store. */
const BATCH = 500;
/** A post is read most in its first days, and a little after that. */
const FRESH_DAYS = 9;
/** Days on which a large site linked to a post, with the weight of the visits. */
const SPIKES: readonly (readonly [day: number, post: number, weight: number])[] = [
  [97, 61, 9],
  [260, 170, 14],
];
const KNOWN_REFERRERS = ["search.example", "news.example", "fedi.example", "forum.example", "reader.example"];
const WORDS = ["tide", "loom", "marsh", "harbour", "pier", "kiln", "orchard", "ferry", "lantern", "granite", "heron", "sail"];
const KINDS = ["notes", "tables", "guide", "repair", "diary"];

/** `tide-tables`, with a number if there are more posts than pairs of words. */
function slugOf(post: number): string {
  const pair = `${WORDS[post % WORDS.length]}-${KINDS[Math.floor(post / WORDS.length) % KINDS.length]}`;
  const round = Math.floor(post / (WORDS.length * KINDS.length));
  return round === 0 ? pair : `${pair}-${round + 1}`;
}

export interface YearDay {
  readonly events: readonly EngagementEvent[];
  readonly dropped: readonly DropReason[];
}

/**
 * A year of a growing site: weekends are quiet, a large site linked to two posts, and half of a
 * post's readers reach its end. The same seed gives the same year.
 * @param lastDay start of the last day, ms since 1970
 * @param size approximate number of records
 */
export function* makeYear({ lastDay, size, seed = 1 }: { lastDay: number; size: number; seed?: number }): Generator<YearDay> {
  const random = createRandom(seed);
  const weights = Array.from({ length: DAYS }, (_, day) => dayWeight(day, lastDay, random));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  // A view causes about 1.9 records including itself: reading, links, searches.
  const views = size / 1.886;
  for (let day = 0; day < DAYS; day += 1) {
    const start = lastDay - (DAYS - 1 - day) * DAY_MS;
    yield makeDay({ day, start, views: Math.round(((weights[day] ?? 0) / sum) * views), random });
  }
}

function dayWeight(day: number, lastDay: number, random: Random): number {
  const weekday = new Date(lastDay - (DAYS - 1 - day) * DAY_MS).getUTCDay();
  const quiet = weekday === 0 || weekday === 6 ? 0.62 : 1;
  const spike = SPIKES.reduce((most, [at, , weight]) => Math.max(most, day >= at && day < at + 5 ? weight * 0.45 ** (day - at) : 0), 0);
  return (0.7 + (0.6 * day) / DAYS) * quiet * (0.85 + 0.3 * random.next()) + spike;
}

interface DayInput {
  readonly day: number;
  readonly start: number;
  readonly views: number;
  readonly random: Random;
}

function makeDay({ day, start, views, random }: DayInput): YearDay {
  const events: EngagementEvent[] = [];
  const dropped: DropReason[] = [];
  const visitors = Math.max(1, Math.round(views / 1.7));
  for (let view = 0; view < views; view += 1) {
    const visit = { at: start + visitTime(random), visitor: visitorKey(day, random.below(visitors)) };
    if (random.next() < 0.16) events.push(...pageView(visit, random));
    else events.push(...postView(day, visit, random));
    if (random.next() < 0.09)
      dropped.push(random.next() < 0.8 ? "bot" : random.pick(["prefetch", "empty-agent", "own-visit", "unknown-slug"]));
  }
  return { events, dropped };
}

/** Time of a visit in ms after midnight: from six in the morning on, most often in the evening. */
function visitTime(random: Random): number {
  const hour = 6 + 17.9 * Math.sqrt(random.next());
  return Math.floor(hour * 3_600_000);
}

interface VisitOfYear {
  readonly at: number;
  readonly visitor: Uint8Array;
}

function visitorKey(day: number, number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.imul(day * 65_537 + number + 1, 0x9e3779b1) >>> 0);
  view.setUint32(4, number);
  return bytes;
}

function eventOf(visit: VisitOfYear, given: Partial<EngagementEvent>): EngagementEvent {
  return {
    ...{
      type: "post_view",
      retryId: null,
      path: null,
      isPage: true,
      slug: null,
      referrer: null,
      target: null,
      value: null,
      activeMs: null,
    },
    ...visit,
    ...given,
  };
}

function pageView(visit: VisitOfYear, random: Random): EngagementEvent[] {
  const path = random.pick(["/", "/", "/", "/about", "/projects", "/books", "/search", "/services"]);
  const view = eventOf(visit, { type: "page_view", path, referrer: random.next() < 0.3 ? referrerOf(random) : null });
  if (path === "/search") return [view, eventOf(visit, { type: "search", path, value: random.next() < 0.17 ? 0 : 1 + random.below(20) })];
  if (path === "/projects") return [view, eventOf(visit, { type: "project_click", slug: random.pick(["loom", "ferry", "kiln"]) })];
  if (path === "/services") return [view, eventOf(visit, { type: "cta_click", path, target: "Ask for an offer" })];
  return [view];
}

function postView(day: number, visit: VisitOfYear, random: Random): EngagementEvent[] {
  const post = pickPost(day, random);
  const slug = slugOf(post);
  const path = `/posts/${slug}`;
  const here = { slug, path };
  const events = [eventOf(visit, { ...here, referrer: random.next() < 0.55 ? referrerOf(random) : null })];
  if (random.next() < 0.85) {
    // Most readers finish some posts, but few finish others.
    const patience = 0.25 + ((post * 37) % 60) / 100;
    const percent = random.next() < patience ? 90 + random.below(11) : random.below(90);
    const activeMs = Math.round((percent / 100) * (60_000 + ((post * 7_919) % 240_000)) * (0.6 + random.next()));
    events.push(eventOf(visit, { ...here, type: "read_progress", value: percent, activeMs }));
  }
  if (random.next() < 0.12) {
    const target = `https://link-${zipf(LINKS, random)}.example/page`;
    events.push(eventOf(visit, { ...here, type: "outbound_click", target }));
  }
  if (random.next() < 0.015) events.push(eventOf(visit, { ...here, type: "share", target: random.pick(["mastodon", "mail", "link"]) }));
  return events;
}

function pickPost(day: number, random: Random): number {
  const spike = SPIKES.find(([at]) => day >= at && day < at + 5);
  if (spike !== undefined && random.next() < 0.75) return spike[1];
  // A new post appears every second day; 58 posts are older than the year.
  const newest = Math.min(POSTS - 1, 58 + Math.floor(day / 2));
  if (random.next() < 0.35) return Math.max(0, newest - Math.floor(zipf(FRESH_DAYS, random) / 2));
  return (zipf(newest + 1, random) * 29) % (newest + 1);
}

function referrerOf(random: Random): string {
  const rank = zipf(REFERRERS, random);
  return KNOWN_REFERRERS[rank] ?? `site-${rank}.example`;
}

/** 0 most often, 1 half as often, and so on. */
function zipf(count: number, random: Random): number {
  return Math.min(count - 1, Math.floor((count + 1) ** random.next()) - 1);
}

/** Records the year in a store in chronological order, and moves the clock along. */
export async function recordYear(
  { engagement }: Pick<Store, "engagement">,
  clock: { now: number },
  year: Iterable<YearDay>,
): Promise<{ events: number; dropped: number }> {
  const counted = { events: 0, dropped: 0 };
  for (const { events, dropped } of year) {
    const inOrder = events.toSorted((one, other) => one.at - other.at);
    for (let from = 0; from < inOrder.length; from += BATCH) {
      const batch = inOrder.slice(from, from + BATCH);
      clock.now = Math.max(clock.now, batch.at(-1)?.at ?? 0);
      await engagement.record({ events: batch, dropped: from === 0 ? dropped : [] });
    }
    counted.events += events.length;
    counted.dropped += dropped.length;
  }
  return counted;
}
