import { z } from "zod";
import {
  ENGAGEMENT_ACTIVE_MS_MAX,
  ENGAGEMENT_AGE_MS_MAX,
  ENGAGEMENT_BATCH_MAX,
  ENGAGEMENT_NAME_MAX,
  ENGAGEMENT_PATH_MAX,
  ENGAGEMENT_REFERRER_MAX,
  ENGAGEMENT_URL_MAX,
} from "../limits.ts";
import { HTTP_URL, type TextFormat, textField } from "./request-text.ts";
import { Slug } from "./values.ts";

/** What a page tells of its readers. Query and fragment of paths and addresses are not kept. */

const PATH: TextFormat = { test: (text) => text.startsWith("/"), want: "a path that begins with /", schema: { pattern: "^/" } };
const path = textField({
  min: 1,
  max: ENGAGEMENT_PATH_MAX,
  cuts: true,
  singleLine: true,
  format: PATH,
  description: `of the page; cut at ${ENGAGEMENT_PATH_MAX} characters`,
  example: "/posts/tide-tables",
});
const referrer = textField({
  max: ENGAGEMENT_REFERRER_MAX,
  cuts: true,
  singleLine: true,
  description: `\`document.referrer\`; its host is kept. Cut at ${ENGAGEMENT_REFERRER_MAX} characters`,
});

/** Null is as good as absent. */
const common = {
  id: z.uuid("want a UUID, as crypto.randomUUID() makes them").nullish().meta({ description: "makes a repeated record count once" }),
  path: path.nullish(),
  referrer: referrer.nullish(),
  ageMs: z.int().min(0).max(ENGAGEMENT_AGE_MS_MAX).nullish().meta({ description: "milliseconds since it happened" }),
};

function record<T extends string, S extends z.ZodRawShape>(type: T, id: string, shape: S) {
  return z
    .strictObject({ type: z.literal(type), ...common })
    .extend(shape)
    .meta({ id });
}

const name = textField({ min: 1, max: ENGAGEMENT_NAME_MAX, singleLine: true });

export const EngagementRecord = z
  .discriminatedUnion("type", [
    record("post_view", "PostView", { slug: Slug }),
    record("page_view", "PageView", { path }),
    record("outbound_click", "OutboundClick", {
      url: textField({ min: 1, max: ENGAGEMENT_URL_MAX, singleLine: true, format: HTTP_URL, example: "https://tides.example/" }),
      slug: Slug.nullish(),
    }),
    record("read_progress", "ReadProgress", {
      slug: Slug,
      percent: z.number().min(0).max(100),
      activeMs: z.int().min(0).max(ENGAGEMENT_ACTIVE_MS_MAX).meta({ description: "milliseconds in front of a reader" }),
    }),
    record("share", "Share", { slug: Slug, channel: name.meta({ example: "mastodon" }) }),
    record("project_click", "ProjectClick", { slug: Slug }),
    record("book_click", "BookClick", { slug: Slug }),
    record("photo_view", "PhotoView", { slug: Slug }),
    record("service_view", "ServiceView", { slug: Slug }),
    record("search", "SearchUse", { resultCount: z.int().min(0) }),
    record("cta_click", "CtaClick", { name: name.meta({ example: "hire-me" }) }),
  ])
  .meta({ id: "EngagementRecord" });

export const EngagementBatch = z
  .strictObject({ events: z.array(EngagementRecord).min(1).max(ENGAGEMENT_BATCH_MAX) })
  .meta({ id: "EngagementBatch" });

/** A batch whose records are to be parsed one by one: what is wrong with one does not refuse the others. */
export const EngagementEnvelope = z.strictObject({ events: z.array(z.unknown()).min(1).max(ENGAGEMENT_BATCH_MAX) });

/** As documented: one record or a batch. */
export const EngagementRequest = z.union([EngagementRecord, EngagementBatch]).meta({ id: "EngagementRequest" });

export type EngagementRecord = z.output<typeof EngagementRecord>;
export type EngagementBatch = z.output<typeof EngagementBatch>;
