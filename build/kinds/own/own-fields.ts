import type { z } from "zod";
import type { FieldData } from "../../../kinds/field-data.ts";
import { calendarDate, instant, type PictureValue, picture, slug, url } from "../../fields/field-values.ts";
import { boolean, list, mapping, number, oneOf, optional, text, withDefault } from "../../fields/leaf.ts";

/** The schema that reads a field of the front matter. @param timeZone of dates without an offset */
export function toFieldSchema(data: FieldData, timeZone: string): z.ZodType {
  const schema = toSchema(data, timeZone);
  const described = data.description === undefined ? schema : schema.describe(data.description);
  if (!data.isOptional) return described;
  return data.fallback === undefined ? optional(described) : withDefault(described, data.fallback);
}

function toSchema(data: FieldData, timeZone: string): z.ZodType {
  switch (data.type) {
    case "text":
      return text();
    case "number":
      return number({}, "want a number");
    case "boolean":
      return boolean;
    case "date":
      return calendarDate;
    case "instant":
      return instant(timeZone);
    case "url":
      return url;
    case "oneOf":
      return oneOf(data.values ?? []);
    case "list":
      return data.item === undefined ? list(text(), "want a list") : list(toFieldSchema(data.item, timeZone), "want a list");
    case "object":
      return toObjectSchema(data.members ?? {}, timeZone);
    case "picture":
      return picture;
    case "pictures":
      return list(picture, "want a list of pictures");
    case "reference":
      return slug;
  }
}

function toObjectSchema(members: NonNullable<FieldData["members"]>, timeZone: string): z.ZodType {
  const shape = Object.entries(members).map(([name, member]) => [name, toFieldSchema(member, timeZone)] as const);
  return mapping(Object.fromEntries(shape), `want { ${Object.keys(members).join(", ")} }`);
}

/** Pictures as the schema of a picture field reads them. */
export function asPictures(value: unknown): readonly PictureValue[] {
  // Read by `picture` or a list of it.
  return (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as readonly PictureValue[];
}
