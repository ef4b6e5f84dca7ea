import { AVAILABILITIES, PRICING_MODELS, TIMELINE_UNITS } from "../../contract/enum-values.ts";
import { SLUG_MAX } from "../../contract/limits.ts";
import type { Pricing } from "../../contract/schemas/service.ts";
import { currency, texts, updatedAt } from "../fields/field-values.ts";
import { SCHEDULE, UPDATED } from "../fields/front-matter-names.ts";
import { boolean, mapping, number, oneOf, optional, text, withDefault } from "../fields/leaf.ts";
import { Numeral } from "../sources/data-values.ts";
import type { CheckedDocument } from "./checked-document.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import { createCommonFields, defineBuiltInKind, type EntryContext, order } from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    id: optional(text("want a short name")).describe("Short name for inquiries. Default: the slug"),
    summary: optional(text()).describe("What it is, in a sentence"),
    features: texts.describe("What it has: a list of texts"),
    deliverables: texts.describe("What the client gets: a list of texts"),
    pricing: optional(pricing).describe("What it costs. Default: on request"),
    timeline: optional(timeline).describe("How long it takes"),
    availability: withDefault(oneOf(AVAILABILITIES), "open").describe("Whether it can be had. Default: open"),
    featured: withDefault(boolean, false).describe("Whether it is featured"),
    order: optional(order).describe("Place among the services: small ones come first"),
    updatedAt: updatedAt(timeZone),
  };
}

export const serviceKind = defineBuiltInKind({
  kind: "services",
  fields: createFields,
  names: { ...SCHEDULE, summary: ["description", "excerpt"], updatedAt: UPDATED },
  toOwn,
  readRefers: ({ id }, slug) => ({
    id: id === undefined || id === null ? slug : id instanceof Numeral ? id.source : typeof id === "string" ? id.trim() : null,
  }),
});

export type ServiceEntry = EntryOf<"services", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn({ timeline: time, pricing: price, ...values }: ValuesOf<typeof createFields>, { document, slug }: EntryContext) {
  const own = { pricing: price ?? ON_REQUEST, id: values.id ?? slug };
  checkPricing(own.pricing, document);
  checkSlug(slug, document);
  if (time !== null && time.min !== null && time.max !== null && time.max < time.min) {
    const field = ["timeline", "max"];
    document.error({ code: "bad-value", message: `${time.max} is less than min`, hint: "want max of at least min", field });
  }
  if (!/^[\w.-]+$/.test(own.id) || own.id.length > SLUG_MAX) {
    const hint = "want letters a-z, digits, hyphens, dots or underscores";
    document.error({ code: "bad-value", message: `"${own.id}" is not an id`, hint, field: ["id"] });
  }
  return own;
}

/** The last segment of the path `/services/inquiries`. */
const INQUIRIES = "inquiries";

/** `/services/inquiries` takes inquiries: an offering of that slug could not be reached. */
function checkSlug(slug: string, document: CheckedDocument): void {
  if (slug !== INQUIRIES) return;
  document.error({
    code: "bad-slug",
    message: `"${INQUIRIES}" is where inquiries are sent, and no name for a service`,
    hint: "write another slug, such as slug: inquiries-by-mail",
    field: ["slug"],
  });
}

const ON_REQUEST: Pricing = {
  model: "on_request",
  amountMinor: null,
  maxAmountMinor: null,
  currency: null,
  unit: null,
  taxIncluded: null,
  display: null,
};

function checkPricing({ model, amountMinor, maxAmountMinor, currency: unit }: Pricing, document: CheckedDocument): void {
  const missing = (name: string, hint: string, why = `the model is ${model}`): void =>
    document.error({ code: "missing-key", message: `missing, and ${why}`, hint, field: ["pricing", name] });
  if (model !== "on_request" && amountMinor === null) missing("amountMinor", "want whole minor units: 12500 for 125.00");
  if (model === "range" && maxAmountMinor === null) missing("maxAmountMinor", "want whole minor units: 25000 for 250.00");
  if (unit === null && (amountMinor !== null || maxAmountMinor !== null))
    missing("currency", "want an ISO 4217 code such as EUR or NOK", "there is an amount");
  if (amountMinor !== null && maxAmountMinor !== null && maxAmountMinor < amountMinor) {
    const field = ["pricing", "maxAmountMinor"];
    document.error({ code: "bad-value", message: `${maxAmountMinor} is less than amountMinor`, hint: "want at least amountMinor", field });
  }
}

const minor = number({ min: 0, whole: true }, "want whole minor units: 12500 for 125.00");
const pricing = mapping(
  {
    model: oneOf(PRICING_MODELS),
    amountMinor: optional(minor),
    maxAmountMinor: optional(minor),
    currency: optional(currency),
    unit: optional(text()),
    taxIncluded: optional(boolean),
    display: optional(text()),
  },
  "want { model, amountMinor, currency, … }",
);

const amount = optional(number({ min: 0 }, "want a number from 0"));
const timeline = mapping({ min: amount, max: amount, unit: oneOf(TIMELINE_UNITS), display: optional(text()) }, "want { min, max, unit }");
