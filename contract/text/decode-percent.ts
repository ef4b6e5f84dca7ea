/** The text that is percent-encoded; null: it is no UTF-8, or a `%` stands for itself. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
