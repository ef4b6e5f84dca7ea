import type { BuiltInDocuments } from "./document-kind.ts";
import type { MemberData } from "./members/member-data.ts";
import type { OwnListDefinition } from "./own-kind.ts";

export const services = {
  name: "services",
  one: "service",
  pageSize: 100,
  date: null,
  order: ["featured=true", "order"],
  filters: [],
  sorts: [],
} as const satisfies OwnListDefinition & { readonly one: string };

export const PRICING_MODELS = ["fixed", "from", "range", "hourly", "daily", "monthly", "on_request"] as const;
const TIMELINE_UNITS = ["hour", "day", "week", "month"] as const;
const AVAILABILITIES = ["open", "waitlist", "closed"] as const;

const minor = { type: "number", isOptional: true, minimum: 0, multipleOf: 1, want: "want whole minor units: 12500 for 125.00" } as const;
const amount = {
  type: "number",
  isOptional: true,
  minimum: 0,
  want: "want a number from 0",
  answer: "In `unit`; null if open-ended",
} as const;

const pricing: MemberData = {
  ...{ type: "object", isOptional: true, schema: { name: "Pricing", description: "Price of a service" } },
  want: "want { model, amountMinor, currency, … }",
  description: "Price. Default: on request",
  answer: "Price",
  fallback: {
    ...{ model: "on_request", amountMinor: null, maxAmountMinor: null, currency: null },
    ...{ unit: null, taxIncluded: null, display: null },
  },
  members: {
    model: {
      ...{ type: "oneOf", values: PRICING_MODELS, schema: { name: "PricingModel", description: "Model of a price" } },
      answer: "Model of the price",
    },
    amountMinor: { ...minor, answer: "Whole minor units (cents, øre)" },
    maxAmountMinor: { ...minor, answer: "Upper end of a range, in whole minor units; null if none" },
    currency: { type: "currency", isOptional: true, answer: "ISO 4217" },
    unit: { type: "text", isOptional: true, answer: "Unit of the price, such as `logo`; null if for everything" },
    taxIncluded: { type: "boolean", isOptional: true, answer: "Whether tax is included; null if not stated" },
    display: { type: "text", isOptional: true, answer: "The price in the author's words; null if none" },
  },
};

export const serviceDocuments: BuiltInDocuments = {
  search: { tags: ["features", "deliverables"], excerpt: ["summary"], cover: null, language: null, hasBodyText: false },
  schema: { name: "Service", document: "ServiceOffering", description: "A service on offer" },
  section: "Services",
  about: "All published offerings. An inquiry refers to `id` as `serviceId`.",
  isPlain: true,
  mayBeYaml: true,
  starter: { summary: null, availability: "open" },
  members: {
    id: {
      ...{ type: "text", hasStandIn: true, want: "want a short name" },
      description: "Short name for inquiries. Default: the slug",
      answer: "`serviceId` of inquiries",
    },
    slug: { type: "slug" },
    url: { type: "pageUrl", answer: "Its page, or the page that all services share" },
    path: { type: "pagePath", answer: "Path of that page" },
    title: { type: "title" },
    summary: {
      ...{ type: "text", isOptional: true, names: ["description", "excerpt"] },
      ...{ description: "Summary, in a sentence", answer: "Plain text; null if none" },
    },
    descriptionHtml: { type: "html", isOptional: true, answer: "The body as HTML; null if none" },
    features: {
      ...{ type: "list", want: "want a list of texts", description: "Included in the price: a list of texts" },
      answer: "Included in the price, plain text",
    },
    deliverables: {
      ...{ type: "list", want: "want a list of texts", description: "Results that the client receives: a list of texts" },
      answer: "Results that the client receives, plain text",
    },
    pricing,
    timeline: {
      ...{ type: "object", isOptional: true, schema: { name: "Timeline", description: "Duration of an offering" } },
      ...{ want: "want { min, max, unit }", description: "Its duration", answer: "Its duration; null if not stated" },
      members: {
        min: amount,
        max: amount,
        unit: {
          ...{ type: "oneOf", values: TIMELINE_UNITS, schema: { name: "TimelineUnit", description: "Unit of a duration" } },
          answer: "Unit of `min` and `max`",
        },
        display: { type: "text", isOptional: true, answer: "The duration in the author's words; null if none" },
      },
    },
    availability: {
      ...{ type: "oneOf", values: AVAILABILITIES, isOptional: true, fallback: "open" },
      schema: { name: "Availability", description: "Availability of an offering" },
      ...{ description: "Availability. Default: open", answer: "Whether it can be ordered" },
    },
    featured: {
      ...{ type: "boolean", isOptional: true, fallback: false, description: "Whether it is featured" },
      answer: "Whether the author features it",
    },
    order: {
      ...{ type: "number", isOptional: true, multipleOf: 1, want: "want a whole number; small ones come first" },
      description: "Position among the services: lower numbers come first",
      answer: "Position set by the author, lowest first; null if none",
    },
  },
  example: {
    id: "weaving-course",
    slug: "weaving-course",
    path: "/services",
    title: "Weaving course",
    summary: "A weekend at the loom.",
    descriptionHtml: "<p>A weekend at the loom.</p>",
    features: ["Two days", "All yarn included"],
    deliverables: ["A scarf of your own"],
    pricing: {
      ...{ model: "fixed", amountMinor: 240_000, maxAmountMinor: null, currency: "NOK" },
      ...{ unit: "person", taxIncluded: true, display: null },
    },
    timeline: { min: 2, max: 2, unit: "day", display: null },
    availability: "open",
    featured: true,
    order: 1,
  },
};
