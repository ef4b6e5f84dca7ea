import { FIELD_TYPES, type FieldData } from "../../kinds/members/field-data.ts";
import { OWN_FURTHER, OWN_MEMBERS } from "../../kinds/members/own-members.ts";
import { OWN_FIELD_NAME, toHtmlMember } from "../../kinds/own-kind.ts";
import { fitValue } from "../kinds/fields/fit-value.ts";
import { mayHide } from "../kinds/fields/visibility-keys.ts";
import type { FieldPath, Finding } from "../shared/diagnostics.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import { didYouMean } from "../shared/suggest.ts";
import { isMapping } from "../sources/data-values.ts";

/**
 * Reports a mistake in a definition, with its place.
 * @param item index of the wrong item, if the field is a list
 */
export type ReportDefinition = (field: FieldPath, finding: Omit<Finding, "field">, item?: number) => void;

/** Front matter keys that every kind has. No field may have one of these names. */
const OWN_FRONT_MATTER = ["draft", "expiresAt", "permalink", "redirectFrom", "aliases", "unlisted", "extra", "translationKey"] as const;

/** Returns the fields of a kind. Invalid ones are reported and left out. */
export function checkFields(fields: unknown, at: FieldPath, report: ReportDefinition): Readonly<Record<string, FieldData>> {
  if (!isMapping(fields)) {
    const hint = "want the fields of its front matter: { event: field.text() }";
    report(
      at,
      fields === undefined ? { code: "missing-key", message: "missing", hint } : { code: "wrong-type", message: "is not an object", hint },
    );
    return {};
  }
  const taken = new Set<string>([...Object.keys(OWN_MEMBERS), ...Object.keys(OWN_FURTHER), ...OWN_FRONT_MATTER]);
  const good = Object.entries(fields).filter(([name, value]) => {
    const problem = problemOfNamed(name, value, taken) ?? problemOfHtml(name, value, [...taken, ...Object.keys(fields)]);
    if (problem !== null) report([...at, name], problem);
    return problem === null;
  });
  return Object.fromEntries(good) as Record<string, FieldData>;
}

