import { byKey } from "../../../contract/by-key.ts";
import type { DocumentKind } from "../../../kinds/document-kind.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKindName } from "../../../kinds/document-kinds.ts";
import { isField, type MemberData } from "../../../kinds/members/member-data.ts";
import { readPartialDate } from "../../shared/dates.ts";
import { type DocumentKey, toKindName, toOwnKey } from "../../shared/kind-name.ts";
import type { OwnKind } from "../../shared/resolved-config.ts";
import { type Mapping, Numeral } from "../../sources/data-values.ts";
import type { CellType } from "../../sources/files/csv-entries.ts";
import type { OwnAddresses } from "../addresses/own-addresses.ts";
import { instant, type PictureValue, slug, updatedAt } from "../fields/field-values.ts";
import { COVER, DATED, type FieldNames, foldName, REDIRECT_FROM, SCHEDULE, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { optional } from "../fields/leaf.ts";
import { applySchema } from "./apply-schema.ts";
import type { CheckedDocument } from "./checked-document.ts";
import type { EntryBase, Paged, TagRef } from "./entry.ts";
import { toFieldSchemas } from "./field-schemas.ts";
import {
  checkOrder,
  createNamingFields,
  defineBuiltInKind,
  type EntryContext,
  type Kind,
  PAGE_FIELDS,
  type Refers,
  redirectFrom,
  tags,
  translationKey,
} from "./kind.ts";
import { KIND_RULES, type KindRules } from "./kind-rules.ts";

/** A document of a kind that is defined by its members. */
export interface DocumentEntry extends Omit<EntryBase, "kind">, OwnAddresses, Omit<Paged, "page"> {
  /** null if its kind has no pages. */
  readonly page: string | null;
  readonly kind: DocumentKey;
  /** null to use the first heading, or the beginning of the text. */
  readonly title: string | null;
  readonly language: string | null;
  /** Documents of the kind with the same key are translations of each other. */
  readonly translationKey: string | null;
  /** Its position in the tree of its kind. Missing if the kind has no tree. */
  readonly place?: string;
  readonly updatedAt: string | null;
  readonly permalink: string | null;
  readonly redirectFrom: readonly string[];
  readonly tags: readonly TagRef[];
  /** Values by name. Pictures are references. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Readers of the built-in kinds that are defined by their members. */
export const DOCUMENT_READERS: Readonly<Record<DocumentKindName, Kind>> = byKey(DOCUMENT_KIND_NAMES, (name) =>
  createDocumentReader(DOCUMENT_KINDS[name], KIND_RULES[name]),
);

type ReadKind = DocumentKind & Partial<Pick<OwnKind, "code" | "fields" | "fieldNames">>;

/** Creates a reader for the front matter of a kind that is defined by its members. */
export function createDocumentReader(own: ReadKind, rules?: KindRules): Kind {
  const fields = Object.entries(own.members).filter(([, member]) => isField(member));
  const findField = (isFound: (member: MemberData) => boolean): string | undefined => fields.find(([, member]) => isFound(member))?.[0];
  const mainPicture = findField(({ isMain }) => isMain === true);
  const localDate = findField(({ type }) => type === "localTime");
  const { span } = own;
  return defineBuiltInKind({
    // Built-in kinds and the site's own kinds have separate keys wherever they are looked up.
    kind: own.isBuiltIn ? toKindName(own.name) : toOwnKey(own),
    names: toNames(own),
    own: toOwnNames(own),
    readRefers: (values, slug) => ({ references: readReferences(own, values), ...rules?.readRefers?.(values, slug) }),
    ...(mainPicture === undefined ? {} : { mainPicture }),
    ...(localDate === undefined ? {} : { localDate }),
    pageDate: dateInPages(own) ?? undefined,
    explainKey: (key) => explainKey(key, own),
    ...(own.isDated ? {} : { fits: isNoYear }),
    ...(own.isDataFile ? { cells: toCellTypes(own, own.fieldNames) } : {}),
    isNested: true,
    isTree: own.isTree,
    fields: (timeZone) => ({
      ...createNamingFields(timeZone),
      ...(own.publishedAt === null ? {} : { publishedAt: optional(instant(timeZone)).describe(own.publishedAt) }),
      ...toFieldSchemas(own.members, timeZone),
      ...(own.hasTranslations ? { translationKey } : {}),
      updatedAt: updatedAt(timeZone),
      ...(own.hasTags ? { tags } : {}),
      ...(own.page !== null ? { ...PAGE_FIELDS, redirectFrom } : {}),
    }),
    toOwn: (read, context) => {
      const { document, timeZone, wrong } = context;
      // The schema does not see invalid values.
      const checked: Mapping = wrong.size > 0 ? read : applySchema(read, own, () => toFieldSchemas(own.fields ?? {}, timeZone), document);
      const values = { ...checked, ...rules?.check(checked, context) };
      const [start, end] = (span ?? []).map((name) => values[name] ?? null);
      if (span !== null) checkOrder(start as string | null, end as string | null, span[1], document);
      const textOf = (name: string): string | null => (values[name] ?? null) as string | null;
      return {
        ...{
          title: textOf("title"),
          language: textOf("language"),
          translationKey: textOf("translationKey"),
          updatedAt: textOf("updatedAt"),
        },
        ...{ permalink: textOf("permalink"), redirectFrom: (values.redirectFrom ?? []) as readonly string[] },
        fields: Object.fromEntries(fields.map(([name, member]) => [name, toFieldValue(name, member, values[name], context)])),
      };
    },
  });
}

function toOwnNames({ fields, fieldNames = {} }: ReadKind): Kind["own"] {
  if (fields === undefined) return undefined;
  const written = Object.entries(fields).flatMap(([name, field]) => (isField(field) ? [name] : []));
  return { fields: written, names: fieldNames };
}

function toNames(own: DocumentKind): FieldNames {
  const common = { ...(own.isDated ? DATED : SCHEDULE), updatedAt: UPDATED };
  const members = Object.entries(own.members).flatMap(([name, member]) => {
    const names = member.type === "tags" && !own.hasTags ? [] : (member.names ?? namesOf(name, member));
    return names.length === 0 ? [] : [[name, names] as const];
  });
  return { ...common, ...Object.fromEntries(members), ...(own.page !== null ? { redirectFrom: REDIRECT_FROM } : {}) };
}

function namesOf(name: string, { type }: MemberData): readonly string[] {
  if (type === "tags") return TAGS;
  if (type === "language") return ["lang"];
  if (type === "excerpt") return ["description", "summary"];
  return type === "picture" && name === "cover" ? COVER : [];
}

/**
 * Explains keys that have no effect in a kind. In a tree, folders determine the parents; in one of
 * the site's own kinds, tags and addresses must be enabled in the definition.
 */
function explainKey(key: string, { name, isBuiltIn, isTree, hasTags, page }: DocumentKind): string | null {
  if (isTree && key === "parent") return "folders determine the parents: guide/knots.md is below guide/index.md or guide.md";
  if (isBuiltIn) return null;
  const isAmong = (names: readonly string[]): boolean => names.some((one) => foldName(one) === foldName(key));
  const place = `in kinds.${name} of octavo.config.ts, or remove the key`;
  if (!hasTags && isAmong(["tags", ...TAGS])) return `${name} has no tags: write tags: true ${place}`;
  if (page === null && isAmong(["permalink", "redirectFrom", ...REDIRECT_FROM]))
    return `${name} has no pages: write page: "/${name}/{slug}/" ${place}`;
  return null;
}

/**
 * False for a publication date that is only a year, because `published: 1998` is the year of a
 * printed work.
 */
function isNoYear(field: string, value: unknown): boolean {
  const written = value instanceof Numeral ? value.source : value;
  const isYear = typeof written === "string" && /^\d{4}(?:-\d{2})?$/.test(written.trim()) && readPartialDate(written).ok;
  return field !== "publishedAt" || !isYear;
}

/** Reads each reference separately, so that mistakes in other fields do not matter. */
function readReferences({ members }: DocumentKind, values: Mapping): Refers["references"] {
  return Object.entries(members).flatMap(([field, { type, kind = "" }]) => {
    const written = type === "reference" ? optional(slug).safeParse(values[field]).data : null;
    return typeof written === "string" ? [{ field, kind: toKindName(kind), slug: written }] : [];
  });
}

function toFieldValue(name: string, { type }: MemberData, value: unknown, { document, wrong }: EntryContext): unknown {
  if (type === "picture") return toPicture(name, value as PictureValue | null, document, wrong);
  // If the file has a mistake, defaults are not applied, so the value may be null.
  return type === "pictures" ? document.pictures((value ?? []) as readonly PictureValue[], name) : value;
}

/** `src` is "" if it is invalid (reported). */
function toPicture(name: string, value: PictureValue | null, document: CheckedDocument, wrong: ReadonlySet<string>): unknown {
  const picture = document.picture(value, [name]);
  return picture !== null && wrong.has(name) ? { ...picture, src: "" } : picture;
}

/** Fields that are not texts in CSV. */
function toCellTypes({ members }: DocumentKind, names: OwnKind["fieldNames"] = {}): NonNullable<Kind["cells"]> {
  const lists = ["tags", "redirectFrom"].map((name) => [name, { isList: true, isNumber: false }] as const);
  const own = Object.entries(members).map(([name, { type, item }]) => {
    return [
      name,
      { isList: type === "list" || type === "pictures" || type === "tags", isNumber: (item?.type ?? type) === "number" },
    ] as const;
  });
  const types = new Map<string, CellType>([...lists, ...own]);
  const renamed = Object.entries(names).flatMap(([name, field]) => {
    const type = types.get(field);
    return type === undefined ? [] : [[name, type] as const];
  });
  return Object.fromEntries([...types, ...renamed]);
}

/**
 * The kind's own field that dates documents in the addresses of their pages; null if `publishedAt`
 * dates them.
 */
export function dateInPages({ date, fields = {} }: Pick<OwnKind, "date"> & Partial<Pick<OwnKind, "fields">>): string | null {
  return date !== null && Object.hasOwn(fields, date) && fields[date]?.isComputed !== true ? date : null;
}
