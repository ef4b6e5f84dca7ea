import type { LanguageCount } from "../../contract/schemas/list.ts";
import { compareText } from "../shared/diagnostics.ts";

/**
 * Counts listed documents by language, most frequent first.
 * @param byKind the language of each document, by kind; without kinds that have no language
 */
export function countLanguages(byKind: Readonly<Record<string, readonly { readonly language: string }[]>>): readonly LanguageCount[] {
  const counts = new Map<string, Record<string, number>>();
  for (const [kind, documents] of Object.entries(byKind)) {
    for (const { language } of documents) {
      const kinds = counts.get(language) ?? {};
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      counts.set(language, kinds);
    }
  }
  return [...counts]
    .map(([language, kinds]) => ({ language, count: Object.values(kinds).reduce((sum, count) => sum + count, 0), kinds }))
    .sort((a, b) => b.count - a.count || compareText(a.language, b.language));
}
