/**
 * The index cannot be used. `missing`: a file in the manifest is gone (read the manifest again,
 * bypassing every cache, and retry once). `version`: another version of the tokenizer wrote it.
 * `malformed`: its bytes are not valid.
 */
export class SearchIndexError extends Error {
  override readonly name = "SearchIndexError";
  readonly reason: "missing" | "version" | "malformed";
  /** Relative to the out folder. */
  readonly file: string;

  constructor(reason: "missing" | "version" | "malformed", file: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.file = file;
  }
}
