import { COLLECTION_NAMES, type CollectionName } from "../../contract/define-config.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { didYouMean } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";
import type { ConfigValues } from "./config-schema.ts";

/** Reports names in `frontMatter.names` that lead to no field. */
export function checkFieldNames(values: ConfigValues, document: DataDocument, diagnostics: Diagnostics): void {
  for (const [collection, names] of Object.entries(values.frontMatter?.names ?? {})) {
    const fields = (collection === "all" ? COLLECTION_NAMES : [collection as CollectionName]).flatMap((name) => KINDS[name].fieldNames());
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
