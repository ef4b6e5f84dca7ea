import type { z } from "zod";
import { isField, type MemberData, type Members } from "../../../kinds/members/member-data.ts";
import { describe } from "../../sources/wording.ts";
import * as values from "../fields/field-values.ts";
import { boolean, list, mapping, number, oneOf, optional, text, textLeaf, withDefault } from "../fields/leaf.ts";
import { album } from "./album-field.ts";
import { title } from "./kind.ts";

/**
 * Creates the schemas of the members that are in the front matter.
 * @param timeZone zone for dates without an offset
 */
export function toFieldSchemas(members: Members, timeZone: string): Record<string, z.ZodType> {
  const fields = Object.entries(members).filter(([, member]) => isField(member));
  return Object.fromEntries(fields.map(([name, member]) => [name, toFieldSchema(member, timeZone)]));
}

function toFieldSchema(member: MemberData, timeZone: string): z.ZodType {
  const schema = toSchema(member, timeZone);
  const isOptional = member.isOptional === true || member.hasStandIn === true;
  // A missing list is empty.
  const isList = member.type === "list" || member.type === "pictures";
  const orNull = isOptional && !isList ? optional(schema) : schema;
  const read = member.fallback === undefined ? orNull : withDefault(schema, member.fallback);
  return member.description === undefined ? read : read.describe(member.description);
}

function toSchema(member: MemberData, timeZone: string): z.ZodType {
  const { type, want, values: choices = [], item = { type: "text" }, members = {} } = member;
  switch (type) {
    case "title":
      return title;
    case "text":
    case "excerpt":
    case "markdown":
      return text(want);
    case "number":
      return number(toRange(member), want ?? "want a number");
    case "boolean":
      return boolean;
    case "instant":
      return values.instant(timeZone);
    case "oneOf":
      return oneOf(choices, member.synonyms);
    case "list":
      return list(toFieldSchema(item, timeZone), want ?? "want a list");
    case "object":
      return mapping(toFieldSchemas(members, timeZone), want ?? `want { ${Object.keys(members).join(", ")} }`);
    case "pictures":
      return list(values.picture, "want a list of pictures");
    case "file":
      return filePath;
    case "reference":
      return values.slug;
    default:
      return toPlainSchema(type);
  }
}

/** Types that are read in the same way for every field. */
function toPlainSchema(type: MemberData["type"]): z.ZodType {
  const { url, language, partialDate, isbn13, isbn10, people, links, picture, currency } = values;
  const schemas = {
    url,
    language,
    partialDate,
    isbn13,
    isbn10,
    people,
    links,
    picture,
    album,
    currency,
    date: values.calendarDate,
    localTime: values.localDateTime,
  };
  if (!(type in schemas)) throw new TypeError(`no field has the type ${type}`);
  return schemas[type as keyof typeof schemas];
}

function toRange({ minimum, maximum, multipleOf }: MemberData): Parameters<typeof number>[0] {
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
    ...(multipleOf === undefined ? {} : multipleOf === 1 ? { whole: true } : { step: multipleOf }),
  };
}

const filePath = textLeaf("want the path of a file, such as ./slides.pdf", (written, fail) =>
  /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(written)
    ? fail("bad-path", `${describe(written)} is not a path`, "want a path; for an address, use field.url()")
    : written === ""
      ? fail("empty", "is empty")
      : written,
);
