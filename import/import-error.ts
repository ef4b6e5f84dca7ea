/** A mistake in an export: one line, with its place if it has one, and a remedy. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly hint: string;

  constructor(message: string, hint: string, options: ErrorOptions = {}) {
    super(message, options);
    this.hint = hint;
  }
}
