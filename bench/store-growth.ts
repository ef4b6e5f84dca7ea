import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { EngagementEvent } from "../server/store/engagement-types.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import type { CommentSort } from "../threads/public-comments.ts";
import type { Costs } from "./growth.ts";
import { seedComments } from "./server-site.ts";

/** Number of reads whose CPU is measured together. */
const READS = 300;
const PAGE_SIZE = 20;
const SORTS: readonly CommentSort[] = ["oldest", "newest", "popular"];
/** Number of days with events. The last one is LAST_DAY. */
const DAYS = 28;
const LAST_DAY = Date.UTC(2026, 0, 31);
const DAY_MS = 86_400_000;
const PAGES = 200;
/** Number of events in one request to the store. */
const BATCH = 500;

/**
 * Measures reads from a store in `folder`: pages of a post with `size` comments, and reports over
 * ten times as many events.
 */
export async function measureStore(folder: string, size: number): Promise<Costs> {
  const file = await seedComments(join(folder, "data"), ["one"], size);
  const clock = (): number => LAST_DAY + DAY_MS;
  const store = openStore({ file, clock, random: (bytes) => randomBytes(bytes) });
  try {
    const pages = Math.ceil(size / 4 / PAGE_SIZE);
    const { comments, engagement } = store;
    const readPages = (pageOf: (read: number) => number): Promise<number> =>
      measure(READS, (read) => comments.page({ slug: "one", page: pageOf(read), pageSize: PAGE_SIZE, sort: SORTS[read % 3] ?? "oldest" }));
    const first = await readPages(() => 1);
    const any = await readPages((read) => 1 + ((read * 37) % pages));
    for (let from = 0; from < size * 10; from += BATCH)
      await engagement.record({ events: Array.from({ length: BATCH }, (_, at) => toEvent(from + at)) });
    const [fromDay, toDay] = [LAST_DAY - (DAYS - 1) * DAY_MS, LAST_DAY].map((at) => new Date(at).toISOString().slice(0, 10)) as [
      string,
      string,
    ];
    return new Map([
      ["comments of a post: first page", first],
      ["comments of a post: any page", any],
      ["engagement: summary of 28 days", await measure(20, () => engagement.summary({ fromDay, toDay }))],
      [
        "engagement: by hour, 28 days",
        await measure(20, () => engagement.hours({ from: LAST_DAY - DAYS * DAY_MS, to: LAST_DAY + DAY_MS })),
      ],
      ["engagement: all events", await measure(1, () => countOf(engagement.events()))],
      ["engagement: verify", await measure(1, () => engagement.verify())],
    ]);
  } finally {
    await store.close();
  }
}

/** Reads the items one after another, like an export. */
async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count += 1;
  return count;
}

/** CPU milliseconds per read. */
async function measure(reads: number, read: (number: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let number = 0; number < reads; number += 1) await read(number);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / reads;
}

function toEvent(number: number): EngagementEvent {
  const slug = `post-${(number * 7) % PAGES}`;
  const visitor = new Uint8Array(8);
  new DataView(visitor.buffer).setUint32(0, (number * 2_654_435_761) >>> 0);
  const at = LAST_DAY - (number % DAYS) * DAY_MS + ((number * 7_919) % DAY_MS);
  const path = `/posts/${slug}`;
  return {
    type: "post_view",
    isPage: true,
    at,
    retryId: null,
    path,
    slug,
    referrer: `site-${number % 50}.example`,
    target: null,
    value: null,
    activeMs: null,
    visitor,
  };
}
