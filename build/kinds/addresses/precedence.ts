/** Facts that decide which of two documents keeps an address that both claim. */
export interface Precedence {
  readonly draft: boolean;
  /** In UTC; null if undated. */
  readonly publishedAt: string | null;
}

/**
 * Whether a document takes an address from another one that claimed it earlier. Undated documents
 * come first, then earlier dates, then later ones, and drafts last. So a draft or future document
 * never displaces a public one.
 */
export function takesAddress(document: Precedence, from: Precedence): boolean {
  if (document.draft !== from.draft) return from.draft;
  return (document.publishedAt ?? "") < (from.publishedAt ?? "");
}
