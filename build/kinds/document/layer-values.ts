import type { NamedValues, Origin } from "../../sources/data-document.ts";
import { copyMapping, createMapping, isNothing } from "../../sources/data-values.ts";
import { type ExtraValues, mergeTables } from "../fields/extra.ts";

/** Values with the API's names, and the author's own. */
export type NamedFields = NamedValues & { readonly extra: ExtraValues };

/** Puts the lists of the file's folders before the document's own. */
export function putBefore(own: NamedFields, added: NamedFields): NamedFields {
  const values = copyMapping(own.values);
  const origins = new Map(own.origins);
  for (const [field, first] of Object.entries(added.values)) {
    const rest = isNothing(values[field]) ? [] : values[field];
    if (!Array.isArray(first) || !Array.isArray(rest)) continue;
    values[field] = [...first, ...rest];
    if (rest.length === 0) origins.set(field, { path: [field], isInFile: false });
    for (const index of first.keys()) origins.set(`${field}.${index}`, { path: [field], isInFile: false });
    for (const index of rest.keys()) {
      const path = [...(own.origins.get(field)?.path ?? [field]), index];
      origins.set(`${field}.${first.length + index}`, own.origins.get(`${field}.${index}`) ?? { path, isInFile: true });
    }
  }
  return { ...own, values, origins };
}

/**
 * Merges a document's values with the configuration's. Defaults apply to fields that the document
 * lacks.
 */
export function layOver(own: NamedFields, below: NamedFields): NamedFields {
  const isOwn = (field = ""): boolean => field in own.values && (own.values[field] !== null || !(field in below.values));
  const origins = new Map<string, Origin>();
  for (const field of Object.keys(below.values)) if (!isOwn(field)) origins.set(field, { path: [field], isInFile: false });
  for (const [field, { path }] of below.origins) if (!isOwn(field.split(".")[0])) origins.set(field, { path, isInFile: false });
  for (const [field, origin] of own.origins) if (isOwn(field.split(".")[0])) origins.set(field, origin);
  const values = createMapping([...Object.entries(below.values), ...Object.entries(own.values).filter(([field]) => isOwn(field))]);
  const extra = {
    summary: mergeTables(below.extra.summary, own.extra.summary),
    document: mergeTables(below.extra.document, own.extra.document),
    rest: [],
  };
  return { values, origins, extra };
}
