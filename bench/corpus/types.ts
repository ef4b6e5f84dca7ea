export interface Corpus {
  /** Published posts, oldest first; `file` is below the content folder. */
  readonly posts: readonly { readonly slug: string; readonly file: string }[];
  /** Words in its texts, most frequent first. */
  readonly words: readonly string[];
  /** Slugs, most frequent first. */
  readonly tags: readonly string[];
}

/** Path below the site's folder, and its content. */
export type CorpusFile = readonly [path: string, content: string | Uint8Array];

/** A corpus before it is written. */
export interface CorpusSource extends Corpus {
  files(): AsyncIterable<CorpusFile> | Iterable<CorpusFile>;
}
