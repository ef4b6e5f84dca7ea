import { dateInPages } from "../../build/kinds/document/document-entry.ts";
import type { OwnKind } from "../../build/shared/resolved-config.ts";
import type { CollectionName } from "../../contract/config/config-names.ts";
import type { BuiltInDocuments } from "../../kinds/document-kind.ts";
import { DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import { BUILT_IN_DOCUMENTS } from "../../kinds/list-kinds.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";

export type NewFields = Readonly<Record<string, unknown>>;

export interface NewFieldValues {
  readonly title: string;
  /** `2026-06-01`, or with a time and an offset. */
  readonly date: string;
  /** `2026-06-01` */
  readonly day: string;
  /** Path of a photo: `./heron.jpg`. */
  readonly picture: string;
  /** Its alternative text; null if only the author can write it. */
  readonly alt: string | null;
}

/**
 * Fields of a new document of a built-in kind, with our names; null for a field to fill in. The
 * kind's schema accepts all of them.
 */
export function toNewFields(kind: CollectionName, values: NewFieldValues): NewFields {
  const { title, date } = values;
  if (kind === "posts") return { title, publishedAt: date, tags: [] };
  if (kind === "series") return { title, description: null, status: "ongoing" };
  const { starter = {} }: BuiltInDocuments = BUILT_IN_DOCUMENTS[kind];
  const filled = fillIn(starter, values) as NewFields;
  return { title, ...filled, ...(DOCUMENT_KINDS[kind].hasTags && kind !== "pages" ? { tags: [] } : {}) };
}

function fillIn(value: unknown, values: NewFieldValues): unknown {
  if (typeof value === "string") {
    const name = /^\{(\w+)\}$/.exec(value)?.[1] as keyof NewFieldValues | undefined;
    return name === undefined ? value : values[name];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillIn(member, values)]));
}

/**
 * Fields of a new document of a kind that the site defines: the required ones, in the order of the
 * definition.
 */
export function toOwnFields(kind: OwnKind, values: NewFieldValues): NewFields {
  const { fields, hasTags } = kind;
  const pageDate = /\{(?:year|month|day|i_month|i_day)\}/.test(kind.page ?? "") ? (dateInPages(kind) ?? "publishedAt") : null;
  const required = Object.entries(fields).filter(
    ([name, { isOptional, isComputed }]) => (!isOptional && isComputed !== true) || name === pageDate,
  );
  // Its order or the paths of its pages require a publication date.
  const isPublished = [kind.date, pageDate].includes("publishedAt");
  return {
    title: values.title,
    ...(isPublished ? { publishedAt: values.date } : {}),
    ...Object.fromEntries(required.map(([name, data]) => [name, placeholderOf(data, values)])),
    ...(hasTags ? { tags: [] } : {}),
  };
}

/**
 * A likely value, or a value that the author can keep; null if only the author can fill in the
 * field.
 */
function placeholderOf({ type, values = [], members = {} }: FieldData, given: NewFieldValues): unknown {
  switch (type) {
    case "date":
      return given.day;
    case "instant":
      return given.date;
    case "boolean":
      return false;
    case "oneOf":
      return values[0];
    case "list":
    case "pictures":
      return [];
    case "object":
      return Object.fromEntries(
        Object.entries(members).flatMap(([name, data]) => (data.isOptional ? [] : [[name, placeholderOf(data, given)] as const])),
      );
    default:
      return null;
  }
}

/** Names of the fields to fill in: `event`, `venue.city`. */
export function findOpenFields(fields: NewFields): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === null) return [name];
    const isObject = typeof value === "object" && !Array.isArray(value);
    return isObject ? findOpenFields(value as NewFields).map((inner) => `${name}.${inner}`) : [];
  });
}
