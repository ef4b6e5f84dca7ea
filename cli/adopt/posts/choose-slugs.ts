import { createLanguageReader } from "../../../build/kinds/addresses/file-language.ts";
import { parseFileName, toSlug } from "../../../build/shared/slugs.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import type { FormerSite } from "../former-site.ts";
import type { PostKeys } from "./post-keys.ts";
import { chooseTitleSlugs } from "./title-slugs.ts";

/** How posts get slugs, so that no two in one language have the same. */
export function chooseSlugs(files: readonly SourceFile[], { titleSlugs, languages, slugs: stated }: FormerSite, keys: PostKeys) {
  const ofTitles = titleSlugs ? chooseTitleSlugs(keys.named, titleSlugs) : null;
  const readLanguage = createLanguageReader({ layout: languages?.layout ?? null, locales: languages?.tags ?? [] });
  const inOneLanguage = [...Map.groupBy(files, ({ relative }) => readLanguage(relative).language).values()];
  const slugs = ofTitles?.pattern ?? stated ?? inOneLanguage.map(findRepeatedSlugs).find((pattern) => pattern !== null) ?? null;
  return { ofTitles, slugs, repeatsSlugs: inOneLanguage.some((ones) => hasRepeatedSlugs(ones, keys, slugs)) };
}

/** A pattern that tells posts apart whose names repeat over the years; null: none does. */
function findRepeatedSlugs(files: readonly SourceFile[]): string | null {
  const names = files.map(({ relative }) => parseFileName(relative));
  const repeated = [...Map.groupBy(names, ({ slug }) => slug).values()].filter(({ length }) => length > 1).flat();
  if (repeated.length === 0) return null;
  const dated = new Set(repeated.map(({ slug, date }) => `${date}-${slug}`));
  if (dated.size === repeated.length && repeated.every(({ date }) => date !== null)) return "{year}-{month}-{day}-{name}";
  return "{path}";
}

/** Whether several posts would have one slug, of those that state one or have it from their titles or names. */
function hasRepeatedSlugs(files: readonly SourceFile[], { named }: PostKeys, pattern: string | null): boolean {
  const slugs = files.flatMap(({ relative }) => {
    const { slug = "", title = "" } = named.get(relative) ?? {};
    const made = pattern === "{title}" && title !== "" ? toSlug(title) : pattern === null ? parseFileName(relative).slug : "";
    return (slug === "" ? made : toSlug(slug)) || [];
  });
  return new Set(slugs).size < slugs.length;
}
