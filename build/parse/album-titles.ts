import { albumOf } from "../kinds/document/album-field.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import type { Diagnostics, Severity } from "../shared/diagnostics.ts";
import { counted } from "../shared/diagnostics.ts";
import { describe } from "../sources/wording.ts";
import type { Claimant } from "./slug-registry.ts";

/** A title of an album, and the photos that have it. */
interface Titled {
  readonly title: string;
  readonly first: Claimant;
  count: number;
  /** Whether all of them are drafts. */
  isDraft: boolean;
}

/**
 * Titles of albums in photos. Two titles with the same slug are a mistake, because they would merge
 * two albums.
 */
export class AlbumTitles {
  /** By slug, then by title. */
  readonly #titles = new Map<string, Map<string, Titled>>();

  get slugs(): ReadonlySet<string> {
    return new Set(this.#titles.keys());
  }

  add(photo: Pick<DocumentEntry, "fields" | "draft">, found: Claimant): void {
    const { draft } = photo;
    const album = albumOf(photo);
    if (album === null) return;
    const titles = this.#titles.get(album.slug) ?? new Map<string, Titled>();
    this.#titles.set(album.slug, titles);
    const title = album.title.normalize("NFC");
    const titled = titles.get(title) ?? { title, first: found, count: 0, isDraft: true };
    titles.set(title, titled);
    titled.count += 1;
    titled.isDraft &&= draft;
  }

  /**
   * Reports every additional title of an album. If only drafts have it, the finding is a warning.
   */
  report(diagnostics: Diagnostics): void {
    for (const [slug, titles] of this.#titles) {
      if (titles.size === 1) continue;
      const [main, ...others] = [...titles.values()].sort((a, b) => Number(a.isDraft) - Number(b.isDraft) || b.count - a.count);
      if (main === undefined) continue;
      const at = main.first.document().locate(["album"]);
      for (const { title, first, count, isDraft } of others) {
        const severity: Severity = isDraft ? "warning" : "error";
        const more = count === 1 ? "" : ` (also in ${counted(count - 1, "other photo")})`;
        diagnostics.report(severity, first.document().locate(["album"]), {
          code: "album-two-titles",
          message: `${describe(title)}${more} has the same slug, ${slug}, as the album ${describe(main.title)} in ${at.file}:${at.line}`,
          hint: "use one title for the album, or give one of the two albums its own slug: album: { slug: …, title: … }",
          field: first.document().written(["album"]),
        });
      }
    }
  }
}
