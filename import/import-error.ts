/** What is wrong with an export: one line, with its place where it has one, and what to do about it. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly hint: string;

  constructor(message: string, hint: string, options: ErrorOptions = {}) {
    super(message, options);
    this.hint = hint;
  }
}
