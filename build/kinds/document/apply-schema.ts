import type { z } from "zod";
import type { FieldPath } from "../../shared/diagnostics.ts";
import type { OwnKind } from "../../shared/resolved-config.ts";
import { didYouMean } from "../../shared/suggest.ts";
import { isMapping, type Mapping, toValues } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";
import { runSchema } from "../fields/extra-schema.ts";
import type { CheckedDocument } from "./checked-document.ts";

/**
 * Checks a document's fields with the schema of its kind, and uses the schema's output. The schema
 * gets only the fields that the document has, in parsed form: numbers, texts, lists.
 *
 * @param createFields creates the schemas of the fields, by name
 */
export function applySchema(
  values: Mapping,
  { name, code, fields: ownFields = {} }: Pick<OwnKind, "name"> & Partial<Pick<OwnKind, "code" | "fields">>,
  createFields: () => Readonly<Record<string, z.ZodType>>,
  document: CheckedDocument,
): Mapping {
  const { schema = null } = code ?? {};
  if (schema === null) return values;
  const fields = createFields();
  const place = `kinds.${name}.schema`;
  const report = (path: FieldPath, message: string, hint: string, code = "schema"): void => {
    document.error({ code, message, hint, field: document.data.written(path) }, path);
  };
  const given = Object.fromEntries(Object.keys(fields).flatMap((one) => ((values[one] ?? null) === null ? [] : [[one, values[one]]])));
  const { message, issues, value } = runSchema(schema, given, place, (made) => (isMapping(made) ? toValues(made) : made));
  if (message !== null) report([], message, `fix ${place} in octavo.config.ts`, "schema-failed");
  for (const issue of issues) report(issue.path, issue.message, `${place} in octavo.config.ts requires it`);
  if (message !== null || issues.length > 0) return values;
  if (!isMapping(value)) {
    report([], `${place} returns ${describe(value)}`, "want an object with the fields");
    return values;
  }
  const isReference = (one: string): boolean => Object.hasOwn(ownFields, one) && ownFields[one]?.type === "reference";
  const changed = Object.keys(value).find((one) => isReference(one) && (value[one] ?? null) !== (values[one] ?? null));
  if (changed !== undefined)
    report([changed], `${place} changes ${changed}, a reference`, "write the slug of the intended document in the front matter");
  return { ...values, ...readResult(value, fields, (path, text, hint) => report(path, `${place} returns ${text}`, hint)) };
}

function readResult(
  result: Mapping,
  fields: Readonly<Record<string, z.ZodType>>,
  report: (path: FieldPath, text: string, hint: string) => void,
): Mapping {
  const names = Object.keys(fields);
  const read: Mapping = {};
  for (const [name, value] of Object.entries(result)) {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (schema === undefined) {
      report([name], `${name}, which is not a field`, didYouMean(name, names) ?? `want one of ${names.join(", ")}`);
      continue;
    }
    const fitted = schema.safeParse(value);
    if (fitted.success) read[name] = fitted.data;
    else
      for (const issue of fitted.error.issues) {
        const want: unknown = issue.code === "custom" ? issue.params?.hint : undefined;
        const text = `a value that does not fit ${[name, ...issue.path.map(String)].join(".")}: ${issue.message}`;
        report([name], text, typeof want === "string" ? `make it fit its field: ${want}` : "make it fit its field");
      }
  }
  return read;
}
