import type { Kind } from "../../build/kinds/document/kind.ts";
import { foldName, MERGED_FIELDS } from "../../build/kinds/fields/front-matter-names.ts";
import { createFieldNaming } from "../../build/kinds/fields/rename.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import type { SourceFile } from "../../build/shared/source-file.ts";
import { readDocument } from "../../build/sources/files/raw-document.ts";

/** How the site writes documents of a kind. */
export interface Habits {
  /** Whether most documents use TOML between `+++`. */
  readonly isToml: boolean;
  /** Whether most dates have a time. */
  readonly hasTimes: boolean;
  /** Whether no document states its publication date, because file names contain it. */
  readonly hasNoDates: boolean;
  /** The site's own name for a field. */
  nameOf(field: string): string;
}

/**
 * Number of documents examined: the last ones by name, which are the newest if names begin with
 * dates.
 */
const LOOKED_AT_MAX = 50;

/**
 * @param files documents of the kind, sorted by path
 * @param own front matter names from the configuration: the site's → ours
 */
export function readHabits(
  { names: fieldNames }: Pick<Kind, "names">,
  files: readonly SourceFile[],
  own: Readonly<Record<string, string>>,
): Habits {
  const naming = createFieldNaming(fieldNames, own);
  const names = new Map<string, Map<string, number>>();
  let [toml, documents, dates, times] = [0, 0, 0, 0];
  for (const file of files.slice(-LOOKED_AT_MAX)) {
    const raw = readDocument(file, new Diagnostics());
    if (raw === null || raw.data === null) continue;
    documents += 1;
    if (raw.source.text.startsWith("+++")) toml += 1;
    for (const [name, value] of Object.entries(raw.data)) {
      const field =
        naming.fields.find(
          ({ candidates, folded }) => candidates.some((path) => path.length === 1 && path[0] === name) || folded?.has(foldName(name)),
        )?.field ?? name;
      const counts = names.get(field) ?? new Map<string, number>();
      names.set(field, counts.set(name, (counts.get(name) ?? 0) + 1));
      if (field !== "publishedAt") continue;
      dates += 1;
      if (/\d:\d/.test(String(value))) times += 1;
    }
  }
  const mapped = (field: string): string | undefined =>
    Object.entries(own).find(([name, target]) => target === field && !name.includes("."))?.[0];
  return {
    isToml: toml * 2 > documents,
    hasTimes: times * 2 > dates,
    hasNoDates: documents > 0 && dates === 0,
    nameOf(field) {
      const used = names.get(field) ?? new Map<string, number>();
      // Uses the plain name for lists merged from several names.
      if (MERGED_FIELDS.has(field) && used.has(field)) return field;
      const [most] = [...used].sort(([, a], [, b]) => b - a);
      return most?.[0] ?? mapped(field) ?? field;
    },
  };
}
