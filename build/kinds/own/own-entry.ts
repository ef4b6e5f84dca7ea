import type { z } from "zod";
import type { FieldData } from "../../../kinds/field-data.ts";
import type { OwnAddresses } from "../../addresses/own-addresses.ts";
import type { OwnKind } from "../../config/resolve-kinds.ts";
import { NO_EXTRA } from "../../fields/extra.ts";
import { createPublicityFields, language, slug, updatedAt } from "../../fields/field-values.ts";
import { COVER, DATED, type FieldNames, REDIRECT_FROM, TAGS, UPDATED } from "../../fields/front-matter-names.ts";
import { mapping, optional, text } from "../../fields/leaf.ts";
import { validate } from "../../fields/validate.ts";
import type { Mapping } from "../../sources/data-values.ts";
import { CheckedDocument } from "../checked-document.ts";
import type { EntryBase, Paged, PictureRef, Publicity, TagRef } from "../entry.ts";
import { checkExpiry, cover, type Kind, PAGE_FIELDS, type Refers, redirectFrom, tags, title, translationKey } from "../kind.ts";
import { applySchema } from "./apply-schema.ts";
import { type OwnKindKey, toKindName, toOwnKey } from "./kind-name.ts";
import { asPictures, toFieldSchema } from "./own-fields.ts";

/** A document of a kind that the configuration defines. */
export interface OwnEntry extends Omit<EntryBase, "kind">, OwnAddresses, Omit<Paged, "page"> {
  /** null: its kind has no pages. */
  readonly page: string | null;
  readonly kind: OwnKindKey;
  /** null: the first heading, or the beginning of the text. */
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly cover: PictureRef | null;
  readonly language: string | null;
  /** Documents of the kind with one key are translations of each other. */
  readonly translationKey: string | null;
  readonly updatedAt: string | null;
  readonly permalink: string | null;
  readonly redirectFrom: readonly string[];
  readonly tags: readonly TagRef[];
  /** Values by name; of pictures, their references. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const NAMES: FieldNames = { ...DATED, updatedAt: UPDATED, cover: COVER, language: ["lang"], excerpt: ["description", "summary"] };

const WANT = "want keys and values";

/** Reads the front matter of a kind that the configuration defines. */
export function createOwnKind(own: OwnKind): Kind {
  const ownFields = Object.entries(own.fields).filter(([, { isComputed }]) => isComputed !== true);
  const createOwnFields = (timeZone: string) => Object.fromEntries(ownFields.map(([name, data]) => [name, toFieldSchema(data, timeZone)]));
  const createFields = (timeZone: string) => ({
    title: optional(title).describe("Title, as text"),
    slug: optional(slug).describe("Last part of the address. Default: from the file's name"),
    ...createPublicityFields(timeZone),
    excerpt: optional(text()).describe("What it is, in a sentence or two"),
    cover,
    language: optional(language).describe("BCP 47 tag. Default: the site's"),
    translationKey,
    updatedAt: updatedAt(timeZone),
    ...(own.hasTags ? { tags } : {}),
    ...(own.page === null ? {} : { ...PAGE_FIELDS, redirectFrom }),
    ...createOwnFields(timeZone),
  });
  return {
    // Names of kinds that are built in and of others are kept apart where they are looked up.
    kind: toOwnKey(own),
    names: { ...NAMES, ...(own.hasTags ? { tags: TAGS } : {}), ...(own.page === null ? {} : { redirectFrom: REDIRECT_FROM }) },
    readRefers: (values) => ({ references: readReferences(ownFields, values) }),
    ...(own.isDataFile ? { cells: toCellTypes(ownFields) } : {}),
    fieldNames: () => Object.keys(createFields("UTC")),
    schema: () => mapping(createFields("UTC"), WANT),
    createReader: (timeZone) => {
      const fields = createFields(timeZone);
      const schema = mapping(fields, WANT);
      const ownSchemas = createOwnFields(timeZone);
      const lenient = mapping(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, optional(one as z.ZodType)])), WANT);
      return (named, options) => {
        const { values, wrong } = validate<object>(named.data, schema, { ...options, lenient });
        if (values === null) return null;
        const document = new CheckedDocument(named.data, options.diagnostics);
        // Of wrong values the schema says nothing.
        const checked = wrong.size > 0 ? (values as Mapping) : applySchema(values as Mapping, own, ownSchemas, document);
        const common = values as CommonValues;
        checkExpiry(common, document, timeZone);
        const entry = {
          kind: toOwnKey(own),
          slug: named.slug,
          bodyLine: named.bodyLine,
          extra: NO_EXTRA,
          draft: common.draft || named.inDrafts,
          publishedAt: common.publishedAt,
          expiresAt: common.expiresAt,
          title: common.title,
          excerpt: common.excerpt,
          cover: document.picture(asPictures(common.cover)[0] ?? null, ["cover"]),
          language: common.language,
          translationKey: common.translationKey,
          updatedAt: common.updatedAt,
          permalink: common.permalink ?? null,
          redirectFrom: common.redirectFrom ?? [],
          fields: Object.fromEntries(ownFields.map(([name, data]) => [name, toFieldValue(checked, name, data, document)])),
        };
        return { entry, tags: common.tags ?? [], categories: [] };
      };
    },
  };
}

type OwnFields = readonly (readonly [name: string, data: FieldData])[];

/** Each field for itself: a mistake elsewhere hides nothing here. */
function readReferences(fields: OwnFields, values: Mapping): Refers["references"] {
  return fields.flatMap(([field, { type, kind = "" }]) => {
    const written = type === "reference" ? optional(slug).safeParse(values[field]).data : null;
    return typeof written === "string" ? [{ field, kind: toKindName(kind), slug: written }] : [];
  });
}

/** Fields that CSV does not read as text. */
function toCellTypes(fields: OwnFields): NonNullable<Kind["cells"]> {
  const lists = ["tags", "redirectFrom"].map((name) => [name, { isList: true, isNumber: false }] as const);
  const own = fields.map(([name, { type, item }]) => {
    return [name, { isList: type === "list" || type === "pictures", isNumber: (item?.type ?? type) === "number" }] as const;
  });
  return Object.fromEntries([...lists, ...own]);
}

interface CommonValues extends Publicity, Pick<OwnEntry, "title" | "excerpt" | "language" | "translationKey" | "updatedAt"> {
  readonly cover: unknown;
  readonly tags?: readonly string[] | null;
  readonly permalink?: string | null;
  readonly redirectFrom?: readonly string[] | null;
}

function toFieldValue(values: Mapping, name: string, { type }: FieldData, document: CheckedDocument): unknown {
  const value = values[name];
  if (type === "picture") return document.picture(asPictures(value)[0] ?? null, [name]);
  return type === "pictures" ? document.pictures(asPictures(value), name) : value;
}
