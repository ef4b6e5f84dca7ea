import type { EngagementStore } from "../../engagement-types.ts";
import type { StoreContext } from "../store-context.ts";
import { purgeEngagement } from "./engagement-purge.ts";
import { createRecorder, type EngagementParts, QuotaUsedUp } from "./engagement-recorder.ts";
import { verifyEngagement } from "./engagement-verify.ts";
import { readHours, readPost, readSummary, readTop, readViews } from "./reports/engagement-reports.ts";
import { readEvents } from "./reports/event-export.ts";
import { readDirect, readPostReferrers } from "./reports/referrer-reports.ts";

export function createEngagement(context: StoreContext, parts: EngagementParts): EngagementStore {
  const { connection, clock, read, write } = context;
  const record = createRecorder(connection, parts);
  return {
    record: (batch) => {
      const now = clock();
      return write(() => record(batch, now)).catch((error: unknown) => {
        if (error instanceof QuotaUsedUp) return error.refusal;
        throw error;
      });
    },
    fold: async () => {},
    inbox: () => null,
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
    events: (query = {}) => readEvents(context, query),
  };
}
