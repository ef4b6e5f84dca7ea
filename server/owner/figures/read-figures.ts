import { z } from "zod";
import { defineExport, defineOperation } from "../owner-operation.ts";
import {
  CountedValue,
  Days,
  DimensionName,
  DocumentSlug,
  EngagementTypeName,
  EventRow,
  Limit,
  PostFigures,
  Summary,
  TimeZone,
  Verification,
} from "./figure-schemas.ts";

/** Maximum number of entries in each list. */
const LIST_LIMIT = 20;

export const figuresSummary = defineOperation({
  name: "engagement.summary",
  scope: "figures",
  about: "Counts views, visitors and more in a period",
  input: z.strictObject({ ...Days, timeZone: TimeZone.default("UTC"), limit: Limit.default(LIST_LIMIT) }),
  output: Summary,
  run: ({ store: { engagement } }, query) => engagement.summary(query),
});

export const topFigures = defineOperation({
  name: "engagement.top",
  scope: "figures",
  about: "Lists the most frequent values of one dimension, by UTC days",
  input: z.strictObject({
    ...Days,
    dimension: DimensionName,
    /** Null for all types. */
    types: z.array(EngagementTypeName).min(1).nullable().default(null),
    limit: Limit.default(LIST_LIMIT),
  }),
  output: z.strictObject({ items: z.array(CountedValue) }),
  run: async ({ store: { engagement } }, { types, ...query }) => ({
    items: await engagement.top(types === null ? query : { ...query, types }),
  }),
});

export const postFigures = defineOperation({
  name: "engagement.post",
  scope: "figures",
  about: "Counts views and reading depth of one document, by UTC days",
  input: z.strictObject({ ...Days, slug: DocumentSlug }),
  output: PostFigures,
  run: ({ store: { engagement } }, query) => engagement.post(query),
});

/** Reads 90 days of raw events in parts; writes wait during each part. */
export const figuresVerification = defineOperation({
  name: "engagement.verify",
  scope: "figures",
  about: "Recomputes the daily figures from the raw events and compares them",
  input: z.strictObject({}),
  output: Verification,
  run: ({ store: { engagement } }) => engagement.verify(),
});

/** Raw events, oldest first. They contain nothing that distinguishes visitors. */
export const eventRows = defineExport({
  name: "engagement.export",
  scope: "figures",
  about: "Exports raw events, oldest first",
  input: z.strictObject({
    /** Milliseconds since 1970, both inclusive; null for no bound. */
    from: z.int().nullable().default(null),
    to: z.int().nullable().default(null),
  }),
  row: EventRow,
  rows: ({ store: { engagement } }, { from, to }) =>
    engagement.events({ ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }),
});
