import type { z } from "zod";
import { SLUG_MAX } from "../../contract/limits.ts";
import type { Pricing } from "../../contract/schemas/service.ts";
import type { CollectionSchemas } from "../content-schema/collections.ts";
import type { DataDocument } from "../data-node.ts";
import { compareText } from "../diagnostics.ts";
import type { BookEntry, PhotoEntry, ProjectEntry, SeriesEntry, ServiceEntry } from "../entries.ts";
import type { ParseContext } from "./context.ts";
import { type NamedDocument, noteTags, toBase, toPicture, toPictures } from "./parse-entry.ts";
import type { Plain } from "./parsed-file.ts";

/** Values of a collection → its entries, with the rules that join two fields. */

type Values<K extends keyof CollectionSchemas> = z.infer<CollectionSchemas[K]>;

export function toProject(
  { slug: _, tags, ...values }: Values<"projects">,
  named: NamedDocument,
  context: ParseContext,
): Plain<ProjectEntry> {
  const { document } = named;
  noteTags(tags, document, context);
  checkOrder(values.startedOn, values.endedOn, "endedOn", document, context);
  return {
    ...values,
    ...toBase(named, values),
    kind: "projects",
    cover: toPicture(values.cover, ["cover"], document, context),
    gallery: toPictures(values.gallery, "gallery", document, context),
  };
}

export function toBook({ slug: _, tags, ...values }: Values<"books">, named: NamedDocument, context: ParseContext): Plain<BookEntry> {
  const { document } = named;
  noteTags(tags, document, context);
  checkOrder(values.startedOn, values.finishedOn, "finishedOn", document, context);
  return {
    ...values,
    ...toBase(named, values),
    kind: "books",
    cover: toPicture(values.cover, ["cover"], document, context),
  };
}

export function toPhoto({ slug: _, tags, ...values }: Values<"photos">, named: NamedDocument, context: ParseContext): Plain<PhotoEntry> {
  const { document } = named;
  noteTags(tags, document, context);
  const { location } = values;
  if (location !== null && (location.latitude === null) !== (location.longitude === null)) {
    const field = ["location", location.latitude === null ? "latitude" : "longitude"];
    context.diagnostics.error(document.locate(field), {
      code: "missing-key",
      message: "missing",
      hint: "latitude and longitude go together",
      field,
    });
  }
  const image = toPicture(values.image, ["image"], document, context) ?? { src: values.image.src, alt: null, field: ["image"] };
  return {
    ...values,
    ...toBase(named, values),
    kind: "photos",
    image,
    exif: writtenMembers(values.exif),
  };
}

export function toService(
  { slug: _, id, ...values }: Values<"services">,
  named: NamedDocument,
  context: ParseContext,
): Plain<ServiceEntry> {
  const { document } = named;
  const { timeline } = values;
  const pricing = values.pricing ?? ON_REQUEST;
  checkPricing(pricing, document, context);
  if (timeline !== null && timeline.min !== null && timeline.max !== null && timeline.max < timeline.min) {
    const field = ["timeline", "max"];
    context.diagnostics.error(document.locate(field), {
      code: "bad-value",
      message: `${timeline.max} is less than min`,
      hint: "want max of at least min",
      field,
    });
  }
  const serviceId = id ?? named.slug;
  if (!/^[\w.-]+$/.test(serviceId) || serviceId.length > SLUG_MAX) {
    const hint = "want letters a-z, digits, hyphens, dots or underscores";
    context.diagnostics.error(document.locate(["id"]), { code: "bad-value", message: `"${serviceId}" is not an id`, hint, field: ["id"] });
  }
  return { ...values, ...toBase(named, values), kind: "services", id: serviceId, pricing };
}

export function toSeries({ slug: _, ...values }: Values<"series">, named: NamedDocument, context: ParseContext): Plain<SeriesEntry> {
  return { ...values, ...toBase(named, values), kind: "series", cover: toPicture(values.cover, ["cover"], named.document, context) };
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

function checkPricing(
  { model, amountMinor, maxAmountMinor, currency }: Pricing,
  document: DataDocument,
  { diagnostics }: ParseContext,
): void {
  const missing = (name: string, hint: string, why = `the model is ${model}`): void => {
    const field = ["pricing", name];
    diagnostics.error(document.locate(field), { code: "missing-key", message: `missing, and ${why}`, hint, field });
  };
  if (model !== "on_request" && amountMinor === null) missing("amountMinor", "want whole minor units: 12500 for 125.00");
  if (model === "range" && maxAmountMinor === null) missing("maxAmountMinor", "want whole minor units: 25000 for 250.00");
  if (currency === null && (amountMinor !== null || maxAmountMinor !== null))
    missing("currency", "want an ISO 4217 code such as EUR or NOK", "there is an amount");
  if (amountMinor !== null && maxAmountMinor !== null && maxAmountMinor < amountMinor) {
    const field = ["pricing", "maxAmountMinor"];
    diagnostics.error(document.locate(field), {
      code: "bad-value",
      message: `${maxAmountMinor} is less than amountMinor`,
      hint: "want at least amountMinor",
      field,
    });
  }
}

/** Dates known to the year or month compare as far as both are known. */
function checkOrder(start: string | null, end: string | null, field: string, document: DataDocument, { diagnostics }: ParseContext): void {
  if (start === null || end === null) return;
  const known = Math.min(start.length, end.length);
  if (compareText(end.slice(0, known), start.slice(0, known)) >= 0) return;
  diagnostics.error(document.locate([field]), {
    code: "bad-value",
    message: `${end} is before startedOn (${start})`,
    hint: "look for a mistyped year",
    field: [field],
  });
}

/** Only the members that the author wrote: the rest comes from the file. */
function writtenMembers<T extends object>(values: { readonly [K in keyof T]: T[K] | null } | null): Partial<T> | null {
  if (values === null) return null;
  const written = Object.entries(values).filter(([, value]) => value !== null);
  return written.length === 0 ? null : (Object.fromEntries(written) as Partial<T>);
}
