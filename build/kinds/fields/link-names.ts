import type { CheckSeverity } from "../../../contract/config/config-names.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import { describe } from "../../sources/wording.ts";

/**
 * Moves Obsidian's alternative names of a note, which links may use, out of `aliases`. If the kind
 * has former addresses, aliases that are slugs or paths remain former addresses and also count as
 * names.
 * @param own the document's slug, which is not a former one
 */
export function takeLinkNames(document: DataDocument, hasAliases: boolean, own: string): readonly string[] {
  const { aliases } = document.values;
  const names = (Array.isArray(aliases) ? aliases : [aliases]).filter(
    (name): name is string => typeof name === "string" && name.trim() !== "",
  );
  const isLeft = (name: unknown): boolean => name === own || !isFormer(name);
  if (!hasAliases || (typeof aliases === "string" && isLeft(aliases))) delete document.values.aliases;
  else document.dropItems("aliases", isLeft);
  return names.map((name) => name.trim());
}

/** Hint for alternative names of a note, such as `Grey bird`. */
export const USE_LINK_NAMES = "markdown: { wikiLinks: true } in octavo.config.ts uses such names for wiki links";

/**
 * Leaves out aliases that are neither slugs nor paths, because they are names for wiki links. If
 * the check is an error, nothing changes and the schema reports them.
 * @param own the document's slug, which is not a former one
 */
export function mendAliases(document: DataDocument, severity: CheckSeverity, diagnostics: Diagnostics, own: string): void {
  if (severity === "error") return;
  if (document.values.aliases === own) delete document.values.aliases;
  document.dropItems("aliases", (name) => name === own);
  const { aliases } = document.values;
  const [first] = (Array.isArray(aliases) ? aliases : [aliases]).filter((name) => !isFormer(name));
  if (typeof first !== "string") return;
  if (severity === "warning")
    diagnostics.warning(document.locate(["aliases"]), {
      ...{ code: "bad-slug", message: `${describe(first)} is not a former slug or path, so it is left out`, hint: USE_LINK_NAMES },
      field: document.written(["aliases"]),
    });
  if (Array.isArray(aliases)) document.dropItems("aliases", (name) => !isFormer(name));
  else delete document.values.aliases;
}

/** Whether an alias can be a former address. The schema reports values that are not text. */
function isFormer(name: unknown): boolean {
  return typeof name !== "string" || isSlug(name) || name.includes("/");
}
