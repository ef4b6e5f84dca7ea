import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import type { ConfigValues } from "../config-schema.ts";
import type { DataDocument } from "../data-node.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { didYouMean } from "../suggest.ts";
import { createCollectionSchemas } from "./collections.ts";

/** The fields that each collection knows. */
function knownFields(): Readonly<Record<CollectionName, readonly string[]>> {
  const schemas = createCollectionSchemas("UTC");
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, Object.keys(schemas[name].out.shape)])) as Record<
    CollectionName,
    string[]
  >;
}

/** Reports names in `frontMatter.names` that lead to no field. */
export function checkFieldNames(values: ConfigValues, document: DataDocument, diagnostics: Diagnostics): void {
  const known = knownFields();
  for (const [collection, names] of Object.entries(values.frontMatter?.names ?? {})) {
    const fields = collection === "all" ? Object.values(known).flat() : (known[collection as CollectionName] ?? []);
    for (const [name, target] of Object.entries(names ?? {})) {
      if (target === "" || fields.includes(target)) continue;
      const field = ["frontMatter", "names", collection, name];
      const hint = didYouMean(target, fields) ?? `fields of ${collection}: ${[...new Set(fields)].join(", ")}`;
      diagnostics.error(document.locate(field), {
        code: "unknown-key",
        message: `"${target}" is not a field of ${collection}`,
        hint,
        field,
      });
    }
  }
}
