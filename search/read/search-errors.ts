/**
 * The index cannot be used. `missing`: a file that the manifest names is gone (read the manifest again past every
 * cache and retry once); `version`: it was written by another version of the tokeniser; `malformed`: its bytes are
 * not what a writer writes.
 */
export class SearchIndexError extends Error {
  override readonly name = "SearchIndexError";
  readonly reason: "missing" | "version" | "malformed";
  /** Below the out folder. */
  readonly file: string;

  constructor(reason: "missing" | "version" | "malformed", file: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.file = file;
  }
}
