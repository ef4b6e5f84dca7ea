/**
 * Text that visitors write, made fit to be shown. It arrives valid (contract/schemas/request-text.ts: trimmed, NFC, without control characters
 * and lone surrogates, within its length); what is left to fix here is text that is valid and still spoils the page around it.
 */

/** U+202D and U+202E, which turn the characters after them around whatever these are. No language needs them. */
const BIDI_OVERRIDES = /[\u202d\u202e]/gu;

/**
 * All characters that open or close a direction (embeddings, overrides, isolates). In a body they end with their paragraph, so Arabic and Hebrew
 * keep them there; in a name they would reach over the rest of the line that the name is shown in. U+200E and U+200F (marks) reach over nothing.
 */
const BIDI_SPANS = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Characters without a width that no name needs: they make two names that look the same differ, and one that was refused pass. The joiners (U+200C, U+200D) stay,
 * which Persian and emoji are written with.
 */
const ZERO_WIDTH = /[\u180e\u200b\u2060\ufeff\ufff9-\ufffb]/gu;

/** A name that stacks more marks than this on a letter draws over the lines above it. Tibetan and Hebrew need about four. */
export const STACKED_MARKS_MAX = 8;
const STACKED_MARKS = new RegExp(`(\\p{M}{${STACKED_MARKS_MAX}})\\p{M}+`, "gu");

/** Something that leaves ink: no joiners and spaces, and no letters without a shape (the Hangul fillers, the empty Braille cell). */
const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Takes out what reverses the text after it. For text that is shown as paragraphs. */
export function removeBidiOverrides(text: string): string {
  return text.replace(BIDI_OVERRIDES, "");
}

/**
 * A name or another single line as it is kept and shown; null where nothing of it can be seen. White space of any kind becomes single spaces. Characters are
 * taken out, not refused: most that have such in their name pasted it and cannot see them.
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

/** A body as it is kept; null where nothing of it can be seen. Its Markdown stays as typed. */
export function toShownBody(body: string): string | null {
  const shown = removeBidiOverrides(body).normalize("NFC").trim();
  return VISIBLE.test(shown) ? shown : null;
}
