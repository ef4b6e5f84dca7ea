import type { FieldData } from "../../../kinds/members/field-data.ts";
import { readCalendarDate, readInstant } from "../../shared/dates.ts";
import type { FieldPath } from "../../shared/diagnostics.ts";
import { isMapping } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";

/** Called for each mistake in a field's value, with its place in the value. */
export type ReportMisfit = (path: FieldPath, message: string) => void;

/**
 * Checks a value that code returned for a field, and converts it to the API's form, with null or
 * the default for missing parts. Unlike in front matter, types are not converted: a number is not a
 * text.
 */
export function fitValue(data: FieldData, value: unknown, report: ReportMisfit, path: FieldPath = []): unknown {
  if (value === undefined || value === null) {
    if (!data.isOptional && data.type !== "list") report(path, "missing");
    return data.fallback ?? (data.type === "list" ? [] : null);
  }
  const { type, item, members = {} } = data;
  if (type === "list") {
    if (!Array.isArray(value)) report(path, `${describe(value)} is not a list`);
    else {
      const hole = value.findIndex((_, index) => !(index in value));
      if (hole !== -1) {
        report([...path, hole], "is not set, but lists cannot have gaps");
        return [];
      }
      return value.map((one: unknown, index) => fitValue(item ?? { type: "text", isOptional: false }, one, report, [...path, index]));
    }
  } else if (type === "object") {
    if (!isMapping(value)) report(path, `${describe(value)} is not an object`);
    else {
      for (const name of Object.keys(value)) if (!Object.hasOwn(members, name)) report([...path, name], "unknown key");
      return Object.fromEntries(Object.keys(members).map((name) => [name, fitMember(members, name, value, report, path)]));
    }
  } else {
    const [misfit, fits] = FITS[type];
    if (!fits(value, data)) report(path, `${describe(value)} ${misfit}`);
  }
  return value;
}

function fitMember(
  members: Readonly<Record<string, FieldData>>,
  name: string,
  value: object,
  report: ReportMisfit,
  path: FieldPath,
): unknown {
  const data = members[name];
  return data === undefined ? null : fitValue(data, (value as Readonly<Record<string, unknown>>)[name], report, [...path, name]);
}

type PlainType = Exclude<FieldData["type"], "list" | "object">;

/** The report about a value that does not fit, and whether a value fits. */
type Fit = readonly [misfit: string, fits: (value: unknown, data: FieldData) => boolean];

const TEXT: Fit = [
  "is not text",
  (value) => typeof value === "string" && value.trim() !== "" && !value.includes("\0") && value.isWellFormed(),
];
/** Computed fields cannot have these types, which need files or other documents. */
const NOT_FROM_CODE: Fit = ["cannot be set here, because it is read from a file or another document", () => false];
const FITS: Readonly<Record<PlainType, Fit>> = {
  text: TEXT,
  markdown: TEXT,
  number: ["is not a number", (value) => typeof value === "number" && Number.isFinite(value)],
  boolean: ["is not true or false", (value) => typeof value === "boolean"],
  date: ["is not a day such as 2024-01-31", (value) => typeof value === "string" && isSame(readCalendarDate(value), value)],
  instant: [
    "is not an instant such as 2024-01-31T09:30:00.000Z",
    (value) => typeof value === "string" && isSame(readInstant(value, "UTC"), value),
  ],
  url: ["is not an http or https address", (value) => typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value)],
  oneOf: ["is not one of its values", (value, { values = [] }) => values.some((one) => one === value)],
  picture: NOT_FROM_CODE,
  pictures: NOT_FROM_CODE,
  file: NOT_FROM_CODE,
  reference: NOT_FROM_CODE,
};

function isSame(read: { readonly ok: boolean; readonly value?: string }, written: string): boolean {
  return read.ok && read.value === written;
}
