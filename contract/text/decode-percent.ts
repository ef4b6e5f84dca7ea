/** Decodes percent-encoded text; null if it is not UTF-8, or it has a stray `%`. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
