import type { GroupText } from "../../../contract/index-format.ts";
import type { Tag, TagCount } from "../../../contract/schemas/values.ts";
import type { TagRef } from "../../kinds/document/entry.ts";
import { compareText } from "../../shared/diagnostics.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { RenderedGroups } from "../documents/input.ts";
import type { FindGroupPage } from "./group-pages.ts";

export interface Tagged {
  readonly file: SourceFile;
  readonly tags: readonly TagRef[];
}

/**
 * Creates a function that gives tags their display names: those in tags.yaml, otherwise the first
 * spelling in the canonical order of files.
 */
export function createTagNamer(documents: readonly Tagged[], groups: RenderedGroups): (tags: readonly TagRef[]) => Tag[] {
  const display = new Map([...groups].flatMap(([slug, { name }]) => (name === null ? [] : [[slug, name] as const])));
  for (const { tags } of documents.toSorted((a, b) => compareText(a.file.relative, b.file.relative)))
    for (const { slug, name } of tags) if (!display.has(slug)) display.set(slug, name);
  // Posts share one object for each tag, because there are many more posts than tags.
  const shown = new Map([...display].map(([slug, name]) => [slug, { slug, name }]));
  return (tags) => tags.map(({ slug, name }) => shown.get(slug) ?? { slug, name });
}

/**
 * Counts documents by tag, and sorts tags by count, then name, then slug.
 * @param documents the tags of each document
 */
export function countTags(documents: readonly (readonly Tag[])[], findPage: FindGroupPage): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const tags of documents)
    for (const { slug, name } of tags) {
      const counted = counts.get(slug);
      if (counted === undefined) counts.set(slug, { slug, name, count: 1, ...findPage(slug) });
      else counted.count += 1;
    }
  return [...counts.values()].sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug));
}

/** Descriptions and covers of the groups in use, by slug. Groups with neither are left out. */
export function toGroupTexts(groups: RenderedGroups, used: readonly { readonly slug: string }[]): Readonly<Record<string, GroupText>> {
  const slugs = new Set(used.map(({ slug }) => slug));
  const texts = [...groups].flatMap(([slug, { description, cover }]) =>
    slugs.has(slug) && (description !== null || cover !== null) ? [[slug, { description, cover }] as const] : [],
  );
  return Object.fromEntries(texts.sort(([a], [b]) => compareText(a, b)));
}
