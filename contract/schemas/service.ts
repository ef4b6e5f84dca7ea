import { z } from "zod";
import { Extra, Image, Instant, LanguageTag, Slug } from "./values.ts";

export const PricingModel = z.enum(["fixed", "from", "range", "hourly", "daily", "monthly", "on_request"]).meta({ id: "PricingModel" });
export const TimelineUnit = z.enum(["hour", "day", "week", "month"]).meta({ id: "TimelineUnit" });
export const Availability = z.enum(["open", "waitlist", "closed"]).meta({ id: "Availability" });

export const Pricing = z
  .strictObject({
    model: PricingModel,
    amountMinor: z.int().min(0).nullable().meta({ description: "whole minor units (cents, øre)" }),
    maxAmountMinor: z.int().min(0).nullable(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable()
      .meta({ description: "ISO 4217" }),
    unit: z.string().nullable(),
    taxIncluded: z.boolean().nullable(),
    display: z.string().nullable(),
  })
  .meta({ id: "Pricing" });

export const Timeline = z
  .strictObject({
    min: z.number().min(0).nullable(),
    max: z.number().min(0).nullable(),
    unit: TimelineUnit,
    display: z.string().nullable(),
  })
  .meta({ id: "Timeline" });

export const ServiceOffering = z
  .strictObject({
    id: z.string().meta({ description: "what an inquiry names as `serviceId`" }),
    slug: Slug,
    title: z.string(),
    summary: z.string().nullable(),
    descriptionHtml: z.string().nullable(),
    features: z.array(z.string()),
    deliverables: z.array(z.string()),
    pricing: Pricing,
    timeline: Timeline.nullable(),
    availability: Availability,
    featured: z.boolean(),
    order: z.int().nullable(),
    updatedAt: Instant.nullable(),
    extra: Extra,
  })
  .meta({ id: "ServiceOffering" });

const CallToAction = z.strictObject({ label: z.string(), href: z.string() }).meta({ id: "CallToAction" });
const Hero = z
  .strictObject({ title: z.string(), subtitle: z.string().nullable(), image: Image.nullable(), cta: CallToAction.nullable() })
  .meta({ id: "ServicesHero" });
const Process = z
  .strictObject({
    title: z.string().nullable(),
    steps: z.array(z.strictObject({ title: z.string(), description: z.string().nullable() })),
  })
  .meta({ id: "ServicesProcess" });
const PageCta = z
  .strictObject({ title: z.string(), text: z.string().nullable(), label: z.string(), href: z.string() })
  .meta({ id: "ServicesCta" });

export const ServicesPage = z
  .strictObject({
    locale: LanguageTag,
    availableLocales: z.array(LanguageTag),
    hero: Hero.nullable(),
    process: Process.nullable(),
    cta: PageCta.nullable(),
    translations: z.record(z.string(), z.strictObject({ hero: Hero.nullable(), process: Process.nullable(), cta: PageCta.nullable() })),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "ServicesPage" });

export type Pricing = z.infer<typeof Pricing>;
export type Timeline = z.infer<typeof Timeline>;
export type ServiceOffering = z.infer<typeof ServiceOffering>;
export type ServicesPage = z.infer<typeof ServicesPage>;
