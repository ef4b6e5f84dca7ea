import { dayOf } from "../../days.ts";
import type { EngagementStore, RecordedRequest } from "../engagement-types.ts";
import { createRecorder, type EngagementParts, isCountedId } from "../sqlite/engagement/engagement-store.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store-errors.ts";
import type { DayRows } from "./day-rows.ts";
import { deferParts } from "./deferred-parts.ts";
import type { InboxTable, WaitingRequest } from "./inbox-table.ts";

/** Waiting records that are counted at once. A group of 200 would cost 0.6 rows more a view. */
const GROUP_RECORDS = 500;
/** Most requests that may wait while they cannot be counted. */
const WAITING_MAX = 4_096;
/**
 * The share of a day's rows from which engagement is refused. The rest is for comments, likes and
 * inquiries.
 */
const ENGAGEMENT_SHARE = 0.8;

export interface InboxOptions {
  readonly context: StoreContext;
  readonly parts: EngagementParts;
  /** Engagement without an inbox. */
  readonly counted: EngagementStore;
  readonly table: InboxTable;
  readonly rows: DayRows;
  /** Rows that the plan allows in a day; null: any number. */
  readonly rowsADay: number | null;
  readonly onFailure: (error: unknown) => void;
}

/** The day's total has no room for the request, unless some waiting ones are repeats. */
class MustFold extends Error {}

/**
 * Engagement of an engine whose rows are billed. A request is one row in the transaction that is
 * acknowledged; figures and raw events are written in groups, because a group writes each row of
 * the figures once. Everything that reads figures has the waiting requests counted first. Live
 * counts are read often and by everybody, so they add what waits instead.
 */
export function createEngagementInbox(options: InboxOptions): EngagementStore {
  const { context, counted, table, rows, rowsADay } = options;
  const { read } = context;
  const limit = rowsADay === null ? null : Math.floor(rowsADay * ENGAGEMENT_SHARE);
  const folding = createFolding(options);
  const afterFold = <Query, Answer>(ask: (query: Query) => Promise<Answer>): ((query: Query) => Promise<Answer>) => {
    return async (query) => {
      await folding.attempt();
      return ask(query);
    };
  };
  return {
    record: async (request) => {
      if (limit !== null && rows.used >= limit)
        throw new StoreUnavailable("rows-used-up", UNAVAILABLE_MESSAGES["rows-used-up"], { retryAfterMs: rows.msLeft });
      try {
        await putRequest(options, request);
      } catch (error) {
        if (!(error instanceof MustFold)) throw error;
        await folding.fold();
        return counted.record(request);
      }
      // The request is stored: a failure to count is reported, not answered.
      if (table.records >= GROUP_RECORDS) await folding.attempt();
      return { kind: "recorded", stored: request.events.length, repeated: 0 };
    },
    fold: folding.fold,
    inbox: () => ({ oldest: table.oldest, failure: folding.failure, rows: { used: rows.used, limit } }),
    views: async () => {
      const views = await counted.views();
      return addWaitingViews(views, await read(() => table.waiting()), options.parts);
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

/** @throws MustFold, StoreUnavailable */
async function putRequest({ context, table, rows }: InboxOptions, request: RecordedRequest): Promise<void> {
  const { clock, quotas, write } = context;
  const now = clock();
  // Outside the transaction, which this error would end for other writes.
  if (table.size >= WAITING_MAX) throw new StoreUnavailable("queue-full", `${WAITING_MAX} requests wait to be counted`);
  await write(() => {
    const { quota, events } = request;
    if (quota != null && (quotas.used([quota.key]).get(quota.key) ?? 0) + table.eventsOn(dayOf(now)) + events.length > quota.limit)
      throw new MustFold();
    table.put(request, now, rows.used + 1);
    rows.noteKept();
  });
}

interface Folding {
  /** Rejects if the waiting requests cannot be counted. All of them go on waiting then. */
  fold(): Promise<void>;
  /** The same, but a failure is only reported: figures are shown without what waits. */
  attempt(): Promise<void>;
  readonly failure: string | null;
}

/** One fold at a time. It counts what the transaction finds, so a second one has nothing to add. */
function createFolding({ context, parts, table, onFailure }: InboxOptions): Folding {
  const { connection, write } = context;
  let failure: string | null = null;
  let running: Promise<void> | null = null;
  const foldAll = (): void => {
    const waiting = table.waiting();
    if (waiting.length === 0) return;
    const group = deferParts(parts);
    const record = createRecorder(connection, group.parts);
    try {
      for (const { request, at } of waiting) record(request, at);
      table.markFolded();
    } catch (error) {
      group.revert();
      throw error;
    }
    group.apply();
  };
  const fold = (): Promise<void> => {
    running ??= write(foldAll)
      .then(
        () => {
          failure = null;
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
          onFailure(error);
          throw error;
        },
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  return {
    fold,
    attempt: () => fold().catch(() => {}),
    get failure() {
      return failure;
    },
  };
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

function addWaitingViews(views: Views, waiting: readonly WaitingRequest[], { seen }: EngagementParts): Views {
  if (waiting.length === 0) return views;
  const sums = new Map(views.map(({ slug, viewCount }) => [slug, viewCount]));
  const ids = new Set<string>();
  for (const { request, at } of waiting)
    for (const { type, slug, retryId } of request.events) {
      if (type !== "post_view" || slug === null) continue;
      if (retryId !== null) {
        const id = Buffer.from(retryId).toString("base64");
        if (ids.has(id) || isCountedId(seen, retryId, dayOf(at))) continue;
        ids.add(id);
      }
      sums.set(slug, (sums.get(slug) ?? 0) + 1);
    }
  return [...sums].map(([slug, viewCount]) => ({ slug, viewCount })).sort((one, other) => (one.slug < other.slug ? -1 : 1));
}
