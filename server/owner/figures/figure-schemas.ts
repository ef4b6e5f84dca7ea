import { z } from "zod";
import {
  DIMENSIONS,
  DROP_REASONS,
  ENGAGEMENT_TYPES,
  type EngagementExportRow,
  type EngagementSummary,
  type EngagementVerification,
  type PostEngagement,
  type PostReferrers,
  type PurgedEngagement,
} from "../../store/engagement-types.ts";
import { DayText } from "../inquiries/inquiry-schemas.ts";

/**
 * The first and the last day, both inclusive. If the last day is earlier than the first, the period
 * is empty.
 */
export const Days = { fromDay: DayText, toDay: DayText };
export const TimeZone = z.string().max(100);
/** Maximum number of entries in each list. */
export const Limit = z.int().min(0).max(10_000);
export const DocumentSlug = z.string().max(400);
export const EngagementTypeName = z.enum(ENGAGEMENT_TYPES);
export const DimensionName = z.enum(DIMENSIONS);

const Whole = z.int().min(0);
/**
 * Views by visitors who had already seen the same page that day, mostly reloads. Null if some views
 * were recorded before this count existed.
 */
const Repeats = Whole.nullable();
const Dropped = z.object({ reason: z.enum(DROP_REASONS), count: Whole });
const Reading = z.object({ tenths: z.array(Whole), count: Whole, meanActiveMs: z.number() });

const Counted = { count: Whole, visitors: Whole, repeats: Repeats, estimated: z.boolean() };
export const CountedValue = z.object({ value: z.string(), ...Counted });
const TypedCount = z.object({ value: z.string(), type: EngagementTypeName, ...Counted });

export const Summary = z.object({
  days: z.array(z.object({ day: DayText, type: EngagementTypeName, count: Whole, repeats: Repeats })),
  visitors: z.array(z.object({ day: DayText, visitors: Whole, estimated: z.boolean() })),
  top: z.object(
    Object.fromEntries(DIMENSIONS.map((name) => [name, z.array(TypedCount)])) as Record<Dimensions, z.ZodArray<typeof TypedCount>>,
  ),
  readThrough: z.array(Reading.extend({ slug: z.string() })),
  searches: z.array(z.object({ day: DayText, count: Whole, empty: Whole })),
  dropped: z.array(Dropped),
}) satisfies z.ZodType<EngagementSummary>;
type Dimensions = (typeof DIMENSIONS)[number];

export const PostFigures = z.object({
  days: z.array(
    z.object({ day: DayText, type: EngagementTypeName, count: Whole, visitors: Whole, repeats: Repeats, estimated: z.boolean() }),
  ),
  reading: Reading,
}) satisfies z.ZodType<PostEngagement>;

export const Verification = z.object({
  events: Whole,
  fromDay: DayText,
  drift: z.array(z.object({ what: z.string(), stored: z.number(), recomputed: z.number() })),
}) satisfies z.ZodType<EngagementVerification>;

export const Purged = z.object({ events: Whole, figures: Whole, texts: Whole }) satisfies z.ZodType<PurgedEngagement>;

export const EventRow = z.object({
  at: z.int(),
  type: EngagementTypeName,
  path: z.string().nullable(),
  slug: z.string().nullable(),
  referrer: z.string().nullable(),
  target: z.string().nullable(),
  value: z.number().nullable(),
  activeMs: z.number().nullable(),
}) satisfies z.ZodType<EngagementExportRow>;

const Totals = z.object({
  views: Whole,
  repeats: Repeats,
  /** The sum of the daily numbers: someone who comes on two days counts twice. */
  visitors: Whole,
  estimated: z.boolean(),
  readings: Whole,
  /** Readings that reached the end. */
  readToEnd: Whole,
  meanActiveMs: z.number(),
  links: Whole,
  shares: Whole,
  searches: Whole,
  emptySearches: Whole,
  /** Records of all types: counted ones, and dropped ones. */
  recorded: Whole,
  dropped: Whole,
});

/** Each day of the period, oldest first. `visitors` are distinguished within a UTC day. */
const ReportDays = z
  .array(z.object({ day: DayText, views: Whole, visitors: Whole, estimated: z.boolean(), searches: Whole, emptySearches: Whole }))
  .readonly();

export const FiguresReport = z.object({
  siteName: z.string(),
  /**
   * The time zone of `days`, whose days are cut at full UTC hours. Searches and all lists count UTC
   * days.
   */
  timeZone: z.string(),
  ...Days,
  days: ReportDays,
  totals: Totals,
  before: Totals.meta({ description: "The totals of the preceding period of the same length" }),
  posts: z
    .array(
      z.object({
        slug: z.string(),
        /**
         * null if nothing is published under the slug any more, or the published content is not known
         * here.
         */
        title: z.string().nullable(),
        views: Whole,
        visitors: Whole,
        repeats: Repeats,
        estimated: z.boolean(),
        readings: Whole,
        readToEnd: Whole,
        meanActiveMs: z.number(),
      }),
    )
    .readonly(),
  /** Documents other than posts, by slug. */
  others: z.array(CountedValue.extend({ title: z.string().nullable() })).readonly(),
  /** Pages by path, including those of posts. */
  pages: z.array(CountedValue).readonly(),
  referrers: z.array(CountedValue).readonly(),
  direct: Whole.meta({ description: "Views without a referrer, or from pages of the site itself" }),
  links: z.array(CountedValue).readonly(),
  shares: z.array(CountedValue).readonly(),
  calls: z.array(CountedValue).readonly(),
  /** Views by `source / medium / name`, if the site's owner collects them. */
  campaigns: z.array(CountedValue).readonly(),
  /** How many readings of all posts ended in each tenth (index 10: 100%). */
  tenths: z.array(Whole).readonly(),
  dropped: z.array(Dropped).readonly(),
});

const Referrers = z.object({
  referrers: z.array(z.object({ value: z.string(), count: Whole })),
  direct: Whole,
  fromDay: DayText.meta({
    description:
      "The first UTC day that is counted completely: referrers of one document come from raw events, which are kept only for a limited time",
  }),
}) satisfies z.ZodType<PostReferrers>;

export const OnePost = z.object({
  slug: z.string(),
  ...Days,
  days: ReportDays,
  views: Whole,
  visitors: Whole,
  estimated: z.boolean(),
  before: z
    .object({ views: Whole, visitors: Whole, reading: Reading })
    .meta({ description: "The same figures for the preceding period of the same length" }),
  reading: Reading,
  referrers: Referrers,
});