function problemOfNamed(name: string, value: unknown, taken: ReadonlySet<string>): Finding | null {
  if (!isFieldName(name)) {
    const form = "want up to 40 letters and digits, beginning with a lower-case letter";
    const camel = name
      .replace(/[-_ ]+(.)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
    const hint = isFieldName(camel) ? `${form}: ${camel}. If the files keep the key, also write names: { "${name}": "${camel}" }` : form;
    return { code: "bad-value", message: `"${name}" is not the name of a field`, hint };
  }
  if (taken.has(name)) {
    const hint = "remove it: every document has this member, or shows another value under this name";
    return { code: "bad-value", message: `"${name}" is taken`, hint };
  }
  const problem = problemOfField(value);
  if (problem !== null || !mayHide(name, value as FieldData)) return problem;
  const hint = `remove it, because such a key hides documents anyway; if it means something else, give the field another name, and write names: { ${name}: "thatName" }`;
  return { code: "bad-value", message: `"${name}" is a key with which other tools hide documents`, hint };
}

function isFieldName(name: string): boolean {
  return OWN_FIELD_NAME.test(name) && name.length <= 40;
}

/**
 * The mistake in a field, or in a field inside it; null if it is valid.
 * @param outer the type of the field around it
 */
function problemOfField(value: unknown, outer?: FieldData["type"]): Finding | null {
  if (!isField(value)) {
    const message = outer === undefined ? "is not a field" : `has something inside field.${outer}() that is not a field`;
    return { code: "wrong-type", message, hint: "want field.text(), field.date(), … from the package octavo" };
  }
  const { type, item, members, kind } = value;
  if (outer !== undefined && OUTER_TYPES.includes(type))
    return { code: "bad-value", message: `has field.${type}() inside field.${outer}()`, hint: "make it a separate field" };
  if (type === "object" && !isMapping(members))
    return { code: "missing-key", message: "has no fields", hint: "want field.object({ name: field.text() })" };
  if (type === "reference" && typeof kind !== "string")
    return { code: "missing-key", message: "does not name the kind to which it refers", hint: 'want field.reference("posts")' };
  const inner: readonly unknown[] = type === "list" ? [item] : Object.values(members ?? {});
  return inner.map((one) => problemOfField(one, type)).find((problem) => problem !== null) ?? problemOfValues(value);
}

/** Checks the second name under which a Markdown field is published. */
function problemOfHtml(name: string, value: unknown, taken: readonly string[]): Finding | null {
  const html = toHtmlMember(name);
  if (!isField(value) || value.type !== "markdown" || !taken.includes(html)) return null;
  return { code: "bad-value", message: `"${name}" is published as ${html}, which is taken`, hint: "give it another name" };
}

/** The mistake in the values of a field; null if they are valid. */
function problemOfValues(data: FieldData): Finding | null {
  const { type, fallback } = data;
  const values: readonly unknown[] = Array.isArray(data.values) ? data.values : [];
  if (type === "oneOf" && (values.length === 0 || values.some((value) => typeof value !== "string" || value.trim() === "")))
    return { code: "bad-value", message: "has no values to choose from", hint: 'want texts: field.oneOf(["intro", "deep"])' };
  const repeated = values.find((value, at) => values.indexOf(value) < at);
  if (repeated !== undefined) return { code: "bad-value", message: `has "${repeated}" twice`, hint: "remove one of the two" };
  if (fallback === undefined) return null;
  if (OUTER_TYPES.includes(type) && type !== "markdown")
    return { code: "bad-value", message: `field.${type}() takes no default`, hint: "want .optional()" };
  const misfits: string[] = [];
  fitValue({ ...data, isOptional: false }, fallback, (_, message) => misfits.push(message));
  if (misfits.length === 0) return null;
  return {
    code: "bad-value",
    message: `has the default ${JSON.stringify(fallback)}, which does not fit the field`,
    hint: `want a value of field.${type}()`,
  };
}

/** Types of fields that cannot be in a list or an object. */
const OUTER_TYPES: readonly FieldData["type"][] = ["markdown", "picture", "pictures", "file", "reference"];

function isField(value: unknown): value is FieldData {
  return typeof value === "object" && value !== null && "type" in value && FIELD_TYPES.some((type) => type === value.type);
}

/**
 * Returns other names of a kind's fields in the front matter. Invalid ones are reported and left
 * out. This loads the schemas of documents, which takes longer than a build without changes.
 * @param names the member `names` of its definition
 * @param isDefined whether a field is defined, even if its definition has errors
 */
export async function resolveFieldNames(
  names: unknown,
  own: OwnKind,
  { isDefined, at, report }: { readonly isDefined: (field: string) => boolean; readonly at: FieldPath; readonly report: ReportDefinition },
): Promise<OwnKind["fieldNames"]> {
  if (names === undefined) return {};
  if (!isMapping(names)) {
    report(at, { code: "wrong-type", message: "is not an object", hint: 'want { their_name: "ourField" }, or "" for a key to ignore' });
    return {};
  }
  const { createDocumentReader } = await import("../kinds/document/document-entry.ts");
  const fields = createDocumentReader(own).fieldNames();
  const good = Object.entries(names).filter(([name, field]) => {
    if (isDefined(name)) {
      const hint = "remove it here, or rename the field";
      report([...at, name], { code: "bad-value", message: `"${name}" is itself a field`, hint });
      return false;
    }
    if (typeof field === "string" && (field === "" || fields.includes(field) || isDefined(field))) return true;
    const hint = didYouMean(String(field), fields) ?? `fields of ${own.name}: ${fields.join(", ")}`;
    report([...at, name], { code: "bad-value", message: `${JSON.stringify(field)} is not a field of ${own.name}`, hint });
    return false;
  });
  return Object.fromEntries(good) as OwnKind["fieldNames"];
}
