import { type Precedence, takesAddress } from "../kinds/addresses/precedence.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import { toLocalTime } from "../shared/dates.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { toDatedSlug } from "../shared/slugs.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { isNothing } from "../sources/data-values.ts";

/** A file that claims something that another file may also claim. */
export interface Claimant {
  readonly file: SourceFile;
  readonly parsed: Pick<ParsedFile, "entry" | "found">;
  /** Rereads the file if necessary, to find the place of a mistake. */
  document(): DataDocument;
}

/**
 * Slugs of a kind, each with the file that keeps it. Documents with mistakes are included, so that
 * each mistake is reported once.
 */
export class SlugRegistry {
  readonly #first = new Map<string, Claimant>();
  /** For each slug with an added date, the slug that its post states. */
  readonly #stated = new Map<string, string>();
  /** True if mistakes in a data file hide some of its entries, which may have any slug. */
  isIncomplete = false;

  /**
   * Claims a slug, and reports it if it is already taken.
   * @param stated the slug without its added date, for posts that repeat another post's slug
   */
  claim(slug: string, found: Claimant, diagnostics: Diagnostics, stated = slug): void {
    const first = this.#first.get(slug);
    if (first === undefined) {
      this.#first.set(slug, found);
      this.#setStated(slug, stated);
      return;
    }
    const isTaken = takesAddress(precedenceOf(found), precedenceOf(first));
    if (isTaken) this.#first.set(slug, found);
    const [left, keeper] = isTaken ? [first, found] : [found, first];
    const place = placeOf(keeper);
    const document = left.document();
    // An entry's slug is derived from its title.
    const field = left.file.entry !== undefined && isNothing(document.values.slug) ? ["title"] : ["slug"];
    const keptFor = this.#stated.get(slug) ?? slug;
    const byName = left.file.entry === undefined && isNothing(document.values.slug) ? ": this file's slug comes from its name" : "";
    const cause = (isTaken ? causeOf(slug, stated, keptFor) : causeOf(slug, keptFor, stated)) || byName;
    if (isTaken) this.#setStated(slug, stated);
    const finding = { message: `"${slug}" is taken by ${place}${cause}`, hint: "write a different slug in one of the two" };
    diagnostics.error(document.locate(field), { code: "duplicate-slug", ...finding, field });
  }

  #setStated(slug: string, stated: string): void {
    if (stated === slug) this.#stated.delete(slug);
    else this.#stated.set(slug, stated);
  }

  /** The file's path in messages; null if no file has the slug. */
  fileOf(slug: string): string | null {
    const first = this.#first.get(slug);
    return first === undefined ? null : placeOf(first);
  }

  /** Suggests similar slugs. Must be called after all are registered. */
  readonly suggest = createSuggester(() => this.#first.keys());
}

/** A file's path in messages, with the line for an entry of a data file. */
function placeOf(claimant: Claimant): string {
  const { file } = claimant;
  return file.entry === undefined ? file.path : `${file.path}:${claimant.document().locate([]).line}`;
}

/** Explains a slug with an added date, which only one of the posts states, or neither. */
function causeOf(slug: string, first: string, second: string): string {
  if (first !== slug && second !== slug) return `: both state "${second}" and have the same date`;
  if (first !== slug) return `: that file states "${first}", which an older post has, so its date was added`;
  return second === slug ? "" : `: this post states "${second}", which an older post has, so its date was added`;
}

/** Like a draft, a file with errors is not published. */
function precedenceOf({ parsed: { entry, found } }: Claimant): Precedence {
  const publishedAt = entry !== null && "publishedAt" in entry ? entry.publishedAt : null;
  return { draft: entry === null || entry.draft || found.some(({ severity }) => severity === "error"), publishedAt };
}

interface ParsedPost {
  readonly file: SourceFile;
  readonly parsed: Pick<ParsedFile, "claim" | "entry">;
}

/**
 * Returns slugs for posts that repeat another post's slug. The oldest published post keeps it, so
 * that a new post never renames another; the date of each later post is added to its slug. Drafts
 * come last, so that they do not rename published posts. Posts without a date still repeat the
 * slug, which is an error.
 */
export function dateRepeatedSlugs<Post extends ParsedPost>(posts: readonly Post[], timeZone: string): ReadonlyMap<Post, string> {
  const bySlug = Map.groupBy(posts, ({ parsed }) => parsed.claim);
  const dated = new Map<Post, string>();
  for (const [slug, repeated] of bySlug) {
    if (slug === null || repeated.length === 1) continue;
    const [, ...later] = repeated
      .flatMap((post) => {
        const { entry } = post.parsed;
        if (entry === null || !("publishedAt" in entry) || entry.publishedAt === null) return [];
        return [{ post, publishedAt: entry.publishedAt, draft: entry.draft }];
      })
      .sort(
        (a, b) =>
          Number(a.draft) - Number(b.draft) ||
          Date.parse(a.publishedAt) - Date.parse(b.publishedAt) ||
          (a.post.file.path < b.post.file.path ? -1 : 1),
      );
    for (const { post, publishedAt } of later) {
      dated.set(post, toDatedSlug(slug, toLocalTime(Date.parse(publishedAt), timeZone).slice(0, "2024-01-31".length)));
    }
  }
  return dated;
}
