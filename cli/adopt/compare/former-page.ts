/** A page of the old site. */
export interface FormerPage {
  /** The whole path, percent-encoded or not; without query and fragment. */
  readonly path: string;
  /** null: the source has no titles. */
  readonly title: string | null;
  /** When it was published, as written; null: the source does not say. */
  readonly date: string | null;
}

/** The pages that a source lists. */
export interface FormerPages {
  readonly pages: readonly FormerPage[];
  /** Whether it is meant to name all pages: a feed has the newest posts alone. */
  readonly isComplete: boolean;
  /** Whether pages are posts and nothing else. */
  readonly isPostsOnly: boolean;
  /** Entries, files and pages that were left out, a line each. */
  readonly notes: readonly string[];
}

/** The path of an address or of a path; null: it is neither. */
export function toFormerPath(text: string): string | null {
  const written = text.trim();
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(written)) return null;
  return URL.parse(written, "http://old.invalid")?.pathname ?? null;
}
