/** A page of the old site. */
export interface FormerPage {
  /** The whole path, percent-encoded or not, without query and fragment. */
  readonly path: string;
  /** null if the source has no titles. */
  readonly title: string | null;
  /** The publication date as written; null if the source has none. */
  readonly date: string | null;
}

/** The pages that a source lists. */
export interface FormerPages {
  readonly pages: readonly FormerPage[];
  /** Whether the source lists all pages. A feed has only the newest posts. */
  readonly isComplete: boolean;
  /** Whether all of the pages are posts. */
  readonly isPostsOnly: boolean;
  /** Sitemaps of an index beyond the limit. Their pages are not compared. */
  readonly unread?: readonly string[];
  /** Entries, files and pages that were left out, one line each. */
  readonly notes: readonly string[];
}

/** The path in an address or a path; null if the text is neither. */
export function toFormerPath(text: string): string | null {
  const written = text.trim();
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(written)) return null;
  return URL.parse(written, "http://old.invalid")?.pathname ?? null;
}
