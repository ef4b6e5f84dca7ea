/** The value of a text, or its mistake with a correct form. */
export type ReadResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };
