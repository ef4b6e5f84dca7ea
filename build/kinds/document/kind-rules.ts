import { SLUG_MAX } from "../../../contract/limits.ts";
import type { DocumentKindName } from "../../../kinds/document-kinds.ts";
import type { PRICING_MODELS } from "../../../kinds/services.ts";
import { type Mapping, Numeral } from "../../sources/data-values.ts";
import type { CheckedDocument } from "./checked-document.ts";
import type { EntryContext, KindDefinition } from "./kind.ts";

/** Code of a built-in kind in addition to its members. */
export interface KindRules extends Pick<KindDefinition<never, never>, "readRefers"> {
  /** Reports mistakes that involve several fields. Returns values for omitted fields. */
  readonly check: (values: Mapping, context: EntryContext) => Mapping;
}

export const KIND_RULES: Readonly<Partial<Record<DocumentKindName, KindRules>>> = {
  photos: { check: checkPhoto },
  services: {
    check: checkService,
    readRefers: ({ id }, slug) => ({
      id: id === undefined || id === null ? slug : id instanceof Numeral ? id.source : typeof id === "string" ? id.trim() : null,
    }),
  },
};

interface PhotoPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

function checkPhoto({ location }: Mapping, { document }: EntryContext): Mapping {
  const { latitude = null, longitude = null } = (location ?? {}) as Partial<PhotoPlace>;
  if ((latitude === null) !== (longitude === null)) {
    const field = ["location", latitude === null ? "latitude" : "longitude"];
    document.error({ code: "missing-key", message: "missing", hint: "write both latitude and longitude", field });
  }
  return {};
}

function checkService({ id, timeline, pricing }: Mapping, { document, slug }: EntryContext): Mapping {
  const ownId = typeof id === "string" ? id : slug;
  if (pricing !== null && pricing !== undefined) checkPricing(pricing as Pricing, document);
  checkSlug(slug, document);
  const { min = null, max = null } = (timeline ?? {}) as { readonly min?: number | null; readonly max?: number | null };
  if (min !== null && max !== null && max < min) {
    const field = ["timeline", "max"];
    document.error({ code: "bad-value", message: `${max} is less than min`, hint: "want a max that is not less than min", field });
  }
  if (!/^[\w.-]+$/.test(ownId) || ownId.length > SLUG_MAX) {
    const hint = "want letters a-z, digits, hyphens, dots or underscores";
    document.error({ code: "bad-value", message: `"${ownId}" is not an id`, hint, field: ["id"] });
  }
  return { id: ownId };
}

/** The last segment of the path `/services/inquiries`. */
const INQUIRIES = "inquiries";

/** Reports a service whose path would be `/services/inquiries`, which receives inquiries. */
function checkSlug(slug: string, document: CheckedDocument): void {
  if (slug !== INQUIRIES) return;
  document.error({
    code: "bad-slug",
    message: `inquiries are sent to "${INQUIRIES}", so a service cannot have this slug`,
    hint: "write a different slug, such as slug: inquiries-by-mail",
    field: ["slug"],
  });
}

interface Pricing {
  readonly model: (typeof PRICING_MODELS)[number];
  readonly amountMinor: number | null;
  readonly maxAmountMinor: number | null;
  readonly currency: string | null;
}

function checkPricing({ model, amountMinor, maxAmountMinor, currency }: Pricing, document: CheckedDocument): void {
  const missing = (name: string, hint: string, why = `the model is ${model}`): void =>
    document.error({ code: "missing-key", message: `missing, and ${why}`, hint, field: ["pricing", name] });
  if (model !== "on_request" && amountMinor === null) missing("amountMinor", "want whole minor units: 12500 for 125.00");
  if (model === "range" && maxAmountMinor === null) missing("maxAmountMinor", "want whole minor units: 25000 for 250.00");
  if (currency === null && (amountMinor !== null || maxAmountMinor !== null))
    missing("currency", "want an ISO 4217 code such as EUR or NOK", "there is an amount");
  if (amountMinor !== null && maxAmountMinor !== null && maxAmountMinor < amountMinor) {
    const field = ["pricing", "maxAmountMinor"];
    document.error({
      code: "bad-value",
      message: `${maxAmountMinor} is less than amountMinor`,
      hint: "want at least the value of amountMinor",
      field,
    });
  }
}
