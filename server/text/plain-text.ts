/**
 * Makes visitors' text fit for display. It is already valid (contract/schemas/request-text.ts:
 * trimmed, NFC, without control characters and lone surrogates, within its length). This fixes
 * valid text that would still spoil the page around it.
 */

/** U+202D and U+202E, which reverse the characters after them. No language needs them. */
const BIDI_OVERRIDES = /[\u202d\u202e]/gu;

/**
 * All characters that open or close a direction (embeddings, overrides, isolates). In a body their
 * effect ends with the paragraph, so they stay, for Arabic and Hebrew. In a name they would affect
 * the rest of its line. The marks U+200E and U+200F affect nothing else.
 */
const BIDI_SPANS = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Zero-width characters that no name needs. With them, names that look the same could differ, and a
 * refused name could pass. The joiners (U+200C, U+200D) stay, because Persian and emoji need them.
 */
const ZERO_WIDTH = /[\u180e\u200b\u2060\ufeff\ufff9-\ufffb]/gu;

/**
 * A name with more marks than this on one letter draws over the lines above it. Tibetan and Hebrew
 * need about four.
 */
export const STACKED_MARKS_MAX = 8;
const STACKED_MARKS = new RegExp(`(\\p{M}{${STACKED_MARKS_MAX}})\\p{M}+`, "gu");

/**
 * A visible character: not a joiner, a space or a blank letter (the Hangul fillers, the empty
 * Braille cell).
 */
const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Removes characters that reverse the text after them. For text shown as paragraphs. */
export function removeBidiOverrides(text: string): string {
  return text.replace(BIDI_OVERRIDES, "");
}

/**
 * The stored form of a name or another single line; null if nothing is visible. White space of any
 * kind becomes single spaces. Bad characters are removed, not refused, because most people pasted
 * them and cannot see them.
 */
export function toShownName(name: string): string | null {
  const shown = name
    .replace(BIDI_SPANS, "")
    .replace(ZERO_WIDTH, "")
    .normalize("NFC")
    .replace(STACKED_MARKS, "$1")
    .replace(/\s+/gu, " ")
    .trim();
  return VISIBLE.test(shown) ? shown : null;
}

/** The stored form of a body; null if nothing is visible. Its Markdown stays as typed. */
export function toShownBody(body: string): string | null {
  const shown = removeBidiOverrides(body).normalize("NFC").trim();
  return VISIBLE.test(shown) ? shown : null;
}
