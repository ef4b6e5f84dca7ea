import type { Tag, TagCount } from "../../contract/schemas/values.ts";
import type { TagRef } from "../kinds/entry.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";

export interface Tagged {
  readonly file: SourceFile;
  readonly tags: readonly TagRef[];
}

/** Resolves tags to their display names: tags.yaml, else as first written in the canonical order of files. */
export function createTagNamer(documents: readonly Tagged[], names: ReadonlyMap<string, string>): (tags: readonly TagRef[]) => Tag[] {
  const display = new Map(names);
  for (const { tags } of documents.toSorted((a, b) => compareText(a.file.relative, b.file.relative)))
    for (const { slug, name } of tags) if (!display.has(slug)) display.set(slug, name);
  // The same tag for all who have it: there are many times as many posts as tags.
  const shown = new Map([...display].map(([slug, name]) => [slug, { slug, name }]));
  return (tags) => tags.map(({ slug, name }) => shown.get(slug) ?? { slug, name });
}

/**
 * Tags with the number of documents that have them: by count, then name, then slug.
 * @param documents the tags of each
 */
export function countTags(documents: readonly (readonly Tag[])[]): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const tags of documents)
    for (const { slug, name } of tags) {
      const known = counts.get(slug);
      if (known === undefined) counts.set(slug, { slug, name, count: 1 });
      else known.count += 1;
    }
  return [...counts.values()].sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug));
}
