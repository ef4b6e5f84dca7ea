import { pageKey } from "../../../contract/page-key.ts";
import type { Diagnostics, FieldPath, Finding, Location } from "../../shared/diagnostics.ts";
import { firstFew } from "../../shared/diagnostics.ts";
import { withoutDay } from "../../shared/slugs.ts";
import { reservedAround } from "./page-path.ts";
import { type Precedence, takesAddress } from "./precedence.ts";

/** A document with a page. */
export interface PagedDocument extends Precedence {
  readonly kind: string;
  readonly slug: string;
  readonly file: { readonly path: string };
  readonly page: string;
  readonly formerPages: readonly string[];
  readonly permalink: string | null;
  readonly translationKey?: string | null;
  /** The paths in `formerPages` that the author wrote. */
  readonly redirectFrom: readonly string[];
  locate(field: readonly string[]): Location;
  /** The author's own name for a field. */
  written(field: readonly string[]): FieldPath;
}

/** Maximum number of former paths that a notice lists. */
const SHOWN_MAX = 3;

/**
 * Pages that hosts also serve at other paths. A redirect from one of these pages would affect those
 * paths as well.
 */
const HOST_PAGES: ReadonlyMap<string, string> = new Map([
  ["/index.html", "the home page"],
  ["/404.html", "the page that hosts show for every missing page"],
]);

/**
 * Records which document has which page. Drafts are included, because they would conflict on the
 * day on which they are published.
 */
export class PageRegistry {
  readonly #pages = new Map<string, PagedDocument>();
  /** Pages with capital letters, by their lower-case path. */
  readonly #capitals = new Map<string, PagedDocument>();
  readonly #faulty: ReadonlySet<string>;

  /**
   * @param faulty paths of files with errors, which, like drafts, never take another document's
   * page
   */
  constructor(faulty: ReadonlySet<string> = new Set()) {
    this.#faulty = faulty;
  }

  /** Assigns a page, and reports it if another document already has it. */
  claim(document: PagedDocument, diagnostics: Diagnostics): void {
    const key = pageKey(document.page);
    const field = document.permalink === null ? ["slug"] : ["permalink"];
    const reserved = reservedAround(document.page);
    if (reserved !== null) {
      const message = `its page, ${document.page}, is ${reserved}`;
      const hint = "write a different slug, or a permalink";
      diagnostics.error(document.locate(field), { code: "bad-path", message, hint, field: document.written(field) });
      return;
    }
    const first = this.#pages.get(key);
    if (first === undefined) {
      this.#pages.set(key, document);
      const other = this.#findOtherCase(document, key);
      if (other === undefined) return;
      const message = `its page, ${document.page}, differs from ${other.page} of ${other.file.path} only in case`;
      const hint = "a host that ignores case shows only one of the two, so write a different slug or permalink";
      diagnostics.warning(document.locate(field), { code: "page-case", message, hint, field: document.written(field) });
      return;
    }
    const isTaken = takesAddress(this.#precedenceOf(document), this.#precedenceOf(first));
    if (isTaken) this.#pages.set(key, document);
    // Documents with the same slug are reported elsewhere.
    if (first.kind === document.kind && first.slug === document.slug) return;
    if (isTaken) reportTaken(first, document, diagnostics);
    else reportTaken(document, first, diagnostics);
  }

  #precedenceOf({ draft, publishedAt, file }: PagedDocument): Precedence {
    return { draft: draft || this.#faulty.has(file.path), publishedAt };
  }

  /**
   * Finds the document with a page that differs only in case. Nearly all pages are in lower case
   * and have no entry in this map.
   */
  #findOtherCase(document: PagedDocument, key: string): PagedDocument | undefined {
    const small = key.toLowerCase();
    if (small === key) return this.#capitals.get(small);
    const other = this.#pages.get(small) ?? this.#capitals.get(small);
    this.#capitals.set(small, other ?? document);
    return other;
  }

  /**
   * Returns the former pages of each document. A former page that another document has, or that an
   * earlier document also had, is left out and reported. All pages must be claimed first.
   */
  settleFormerPages<T extends PagedDocument>(documents: readonly T[], diagnostics: Diagnostics): ReadonlyMap<T, readonly string[]> {
    const taken = new Map<string, T>();
    const settled = new Map<T, string[]>();
    const left: string[] = [];
    const warn = (document: T, finding: Finding): void => {
      const field = [document.kind === "posts" ? "aliases" : "redirectFrom"];
      diagnostics.warning(document.locate(field), { ...finding, field: document.written(field) });
    };
    const take = (document: T, path: string, isWritten: boolean): void => {
      const key = pageKey(path);
      const owner = this.#pages.get(key) ?? taken.get(key);
      const hostPage = owner === undefined ? HOST_PAGES.get(key) : undefined;
      if (hostPage !== undefined) {
        warn(document, { code: "bad-path", message: `${path} is ${hostPage}, so nothing is redirected from there`, hint: "remove it" });
        return;
      }
      if (owner === document) return;
      if (owner === undefined) {
        taken.set(key, document);
        settled.set(document, [...(settled.get(document) ?? []), path]);
        return;
      }
      if (!isWritten) {
        left.push(`${path} (of ${document.file.path})`);
        return;
      }
      const what = this.#pages.has(key) ? "is the page of" : "is also a former page of";
      const message = `${path} ${what} ${owner.file.path}, so nothing is redirected from there`;
      warn(document, { code: "duplicate-page", message, hint: "remove it from one of the two" });
    };
    const renamed = documents.filter(({ formerPages }) => formerPages.length > 0);
    for (const document of renamed) for (const path of document.redirectFrom) take(document, path, true);
    for (const document of renamed)
      for (const path of document.formerPages) if (!document.redirectFrom.includes(path)) take(document, path, false);
    if (left.length > 0) {
      const what =
        left.length === 1
          ? "1 former page belongs to another document and is"
          : `${left.length} former pages belong to other documents and are`;
      diagnostics.notice(`${what} ignored: ${firstFew(left, SHOWN_MAX)}`);
    }
    return settled;
  }
}

function reportTaken(document: PagedDocument, owner: PagedDocument, diagnostics: Diagnostics): void {
  const field = document.permalink === null ? ["slug"] : ["permalink"];
  const message = `its page, ${document.page}, is also the page of ${owner.file.path}`;
  const areTranslations =
    owner.kind === document.kind && (document.translationKey ?? null) !== null && document.translationKey === owner.translationKey;
  const repeatSlugs = document.kind === "posts" && withoutDay(owner.slug) === withoutDay(document.slug);
  const hint = areTranslations
    ? "begin the pattern of their pages with /{lang?}"
    : repeatSlugs
      ? "pages have the slug as stated, so if posts repeat one, urls.posts also needs the date, such as /{year}/{month}/{day}/{slug}/"
      : "write a different slug or permalink in one of the two";
  diagnostics.error(document.locate(field), { code: "duplicate-page", message, hint, field: document.written(field) });
}
