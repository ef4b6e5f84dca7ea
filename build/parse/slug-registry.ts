import type { Diagnostics } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { isNothing } from "../sources/data-values.ts";

/** A file that says something of which another may say the same. */
export interface Claimant {
  readonly file: SourceFile;
  /** Reads the file again where it has to: for the place of a mistake alone. */
  document(): DataDocument;
}

/** Slugs of a kind, and which file took each first. Documents with mistakes count too, so that one mistake is reported once. */
export class SlugRegistry {
  readonly #first = new Map<string, Claimant>();
  /** A data file has mistakes for which not all of its entries can be told apart: they may have any slug. */
  isIncomplete = false;

  /** Takes a slug; reports it where it is taken already. */
  claim(slug: string, found: Claimant, diagnostics: Diagnostics): void {
    const first = this.#first.get(slug);
    if (first === undefined) {
      this.#first.set(slug, found);
      return;
    }
    const place = placeOf(first);
    const document = found.document();
    // The slug of an entry is made from its title.
    const field = found.file.entry !== undefined && isNothing(document.values.slug) ? ["title"] : ["slug"];
    const finding = { message: `"${slug}" is taken by ${place}`, hint: "write another slug in one of the two" };
    diagnostics.error(document.locate(field), { code: "duplicate-slug", ...finding, field });
  }

  /** As shown; null: nobody has it. */
  fileOf(slug: string): string | null {
    const first = this.#first.get(slug);
    return first === undefined ? null : placeOf(first);
  }

  /** Suggests slugs, once all are registered. */
  readonly suggest = createSuggester(() => this.#first.keys());
}

/** A file as shown; of an entry of a data file the line, too. */
function placeOf(claimant: Claimant): string {
  const { file } = claimant;
  return file.entry === undefined ? file.path : `${file.path}:${claimant.document().locate([]).line}`;
}
