import { z } from "zod";
import type { MemberData, Members } from "../../kinds/members/member-data.ts";
import { albumName } from "./photo.ts";
import { TocEntry } from "./post.ts";
import {
  AbsoluteUrl,
  CalendarDate,
  Extra,
  Image,
  Instant,
  LabelledLink,
  LanguageTag,
  LocalDateTime,
  PagePath,
  PartialDate,
  Person,
  Slug,
  Tag,
  Translation,
} from "./values.ts";

/**
 * Schema of a document's members in the API's responses, generated from the definition of its kind.
 */
export function toMembersSchema(members: Members) {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(members).flatMap(([name, member]) => (member.type === "markdown" ? [] : [[name, toMemberSchema(member)]])),
    ),
  );
}

function toMemberSchema(member: MemberData): z.ZodType {
  const description = member.answer ?? member.description;
  const value = toValueSchema(member);
  const schema = isNullable(member) ? value.nullable() : value;
  return description === undefined ? schema : schema.meta({ description });
}

/** Types whose missing values are empty lists instead of null. */
const LISTS: readonly MemberData["type"][] = [
  "list",
  "pictures",
  "people",
  "links",
  "tags",
  "toc",
  "translations",
  "ancestors",
  "children",
];
const MAYBE_NULL: readonly MemberData["type"][] = ["reference", "parent", "publishedAt", "updatedAt"];

function isNullable({ type, isOptional = false, fallback }: MemberData): boolean {
  return MAYBE_NULL.includes(type) || (isOptional && fallback === undefined && !LISTS.includes(type));
}

const Reference = z
  .strictObject({
    kind: z.string().meta({ description: "Name of the document's kind" }),
    slug: Slug.meta({ description: "Its slug in API paths" }),
    title: z.string().meta({ description: "Plain text" }),
    url: AbsoluteUrl.nullable().meta({ description: "Its page; null if its kind has none" }),
    path: z.string().nullable().meta({ description: "The path of that page" }),
  })
  .meta({ id: "DocumentReference", description: "A document to which another one refers" });

const TreeLink = z
  .strictObject({
    slug: Slug.meta({ description: "Its slug in API paths" }),
    url: AbsoluteUrl.meta({ description: "Its address" }),
    path: z.string().meta({ description: "The path of that address" }),
    title: z.string().meta({ description: "Plain text" }),
  })
  .meta({ id: "PageLink", description: "A page above or below another one" });

function toValueSchema(member: MemberData): z.ZodType {
  const { type, schema } = member;
  const value = type in VALUES ? VALUES[type as keyof typeof VALUES] : toShapedSchema(member);
  return schema === undefined ? value : value.meta({ id: schema.name, description: schema.description });
}

function toShapedSchema(member: MemberData): z.ZodType {
  switch (member.type) {
    case "number":
      return toNumberSchema(member);
    case "oneOf":
      return z.enum(member.values ?? []);
    case "list":
      return z.array(member.item === undefined ? z.string() : toMemberSchema(member.item));
    case "object":
      return toMembersSchema(member.members ?? {});
    case "reference":
      return member.showsSlug === true ? Slug : Reference;
    default:
      throw new TypeError(`no schema for members of the type ${member.type}`);
  }
}

function toNumberSchema({ minimum, maximum, multipleOf }: MemberData): z.ZodType {
  let schema = multipleOf === 1 ? z.int() : z.number();
  if (minimum !== undefined) schema = schema.min(minimum);
  if (maximum !== undefined) schema = schema.max(maximum);
  return multipleOf === undefined || multipleOf === 1 ? schema : schema.multipleOf(multipleOf);
}

const FileLink = z
  .strictObject({
    url: AbsoluteUrl.meta({ description: "Where it is published" }),
    mimeType: z.string().meta({ description: "Its media type" }),
    bytes: z.int().min(0).meta({ description: "Its size" }),
  })
  .meta({ description: "A file" });

const VALUES = {
  file: FileLink,
  slug: Slug,
  pageUrl: AbsoluteUrl,
  pagePath: PagePath,
  title: z.string(),
  excerpt: z.string(),
  html: z.string(),
  fieldHtml: z.string(),
  plainText: z.string(),
  text: z.string(),
  boolean: z.boolean(),
  url: AbsoluteUrl,
  language: LanguageTag,
  date: CalendarDate,
  partialDate: PartialDate,
  localTime: LocalDateTime,
  instant: Instant,
  publishedAt: Instant,
  updatedAt: Instant,
  isbn13: z.string().regex(/^97[89]\d{10}$/),
  isbn10: z.string().regex(/^\d{9}[\dX]$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  album: z.strictObject(albumName),
  people: z.array(Person),
  links: z.array(LabelledLink),
  picture: Image,
  pictures: z.array(Image),
  tags: z.array(Tag),
  toc: z.array(TocEntry),
  translations: z.array(Translation),
  parent: TreeLink,
  ancestors: z.array(TreeLink),
  children: z.array(TreeLink),
  extra: Extra,
} as const satisfies Partial<Record<MemberData["type"], z.ZodType>>;
