/** What a text was read as, or what is wrong with it and what would be right. */
export type ReadResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };
