import { z } from "zod";
import { KIND_OF_RECORD, KIND_RECORDS, type KindRecord } from "../../kinds/engagement-kinds.ts";
import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import { OWN_KIND_NAME, OWN_KIND_NAME_MAX } from "../../kinds/own-kind.ts";
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

/**
 * The engagement that pages report about their readers. Query and fragment are removed from paths
 * and addresses.
 */

const PATH: TextFormat = { test: (text) => text.startsWith("/"), want: "a path that begins with /", schema: { pattern: "^/" } };
const PATH_TEXT = `Path of the page; truncated to ${ENGAGEMENT_PATH_MAX} characters`;
const REFERRER_TEXT = `\`document.referrer\`; only its host is stored; truncated to ${ENGAGEMENT_REFERRER_MAX} characters`;
const path = textField({
  min: 1,
  max: ENGAGEMENT_PATH_MAX,
  cuts: true,
  singleLine: true,
  format: PATH,
  description: PATH_TEXT,
  example: "/posts/tide-tables",
});
const referrer = textField({
  max: ENGAGEMENT_REFERRER_MAX,
  cuts: true,
  singleLine: true,
});

/** Null means absent. */
const common = {
  id: z.uuid("want a UUID, such as crypto.randomUUID() returns").nullish().meta({ description: "A repeated record counts only once" }),
  path: path.nullish().meta({ description: PATH_TEXT }),
  referrer: referrer.nullish().meta({ description: REFERRER_TEXT }),
  ageMs: z.int().min(0).max(ENGAGEMENT_AGE_MS_MAX).nullish().meta({ description: "Milliseconds since the action" }),
};

const KIND_WANT = "want the name of a kind, as /kinds lists it";

function record<T extends string, S extends z.ZodRawShape>(type: T, id: string, description: string, shape: S) {
  return z
    .strictObject({ type: z.literal(type).meta({ description: "Type of the event" }), ...common })
    .extend(shape)
    .meta({ id, description });
}

function kindRecord<T extends KindRecord>(type: T) {
  const { one } = BUILT_IN_KINDS[KIND_OF_RECORD[type]];
  const id = type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return record(type, id, `A ${one} was opened`, { slug: Slug.meta({ description: `Slug of the ${one}` }) });
}

// In `map`, TypeScript sees one schema for all types, but each type has its own.
type KindRecordSchema = { [K in KindRecord]: ReturnType<typeof kindRecord<K>> }[KindRecord];

const KindName = z.string().max(OWN_KIND_NAME_MAX, KIND_WANT).regex(OWN_KIND_NAME, KIND_WANT);
const name = textField({ min: 1, max: ENGAGEMENT_NAME_MAX, singleLine: true });

const CAMPAIGN_TEXT =
  "The campaign in the page's address: its `utm_source`, `utm_medium` and `utm_campaign`. Stored only if the site counts campaigns";
const campaign = z
  .strictObject({
    source: name.nullish().meta({ description: "Source of the visit", example: "newsletter" }),
    medium: name.nullish().meta({ description: "Medium of the visit", example: "email" }),
    name: name.nullish().meta({ description: "The campaign", example: "spring" }),
  })
  .meta({ id: "Campaign", description: CAMPAIGN_TEXT });
const led = { campaign: campaign.nullish().meta({ description: CAMPAIGN_TEXT }) };

export const EngagementRecord = z
  .discriminatedUnion("type", [
    record("post_view", "PostView", "A post was opened", { slug: Slug.meta({ description: "Slug of the post" }), ...led }),
    record("page_view", "PageView", "Another page was opened", { path, ...led }),
    record("outbound_click", "OutboundClick", "A link to another site was followed", {
      url: textField({ min: 1, max: ENGAGEMENT_URL_MAX, singleLine: true, format: HTTP_URL, example: "https://tides.example/" }).meta({
        description: "Where the link leads",
      }),
      slug: Slug.nullish().meta({ description: "Slug of the post that contains it" }),
    }),
    record("read_progress", "ReadProgress", "How far a post was read", {
      slug: Slug.meta({ description: "Slug of the post" }),
      percent: z.number().min(0).max(100).meta({ description: "Percentage of the text that was read" }),
      activeMs: z.int().min(0).max(ENGAGEMENT_ACTIVE_MS_MAX).meta({ description: "Milliseconds on screen" }),
    }),
    record("share", "Share", "A post was shared", {
      slug: Slug.meta({ description: "Slug of the post" }),
      channel: name.meta({ description: "Where it was shared", example: "mastodon" }),
    }),
    ...KIND_RECORDS.map((type) => kindRecord(type) as KindRecordSchema),
    record("document_view", "DocumentView", "A page or a document of the site's own kinds was opened", {
      kind: KindName.meta({ description: "Kind of the document, as in API paths" }),
      slug: Slug.meta({ description: "Its slug" }),
    }),
    record("search", "SearchUse", "A visitor searched the site", { resultCount: z.int().min(0).meta({ description: "Documents found" }) }),
    record("cta_click", "CtaClick", "A visitor followed a call to action", {
      name: name.meta({ description: "Its name on the page", example: "hire-me" }),
    }),
  ])
  .meta({ id: "EngagementRecord", description: "An action of a reader, named by `type`" });

export const EngagementBatch = z
  .strictObject({ events: z.array(EngagementRecord).min(1).max(ENGAGEMENT_BATCH_MAX).meta({ description: "Records, in any order" }) })
  .meta({ id: "EngagementBatch", description: "Several records" });

/**
 * A batch. Its records are parsed one by one, so that an invalid one does not cause the others to
 * be rejected.
 */
export const EngagementEnvelope = z.strictObject({ events: z.array(z.unknown()).min(1).max(ENGAGEMENT_BATCH_MAX) });

/** The documented form: one record or a batch. */
export const EngagementRequest = z
  .union([EngagementRecord, EngagementBatch])
  .meta({ id: "EngagementRequest", description: "One record or several" });

export type EngagementRecord = z.output<typeof EngagementRecord>;
export type EngagementBatch = z.output<typeof EngagementBatch>;
