import type { EngagementStore } from "../../engagement-types.ts";
import type { StoreContext } from "../store-context.ts";
import { purgeEngagement } from "./engagement-purge.ts";
import { createRecorder, type EngagementParts, QuotaUsedUp } from "./engagement-recorder.ts";
import { verifyEngagement } from "./engagement-verify.ts";
import { readHours, readPost, readSummary, readTop, readViews } from "./reports/engagement-reports.ts";
import { readEvents } from "./reports/event-export.ts";
import { readDirect, readPostReferrers } from "./reports/referrer-reports.ts";

export function createEngagement(context: StoreContext, parts: EngagementParts): EngagementStore {
  const { connection, read, write } = context;
  const record = createRecorder(connection, parts);
  return {
    record: (batch) =>
      write((now) => record(batch, now)).catch((error: unknown) => {
        if (error instanceof QuotaUsedUp) return error.refusal;
        throw error;
      }),
    fold: async () => {},
    inbox: () => null,
    top: (query) => read((now) => readTop(connection, query, now)),
    post: (query) => read((now) => readPost(connection, query, now)),
    postReferrers: (query) => readPostReferrers(context, query),
    direct: (query) => read((now) => readDirect(connection, query, now)),
    views: () => read(() => readViews(connection)),
    purge: (query) => purgeEngagement(context, query),
    summary: (query) => read((now) => readSummary(connection, query, now)),
    hours: (query) => read(() => readHours(connection, query)),
    verify: () => read((now) => verifyEngagement(connection, now)),
    events: (query = {}) => readEvents(context, query),
  };
}
