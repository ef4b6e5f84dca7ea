import { z } from "zod";
import { AVAILABILITIES, PRICING_MODELS, TIMELINE_UNITS } from "../enum-values.ts";
import { AbsoluteUrl, Extra, Image, Instant, LanguageTag, PagePath, Slug } from "./values.ts";

export const PricingModel = z.enum(PRICING_MODELS).meta({ id: "PricingModel", description: "How a price is meant" });
export const TimelineUnit = z.enum(TIMELINE_UNITS).meta({ id: "TimelineUnit", description: "Unit of a duration" });
export const Availability = z.enum(AVAILABILITIES).meta({ id: "Availability", description: "Whether orders are taken" });

export const Pricing = z
  .strictObject({
    model: PricingModel.meta({ description: "How the price is meant" }),
    amountMinor: z.int().min(0).nullable().meta({ description: "Whole minor units (cents, øre)" }),
    maxAmountMinor: z.int().min(0).nullable().meta({ description: "Upper end of a range, in whole minor units; null: none" }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable()
      .meta({ description: "ISO 4217" }),
    unit: z.string().nullable().meta({ description: "What one price is for, such as `logo`; null: the whole" }),
    taxIncluded: z.boolean().nullable().meta({ description: "Whether tax is in it; null: not said" }),
    display: z.string().nullable().meta({ description: "The price in the author's words; null: none" }),
  })
  .meta({ id: "Pricing", description: "What an offering costs" });

export const Timeline = z
  .strictObject({
    min: z.number().min(0).nullable().meta({ description: "In `unit`; null: open" }),
    max: z.number().min(0).nullable().meta({ description: "In `unit`; null: open" }),
    unit: TimelineUnit.meta({ description: "Of `min` and `max`" }),
    display: z.string().nullable().meta({ description: "The duration in the author's words; null: none" }),
  })
  .meta({ id: "Timeline", description: "How long an offering takes" });

export const ServiceOffering = z
  .strictObject({
    id: z.string().meta({ description: "What an inquiry names as `serviceId`" }),
    slug: Slug.meta({ description: "Made of the title, or set" }),
    url: AbsoluteUrl.meta({ description: "Its page, or the page that all services share" }),
    path: PagePath.meta({ description: "Path of that page, as in `url`" }),
    title: z.string().meta({ description: "Plain text" }),
    summary: z.string().nullable().meta({ description: "Plain text; null: none" }),
    descriptionHtml: z.string().nullable().meta({ description: "The body as safe HTML; null: none" }),
    features: z.array(z.string()).meta({ description: "What it offers, plain text" }),
    deliverables: z.array(z.string()).meta({ description: "What the client gets, plain text" }),
    pricing: Pricing.meta({ description: "What it costs" }),
    timeline: Timeline.nullable().meta({ description: "How long it takes; null: not said" }),
    availability: Availability.meta({ description: "Whether it can be ordered" }),
    featured: z.boolean().meta({ description: "Whether the author puts it forward" }),
    order: z.int().nullable().meta({ description: "Place the author gives it, the lowest first; null: none" }),
    updatedAt: Instant.nullable().meta({ description: "Last change the author dates; null: undated" }),
    extra: Extra.meta({ description: "The author's own front matter" }),
  })
  .meta({ id: "ServiceOffering", description: "A service on offer" });

const CallToAction = z
  .strictObject({
    label: z.string().meta({ description: "Text of the button" }),
    href: z.string().meta({ description: "Absolute address, or path on the site" }),
  })
  .meta({ id: "CallToAction", description: "A button" });
const Hero = z
  .strictObject({
    title: z.string().meta({ description: "Plain text" }),
    subtitle: z.string().nullable().meta({ description: "Plain text; null: none" }),
    image: Image.nullable().meta({ description: "Null: none" }),
    cta: CallToAction.nullable().meta({ description: "Button; null: none" }),
  })
  .meta({ id: "ServicesHero", description: "Head of the services page" });
const Process = z
  .strictObject({
    title: z.string().nullable().meta({ description: "Plain text; null: none" }),
    steps: z
      .array(
        z.strictObject({
          title: z.string().meta({ description: "Plain text" }),
          description: z.string().nullable().meta({ description: "Plain text; null: none" }),
        }),
      )
      .meta({ description: "In order" }),
  })
  .meta({ id: "ServicesProcess", description: "How the author works" });
const PageCta = z
  .strictObject({
    title: z.string().meta({ description: "Plain text" }),
    text: z.string().nullable().meta({ description: "Plain text; null: none" }),
    label: z.string().meta({ description: "Text of the button" }),
    href: z.string().meta({ description: "Absolute address, or path on the site" }),
  })
  .meta({ id: "ServicesCta", description: "Invitation at the end of the services page" });

export const ServicesPage = z
  .strictObject({
    locale: LanguageTag.meta({ description: "BCP 47, of the texts in this answer" }),
    availableLocales: z.array(LanguageTag).meta({ description: "BCP 47, all that the page has" }),
    hero: Hero.nullable().meta({ description: "Head of the page; null: none" }),
    process: Process.nullable().meta({ description: "How the author works; null: not said" }),
    cta: PageCta.nullable().meta({ description: "Invitation at the end; null: none" }),
    translations: z
      .record(
        z.string(),
        z.strictObject({
          hero: Hero.nullable().meta({ description: "As above, in that language" }),
          process: Process.nullable().meta({ description: "As above, in that language" }),
          cta: PageCta.nullable().meta({ description: "As above, in that language" }),
        }),
      )
      .meta({ description: "The other languages' texts, by BCP 47 tag" }),
    updatedAt: Instant.nullable().meta({ description: "Last change the author dates; null: undated" }),
  })
  .meta({ id: "ServicesPage", description: "Texts of the services page" });

export type Pricing = z.infer<typeof Pricing>;
export type Timeline = z.infer<typeof Timeline>;
export type ServiceOffering = z.infer<typeof ServiceOffering>;
export type ServicesPage = z.infer<typeof ServicesPage>;
