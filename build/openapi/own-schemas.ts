import type { FieldData } from "../../kinds/members/field-data.ts";
import { toHtmlMember } from "../../kinds/own-kind.ts";
import type { OwnKind } from "../config/resolve-kinds.ts";

/** JSON Schema (2020-12) of what the API answers for kinds that the configuration defines. */

type JsonSchema = { readonly [key: string]: unknown };

const NULL: JsonSchema = { type: "null" };
const TEXT: JsonSchema = { type: "string" };
const URL: JsonSchema = { type: "string", format: "uri", pattern: "^https?://" };
const INSTANT: JsonSchema = { type: "string", format: "date-time" };
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, NULL] });
const arrayOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });

/** What a field of type `reference` shows. */
const REFERENCE_SCHEMA: JsonSchema = toObject(
  { kind: TEXT, slug: TEXT, title: TEXT, url: orNull(URL), path: orNull(TEXT) },
  "A document that another refers to",
);

/** What a field of type `file` shows. */
const FILE_SCHEMA: JsonSchema = toObject({ url: URL, mimeType: TEXT, bytes: { type: "integer", minimum: 0 } }, "A file");

/** Members of every item, in the order of the answer. */
const ITEM_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  slug: { ...TEXT, description: "Names the document in paths of the API" },
  url: { ...orNull(URL), description: "Its page; null: its kind has none" },
  path: { ...orNull(TEXT), description: "The path of that page" },
  title: { ...TEXT, description: "Plain text" },
  excerpt: { type: ["string", "null"], description: "Plain text; null: none" },
  cover: { ...orNull(refTo("Image")), description: "Picture of the document; null: none" },
  tags: { ...arrayOf(refTo("Tag")), description: "In the author's order" },
  language: { ...TEXT, description: "BCP 47" },
  publishedAt: { ...orNull(INSTANT), description: "Null: undated" },
  updatedAt: { ...orNull(INSTANT), description: "Last change the author dates; null: undated" },
};
const DOCUMENT_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  bodyHtml: { ...orNull(TEXT), description: "The body as safe HTML; null: it is an entry of a data file" },
  bodyText: { ...orNull(TEXT), description: "The body as plain text; null: the same" },
  toc: {
    ...arrayOf(toObject({ id: TEXT, level: { type: "integer" }, title: TEXT }, "A heading")),
    description: "Headings of the body, in order",
  },
  translations: { ...arrayOf(refTo("Translation")), description: "The other listed translations, by language" },
};

/** Schemas by name: the item, the list and the document of a kind. */
export function toOwnSchemas({ name, words, fields }: Pick<OwnKind, "name" | "words" | "fields">): Readonly<Record<string, JsonSchema>> {
  const pascal = toPascalCase(name);
  const entries = Object.entries(fields);
  const inLists = entries.filter(([, { type }]) => type !== "markdown");
  const members = { ...ITEM_MEMBERS, ...Object.fromEntries(inLists.map(([field, data]) => [field, toFieldSchema(data)])) };
  const html = entries.filter(([, { type }]) => type === "markdown").map(([field, data]) => [toHtmlMember(field), toFieldSchema(data)]);
  const items = { ...arrayOf(refTo(`${pascal}Item`)), description: "Items of this page" };
  return {
    DocumentReference: REFERENCE_SCHEMA,
    [`${pascal}Item`]: toObject(members, `${words.one}, as lists show it`),
    [`${pascal}Document`]: toObject({ ...members, ...DOCUMENT_MEMBERS, ...Object.fromEntries(html) }, words.one),
    [`${pascal}List`]: toObject({ items, pagination: refTo("Pagination") }, `A page of ${words.many}`),
  };
}

/** `my-talks` → `MyTalks`. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toFieldSchema(data: FieldData): JsonSchema {
  const schema = toValueSchema(data);
  const isNull = data.type === "reference" || (data.isOptional && data.fallback === undefined && data.type !== "list");
  const described = isNull && data.type !== "pictures" ? orNull(schema) : schema;
  return data.description === undefined ? described : { ...described, description: data.description };
}

function toValueSchema(data: FieldData): JsonSchema {
  switch (data.type) {
    case "text":
    case "markdown":
      return TEXT;
    case "number":
    case "boolean":
      return { type: data.type };
    case "date":
      return { type: "string", format: "date" };
    case "instant":
      return INSTANT;
    case "url":
      return URL;
    case "oneOf":
      return { type: "string", enum: [...(data.values ?? [])] };
    case "list":
      return arrayOf(data.item === undefined ? TEXT : toFieldSchema(data.item));
    case "object":
      return toObject(Object.fromEntries(Object.entries(data.members ?? {}).map(([name, member]) => [name, toFieldSchema(member)])));
    case "picture":
      return refTo("Image");
    case "pictures":
      return arrayOf(refTo("Image"));
    case "file":
      return FILE_SCHEMA;
    case "reference":
      return refTo("DocumentReference");
  }
}

/** An object that always has all of these members. */
function toObject(properties: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), ...(description === undefined ? {} : { description }) };
}
