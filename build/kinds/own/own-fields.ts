import type { z } from "zod";
import type { FieldData } from "../../../kinds/field-data.ts";
import { calendarDate, instant, type PictureValue, picture, slug, url } from "../../fields/field-values.ts";
import { boolean, list, mapping, number, oneOf, optional, text, textLeaf, withDefault } from "../../fields/leaf.ts";
import { describe } from "../../fields/wording.ts";

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
    case "markdown":
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
    case "file":
      return filePath;
    case "reference":
      return slug;
  }
}

function toObjectSchema(members: NonNullable<FieldData["members"]>, timeZone: string): z.ZodType {
  const shape = Object.entries(members).map(([name, member]) => [name, toFieldSchema(member, timeZone)] as const);
  return mapping(Object.fromEntries(shape), `want { ${Object.keys(members).join(", ")} }`);
}

const filePath = textLeaf("want the path of a file, such as ./slides.pdf", (written, fail) =>
  /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(written)
    ? fail("bad-path", `${describe(written)} is not a path`, "want a path; an address is a field.url()")
    : written === ""
      ? fail("empty", "is empty")
      : written,
);

/** Pictures as the schema of a picture field reads them. */
export function asPictures(value: unknown): readonly PictureValue[] {
  // Read by `picture` or a list of it.
  return (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as readonly PictureValue[];
}
