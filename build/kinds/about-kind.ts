import type { Diagnostics } from "../shared/diagnostics.ts";
import { DataDocument } from "../sources/data-document.ts";
import { createMapping } from "../sources/data-values.ts";
import { type RawDocument, toMarkdown } from "../sources/files/raw-document.ts";
import { CheckedDocument } from "./document/checked-document.ts";
import type { DocumentBase, PictureRef, ValuesOf } from "./document/entry.ts";
import { type FileContext, giveNames } from "./document/name-document.ts";
import { byLanguage, createPublicityFields, links, picture, updatedAt } from "./fields/field-values.ts";
import { SCHEDULE, UPDATED } from "./fields/front-matter-names.ts";
import { mapping, optional, text } from "./fields/leaf.ts";
import type { NoticeCounts } from "./fields/notice-counts.ts";
import { createFieldNaming } from "./fields/rename.ts";
import { validate } from "./fields/validate.ts";

/** about.md. */
export function createAboutFields(zone: string) {
  return {
    ...createPublicityFields(zone),
    headline: optional(text()).describe("You, in one line"),
    portrait: optional(picture).describe("Picture: a path relative to the file, or { src, alt }"),
    links: links.describe("Links"),
    location: optional(text()).describe("Where you live"),
    updatedAt: updatedAt(zone),
    /** `bio` is Markdown. */
    translations: byLanguage(mapping({ headline: optional(text()), bio: optional(text()) }, "want { headline, bio }")).describe(
      "The same in other languages, by BCP 47 tag",
    ),
  };
}

const NAMES = { ...SCHEDULE, headline: ["title"], updatedAt: UPDATED, portrait: ["image", "photo", "avatar"] };

/** Front matter keys of about.md, used to detect misspellings. */
export const ABOUT_KEYS: readonly string[] = [...Object.keys(createAboutFields("UTC")), ...Object.values(NAMES).flat()];

export type AboutDocument = DocumentBase &
  Omit<ValuesOf<typeof createAboutFields>, "portrait"> & {
    readonly portrait: PictureRef | null;
    readonly body: string;
    readonly bodyLine: number;
  };

/** Input for parsing a single document, and the collections for its findings. */
export interface DocumentContext extends FileContext {
  readonly diagnostics: Diagnostics;
  readonly noticeCounts: NoticeCounts;
}

export async function parseAbout(raw: RawDocument, context: DocumentContext): Promise<AboutDocument | null> {
  const { config, diagnostics, elsewhere, noticeCounts, timeZone } = context;
  const { file, places, bodyLine } = raw;
  const naming = { ...createFieldNaming(NAMES), kind: "about" as const, extra: null, hasTranslations: false };
  const named = giveNames(raw.data ?? createMapping(), {
    naming,
    config,
    timeZone,
    hasFileDate: false,
    report: (path, finding) => diagnostics.error(places.key(path), finding),
  });
  const data = new DataDocument({ ...named, places, elsewhere });
  const { unknownKeys } = config.frontMatter;
  const { values } = validate(data, mapping(createAboutFields(timeZone), "want front matter"), {
    diagnostics,
    unknownKeys,
    noticeCounts: { unknownKey: (name) => noticeCounts.unknownKey(name, naming.kind) },
  });
  const body = await toMarkdown(raw, config, diagnostics);
  if (values === null) return null;
  const portrait = new CheckedDocument(data, diagnostics).picture(values.portrait, ["portrait"]);
  return { ...values, file, locate: (field) => data.locate(field), portrait, body, bodyLine };
}
