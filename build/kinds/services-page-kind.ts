import type { z } from "zod";
import { type RawDocument, toDataDocument } from "../sources/files/raw-document.ts";
import type { DocumentContext } from "./about-kind.ts";
import { CheckedDocument } from "./document/checked-document.ts";
import type { DocumentBase, PictureRef } from "./document/entry.ts";
import { byLanguage, href, language, picture, updatedAt } from "./fields/field-values.ts";
import { list, mapping, optional, text } from "./fields/leaf.ts";
import { validate } from "./fields/validate.ts";

const action = mapping({ label: text("want a label"), href }, "want { label, href }");
const step = mapping({ title: text("want a title"), description: optional(text()) }, "want { title, description }");
const parts = {
  hero: optional(
    mapping(
      { title: text("want a title"), subtitle: optional(text()), image: optional(picture), cta: optional(action) },
      "want { title, subtitle, image, cta }",
    ),
  ),
  process: optional(
    mapping({ title: optional(text()), steps: list(step, "want a list of { title, description }") }, "want { title, steps }"),
  ),
  cta: optional(
    mapping(
      { title: text("want a title"), text: optional(text()), label: text("want a label"), href },
      "want { title, text, label, href }",
    ),
  ),
};

/** services-page.yaml. */
export function createServicesPageSchema(zone: string) {
  return mapping(
    {
      locale: optional(language).describe("Language of the page, a BCP 47 tag. Default: the site's"),
      hero: parts.hero.describe("Head of the page"),
      process: parts.process.describe("How you work, in steps"),
      cta: parts.cta.describe("Call to action"),
      translations: byLanguage(mapping(parts, "want { hero, process, cta }")).describe("The same in other languages, by BCP 47 tag"),
      updatedAt: updatedAt(zone),
    },
    "want keys and values",
  );
}

type PageValues = z.infer<ReturnType<typeof createServicesPageSchema>>;
type WrittenParts = Pick<PageValues, "hero" | "process" | "cta">;
type WrittenHero = NonNullable<WrittenParts["hero"]>;
type PageParts = Omit<WrittenParts, "hero"> & {
  readonly hero: (Omit<WrittenHero, "image"> & { readonly image: PictureRef | null }) | null;
};

export type ServicesPageDocument = DocumentBase &
  PageParts &
  Pick<PageValues, "locale" | "updatedAt"> & { readonly translations: Readonly<Record<string, PageParts>> };

export function parseServicesPage(raw: RawDocument, { elsewhere, diagnostics, timeZone }: DocumentContext): ServicesPageDocument | null {
  if (raw.data === null) return null;
  const data = toDataDocument(raw, elsewhere);
  const { values } = validate(data, createServicesPageSchema(timeZone), { diagnostics, unknownKeys: "error" });
  if (values === null) return null;
  const document = new CheckedDocument(data, diagnostics);
  const toParts = ({ hero, process, cta }: WrittenParts, path: readonly string[]): PageParts => ({
    hero: hero && { ...hero, image: document.picture(hero.image, [...path, "hero", "image"]) },
    process,
    cta,
  });
  const translations = Object.entries(values.translations).map(([tag, part]) => [tag, toParts(part, ["translations", tag])] as const);
  const { locale, updatedAt } = values;
  const locate = data.locate.bind(data);
  return { ...toParts(values, []), file: raw.file, locate, locale, translations: Object.fromEntries(translations), updatedAt };
}
