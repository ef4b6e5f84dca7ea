import type { LanguageCount } from "../packages/octavo-client/client.ts";

/**
 * The languages of the lists of each kind. A list shows one language and ignores its regions. The
 * list in the site's language has the plain path; the paths of the others begin with the tag of
 * their language (`/de/posts`). A kind without documents in the site's language has a single list
 * of all documents.
 */
export type ListLanguages = Readonly<Record<string, readonly string[]>>;

/** The language of a tag without script and region: `de-AT` → `de`. */
export function primaryOf(language: string): string {
  return (language.split("-")[0] ?? "").toLowerCase();
}

/**
 * The languages of each kind that has several lists, the site's first. Other kinds are left out.
 */
export function findListLanguages(counts: readonly Pick<LanguageCount, "language" | "kinds">[], language: string): ListLanguages {
  const own = primaryOf(language);
  const byKind = new Map<string, Set<string>>();
  for (const { language, kinds } of counts)
    for (const kind of Object.keys(kinds)) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(primaryOf(language)));
  const found = [...byKind].filter(([, languages]) => languages.has(own) && languages.size > 1);
  return Object.fromEntries(found.map(([kind, languages]) => [kind, [own, ...[...languages].filter((one) => one !== own).sort()]]));
}
