import type { Diagnostics } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";

/** A file that says something of which another may say the same. */
export interface Claimant {
  readonly file: SourceFile;
  /** Reads the file again where it has to: for the place of a mistake alone. */
  document(): DataDocument;
}

/** Slugs of a kind, and which file took each first. Documents with mistakes count too, so that one mistake is reported once. */
export class SlugRegistry {
  readonly #files = new Map<string, string>();

  /** Takes a slug; reports it where it is taken already. */
  claim(slug: string, found: Claimant, diagnostics: Diagnostics): void {
    const first = this.#files.get(slug);
    if (first === undefined) {
      this.#files.set(slug, found.file.path);
      return;
    }
    const field = ["slug"];
    const finding = { message: `"${slug}" is taken by ${first}`, hint: "write another slug in one of the two" };
    diagnostics.error(found.document().locate(field), { code: "duplicate-slug", ...finding, field });
  }

  /** As shown; null: nobody has it. */
  fileOf(slug: string): string | null {
    return this.#files.get(slug) ?? null;
  }

  /** Of all slugs, once all are taken. */
  readonly suggest = createSuggester(() => this.#files.keys());
}
