import { COLLECTION_NAMES, type CollectionName, EXTRA_KINDS, type ExtraKind } from "../../contract/config/config-names.ts";
import { ANY_CASE_FIELDS, foldName } from "../kinds/fields/front-matter-names.ts";
import { readStatement } from "../kinds/fields/visibility-keys.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { didYouMean } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";
import type { ConfigValues } from "./config-schema.ts";

/** Checks the parts of `frontMatter` that depend on the fields of all kinds. */
export function checkFrontMatter(values: ConfigValues, document: DataDocument, diagnostics: Diagnostics): void {
  checkFieldNames(values, document, diagnostics);
  checkExtraKeys(values, document, diagnostics);
}

/** Reports entries of `frontMatter.names` for fields that do not exist. */
function checkFieldNames(values: ConfigValues, document: DataDocument, diagnostics: Diagnostics): void {
  for (const [collection, names] of Object.entries(values.frontMatter?.names ?? {})) {
    const fields = (collection === "all" ? COLLECTION_NAMES : [collection as CollectionName]).flatMap((name) => KINDS[name].fieldNames());
    for (const [name, target] of Object.entries(names ?? {})) {
      if (target === "" || fields.includes(target)) continue;
      const field = ["frontMatter", "names", collection, name];
      const hint = didYouMean(target, fields) ?? `fields of ${collection}: ${[...new Set(fields)].join(", ")}`;
      const message = `"${target}" is not a field of ${collection}`;
      diagnostics.error(document.locate(field), { code: "unknown-key", message, hint, field });
    }
  }
}

/**
 * Reports keys in `frontMatter.extra` that must not be published unchanged: fields, and keys that
 * decide who may see a document.
 */
function checkExtraKeys(values: ConfigValues, document: DataDocument, diagnostics: Diagnostics): void {
  for (const kind of EXTRA_KINDS) {
    const rules = values.frontMatter?.extra?.[kind] ?? null;
    for (const place of ["summary", "document"] as const) {
      const keys = rules?.[place] ?? [];
      for (const key of keys === "all" ? [] : keys) {
        const named = values.frontMatter?.names?.[kind]?.[key] ?? values.frontMatter?.names?.all?.[key];
        const problem =
          named === undefined || named === ""
            ? problemOfKey(key, kind, { isField: named === undefined })
            : { message: `"${key}" is also in frontMatter.names`, hint: "remove it from one of the two" };
        if (problem === null) continue;
        const field = ["frontMatter", "extra", kind, place];
        diagnostics.error(document.locate(field), { code: "bad-extra", ...problem, field });
      }
    }
  }
}

/** A placeholder, because only the key matters here. */
const ANY_VALUE = "?";

/** @param isField false if the configuration states that the key is not one of Octavo's fields */
function problemOfKey(
  key: string,
  kind: ExtraKind,
  { isField }: { readonly isField: boolean },
): { readonly message: string; readonly hint: string } | null {
  const names = KINDS[kind].names;
  if (isField && KINDS[kind].fieldNames().includes(key)) {
    const hint = `remove it: it is already published as that field; if it means something else, also set names: { ${kind}: { ${key}: "" } }`;
    return { message: `"${key}" is a field of ${kind}`, hint };
  }
  const isDate = [...ANY_CASE_FIELDS].some((field) => [field, ...(names[field] ?? [])].some((name) => foldName(name) === foldName(key)));
  if (isDate) return { message: `"${key}" decides when a document is public, so it is never published as an extra key`, hint: "remove it" };
  if (readStatement(key, ANY_VALUE, kind) === "other" || key.includes(".")) return null;
  const hint = `remove it; if it means something else, give it another name in the front matter`;
  return { message: `"${key}" decides who may see a document, so it is never published as an extra key`, hint };
}
