import { SLUG_MAX } from "../../contract/limits.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import { toLocalTime } from "../shared/dates.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { isNothing } from "../sources/data-values.ts";

/** A file that claims something that another file may claim too. */
export interface Claimant {
  readonly file: SourceFile;
  /** Reads the file again if necessary, to find the place of a mistake. */
  document(): DataDocument;
}

/**
 * Slugs of a kind, each with the file that claimed it first. Documents with mistakes count too, so
 * that each mistake is reported once.
 */
export class SlugRegistry {
  readonly #first = new Map<string, Claimant>();
  /** True if mistakes in a data file hide some of its entries, which may have any slug. */
  isIncomplete = false;

  /** Claims a slug, and reports it if it is already taken. */
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

  /** The path as messages show it. null: no file has the slug. */
  fileOf(slug: string): string | null {
    const first = this.#first.get(slug);
    return first === undefined ? null : placeOf(first);
  }

  /** Suggests similar slugs. Must be called after all are registered. */
  readonly suggest = createSuggester(() => this.#first.keys());
}

/** The path of a file as messages show it, with the line for an entry of a data file. */
function placeOf(claimant: Claimant): string {
  const { file } = claimant;
  return file.entry === undefined ? file.path : `${file.path}:${claimant.document().locate([]).line}`;
}

interface ParsedPost {
  readonly file: SourceFile;
  readonly parsed: Pick<ParsedFile, "claim" | "entry">;
}

/**
 * Slugs for posts that repeat another's slug. The oldest post keeps it, so that a new post renames
 * none; each later one gets its own date. Posts without a date repeat the slug: an error.
 */
export function dateRepeatedSlugs<Post extends ParsedPost>(posts: readonly Post[], timeZone: string): ReadonlyMap<Post, string> {
  const bySlug = Map.groupBy(posts, ({ parsed }) => parsed.claim);
  const dated = new Map<Post, string>();
  for (const [slug, repeated] of bySlug) {
    if (slug === null || repeated.length === 1) continue;
    const [, ...later] = repeated
      .flatMap((post) => {
        const { entry } = post.parsed;
        const publishedAt = entry !== null && "publishedAt" in entry ? entry.publishedAt : null;
        return publishedAt === null ? [] : [{ post, publishedAt }];
      })
      .sort((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt) || (a.post.file.path < b.post.file.path ? -1 : 1));
    for (const { post, publishedAt } of later) {
      const day = toLocalTime(Date.parse(publishedAt), timeZone).slice(0, "2024-01-31".length);
      dated.set(post, `${slug.slice(0, SLUG_MAX - day.length - 1).replace(/-$/, "")}-${day}`);
    }
  }
  return dated;
}
