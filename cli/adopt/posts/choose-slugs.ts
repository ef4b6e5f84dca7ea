import { createLanguageReader } from "../../../build/kinds/addresses/file-language.ts";
import { nameOfFile, parseFileName, toSlug } from "../../../build/shared/slugs.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import type { FormerSite } from "../former-site.ts";
import type { PostKeys } from "./post-keys.ts";
import { chooseTitleSlugs } from "./title-slugs.ts";

/** Chooses how posts get slugs, so that no two posts in one language share a slug. */
export function chooseSlugs(files: readonly SourceFile[], { titleSlugs, languages, slugs: stated }: FormerSite, keys: PostKeys) {
  const ofTitles = titleSlugs ? chooseTitleSlugs(keys.named, titleSlugs) : null;
  const readLanguage = createLanguageReader({ layout: languages?.layout ?? null, locales: languages?.tags ?? [] });
  const inOneLanguage = [...Map.groupBy(files, ({ relative }) => readLanguage(relative).language).values()];
  const slugs = ofTitles?.pattern ?? stated ?? inOneLanguage.map(findRepeatedSlugs).find((pattern) => pattern !== null) ?? null;
  return { ofTitles, slugs, repeatsSlugs: inOneLanguage.some((ones) => hasRepeatedSlugs(ones, keys, slugs)) };
}

/** A pattern that distinguishes posts whose names repeat over the years; null if there is none. */
function findRepeatedSlugs(files: readonly SourceFile[]): string | null {
  const names = files.map(({ relative }) => ({ ...parseFileName(relative), path: slugOfPath(relative) }));
  const repeated = [...Map.groupBy(names, ({ slug }) => slug).values()].filter(({ length }) => length > 1).flat();
  if (repeated.length === 0) return null;
  const dated = new Set(repeated.map(({ slug, date }) => `${date}-${slug}`));
  if (dated.size === repeated.length && repeated.every(({ date }) => date !== null)) return "{year}-{month}-{day}-{name}";
  // The paths of `a.md` and `a/index.md`, or of `A.md` and `a.md`, give the same slug.
  const [slugs, paths] = [new Set(repeated.map(({ slug }) => slug)), new Set(repeated.map(({ path }) => path))];
  return paths.size > slugs.size ? "{path}" : null;
}

function slugOfPath(relative: string): string {
  return toSlug(nameOfFile(relative).path);
}

/**
 * Whether several posts would have the same slug, among those whose slug is stated or comes from
 * the title or file name.
 */
function hasRepeatedSlugs(files: readonly SourceFile[], { named }: PostKeys, pattern: string | null): boolean {
  const slugs = files.flatMap(({ relative }) => {
    const { slug = "", title = "" } = named.get(relative) ?? {};
    return (slug === "" ? makeSlug(relative, title, pattern) : toSlug(slug)) || [];
  });
  return new Set(slugs).size < slugs.length;
}

/** "" if the pattern has dates, which distinguish posts. */
function makeSlug(relative: string, title: string, pattern: string | null): string {
  if (pattern === null) return parseFileName(relative).slug;
  if (pattern === "{path}") return slugOfPath(relative);
  return pattern === "{title}" && title !== "" ? toSlug(title) : "";
}
