import type { Diagnostics, FieldPath, Location } from "../shared/diagnostics.ts";

/** A document that may have translations. */
interface Translated {
  readonly kind: string;
  readonly file: { readonly path: string };
  readonly translationKey: string | null;
  /** null for the site's language. */
  readonly language: string | null;
  locate(field: FieldPath): Location;
  written(field: FieldPath): FieldPath;
}

/** Reports documents of a kind that have the same translation key and the same language. */
export function checkTranslations(
  documents: Iterable<Translated>,
  { siteLanguage, diagnostics }: { readonly siteLanguage: string; readonly diagnostics: Diagnostics },
): void {
  const first = new Map<string, Translated>();
  for (const document of documents) {
    const { kind, translationKey, language } = document;
    if (translationKey === null) continue;
    const key = JSON.stringify([kind, translationKey, language ?? siteLanguage]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, document);
      continue;
    }
    // A key derived from the file's name begins with a slash and is not a field of the file.
    const field = translationKey.startsWith("/") ? ["language"] : ["translationKey"];
    const message = `is in ${language ?? siteLanguage}, as is ${other.file.path}, and both are translations of "${translationKey}"`;
    const hint = "write a different language or translationKey in one of the two";
    diagnostics.error(document.locate(field), { code: "duplicate-translation", message, hint, field: document.written(field) });
  }
}
