import { isSlug } from "../../../contract/slug-pattern.ts";
import type { DataDocument } from "../../sources/data-document.ts";

/**
 * Moves Obsidian's other names of a note, which links may use, out of `aliases`. Slugs and paths
 * stay former addresses if the kind has those, and count as names too.
 */
export function takeLinkNames(document: DataDocument, hasAliases: boolean): readonly string[] {
  const { aliases } = document.values;
  const names = (Array.isArray(aliases) ? aliases : [aliases]).filter(
    (name): name is string => typeof name === "string" && name.trim() !== "",
  );
  const isFormer = (name: unknown): boolean => typeof name !== "string" || isSlug(name) || name.includes("/");
  if (!hasAliases || (typeof aliases === "string" && !isFormer(aliases))) delete document.values.aliases;
  else document.dropItems("aliases", (name) => !isFormer(name));
  return names.map((name) => name.trim());
}
