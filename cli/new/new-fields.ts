import type { OwnKind } from "../../build/config/resolve-kinds.ts";
import type { CollectionName } from "../../contract/config/define-config.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";

export type NewFields = Readonly<Record<string, unknown>>;

export interface NewFieldValues {
  readonly title: string;
  /** `2026-06-01`, or with a time and an offset. */
  readonly date: string;
  /** `2026-06-01` */
  readonly day: string;
  /** Of a photo: `./heron.jpg`. */
  readonly picture: string;
}

/** What a new document of each kind says, in our names; null stands for what is to be filled in. All of it is taken by the kind's schema. */
export const NEW_FIELDS: Readonly<Record<CollectionName, (values: NewFieldValues) => NewFields>> = {
  posts: ({ title, date }) => ({ title, publishedAt: date, tags: [] }),
  projects: ({ title, day }) => ({ title, summary: null, status: "active", startedOn: day, tags: [] }),
  books: ({ title, day }) => ({ title, authors: [], status: "reading", startedOn: day, tags: [] }),
  photos: ({ title, date, picture }) => ({ title, image: { src: picture, alt: title }, publishedAt: date, tags: [] }),
  services: ({ title }) => ({ title, summary: null, availability: "open" }),
  pages: ({ title }) => ({ title }),
  series: ({ title }) => ({ title, description: null, status: "ongoing" }),
};

/** What a new document of a kind says that the site defines: its required fields, in the order of the definition. */
export function toOwnFields({ fields, hasTags, date: dated, page }: OwnKind, values: NewFieldValues): NewFields {
  const required = Object.entries(fields).filter(([, { isOptional, isComputed }]) => !isOptional && isComputed !== true);
  // Its order or the paths of its pages need it.
  const isPublished = dated === "publishedAt" || /\{(?:year|month|day)\}/.test(page ?? "");
  return {
    title: values.title,
    ...(isPublished ? { publishedAt: values.date } : {}),
    ...Object.fromEntries(required.map(([name, data]) => [name, placeholderOf(data, values)])),
    ...(hasTags ? { tags: [] } : {}),
  };
}

/** A value that is likely, or that can stay; null: only the author knows it. */
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

/** Fields that are to be filled in: `event`, `venue.city`. */
export function findOpenFields(fields: NewFields): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === null) return [name];
    const isObject = typeof value === "object" && !Array.isArray(value);
    return isObject ? findOpenFields(value as NewFields).map((inner) => `${name}.${inner}`) : [];
  });
}
