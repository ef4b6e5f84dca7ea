import { dayOf } from "../../days.ts";
import type { EngagementEvent, EngagementStore, RecordedRequest } from "../engagement-types.ts";
import { type EngagementParts, isCountedId } from "../sqlite/engagement/engagement-recorder.ts";
import { assertAmounts } from "../sqlite/engagement/event-packs.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import { StoreUnavailable } from "../store-errors.ts";
import type { DayRows } from "./day-rows.ts";
import { createFolding, type Folding } from "./inbox-folding.ts";
import type { InboxTable, WaitingRequest } from "./inbox-table.ts";
import type { RowBrakes } from "./row-brakes.ts";

/**
 * Number of waiting records that triggers counting. Groups of 200 would cost 0.6 rows more per
 * view.
 */
const GROUP_RECORDS = 500;
/** Largest number of requests that may wait while they cannot be counted. */
const WAITING_MAX = 4_096;

export interface InboxOptions {
  readonly context: StoreContext;
  readonly parts: EngagementParts;
  /** Engagement without an inbox. */
  readonly counted: EngagementStore;
  readonly table: InboxTable;
  readonly rows: DayRows;
  readonly brakes: RowBrakes;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Engagement on an engine whose rows are billed. A request is one row in the acknowledged
 * transaction. Figures and raw events are written in groups, because a group writes each row of the
 * figures once. Before figures are read, the waiting requests are counted. Live counts are read
 * often and by everybody, so they add the waiting requests instead.
 */
export function createEngagementInbox(options: InboxOptions): EngagementStore {
  const { context, counted, table } = options;
  const { read } = context;
  const folding = createFolding(options);
  const afterFold = <Query, Answer>(ask: (query: Query) => Promise<Answer>): ((query: Query) => Promise<Answer>) => {
    return async (query) => {
      await folding.attempt();
      return ask(query);
    };
  };
  return {
    record: async (request) => {
      const stored = await putRequest(options, request);
      if (stored === null) {
        await folding.fold();
        return counted.record(request);
      }
      // The request is stored, so a failure to count is reported but does not fail the request.
      if (table.records >= GROUP_RECORDS) await folding.attemptAgain();
      return { kind: "recorded", stored, repeated: request.events.length - stored };
    },
    fold: folding.fold,
    inbox: () => ({ oldest: table.oldest, failure: folding.failure, aside: table.asideSize }),
    views: async () => {
      const views = await counted.views();
      return addWaitingViews(views, await read(() => table.waiting()));
    },
    top: afterFold(counted.top),
    post: afterFold(counted.post),
    postReferrers: afterFold(counted.postReferrers),
    direct: afterFold(counted.direct),
    summary: afterFold(counted.summary),
    hours: afterFold(counted.hours),
    purge: afterFold(counted.purge),
    verify: () => afterFold(counted.verify)(undefined),
    events: (query) => exportEvents(folding, counted, query),
  };
}

/**
 * @returns the number of new events; null if nothing was stored because they would use up the day's
 * total: they must then be counted immediately
 * @throws StoreUnavailable
 */
async function putRequest({ context, parts, table, rows, brakes }: InboxOptions, request: RecordedRequest): Promise<number | null> {
  const { clock, quotas } = context;
  const write = brakes.brake("engagement", context.write);
  const now = clock();
  const { quota = null } = request;
  for (const event of request.events) assertAmounts(event);
  // Outside the transaction, which this error would abort for other writes.
  if (table.size >= WAITING_MAX) throw new StoreUnavailable("queue-full", `${WAITING_MAX} requests are waiting to be counted`);
  return write(() => {
    const events = findNew(request.events, (id) => table.hasId(id) || isCountedId(parts.seen, id, dayOf(now)));
    const used = quota === null ? 0 : (quotas.used([quota.key]).get(quota.key) ?? 0) + table.eventsOn(dayOf(now)) + events.length;
    if (quota !== null && used >= quota.limit) return null;
    if (events.length + (request.dropped ?? []).length === 0) return 0;
    table.put({ ...request, events }, now, rows.keepElsewhere());
    return events.length;
  });
}

function findNew(events: readonly EngagementEvent[], isKnown: (id: Uint8Array) => boolean): EngagementEvent[] {
  const ids = new Set<string>();
  return events.filter(({ retryId }) => {
    if (retryId === null) return true;
    const text = Buffer.from(retryId).toString("base64");
    if (ids.has(text) || isKnown(retryId)) return false;
    ids.add(text);
    return true;
  });
}

async function* exportEvents(
  { attempt }: Folding,
  counted: EngagementStore,
  query: Parameters<EngagementStore["events"]>[0],
): ReturnType<EngagementStore["events"]> {
  await attempt();
  yield* counted.events(query);
}

type Views = Awaited<ReturnType<EngagementStore["views"]>>;

function addWaitingViews(views: Views, waiting: readonly WaitingRequest[]): Views {
  if (waiting.length === 0) return views;
  const sums = new Map(views.map(({ slug, viewCount }) => [slug, viewCount]));
  for (const { type, slug } of waiting.flatMap(({ request }) => request?.events ?? []))
    if (type === "post_view" && slug !== null) sums.set(slug, (sums.get(slug) ?? 0) + 1);
  return [...sums].map(([slug, viewCount]) => ({ slug, viewCount })).sort((one, other) => (one.slug < other.slug ? -1 : 1));
}
