/**
 * Makes strangers' text safe to show in a terminal. Control characters could move the cursor, hide
 * text or type commands (ECMA-48), and bidirectional controls change how text looks. All of them
 * are shown as visible symbols.
 */

/**
 * C0 except tab and newline, DEL, C1; line and paragraph separators; bidirectional marks and
 * isolates; tag characters.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Puts text on one line: newlines become a symbol, tabs become spaces. */
export function toSafeLine(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(/\r\n?|\n/g, " ⏎ ")
    .replace(UNSAFE, showControl);
}

/** Splits text into safe lines. */
export function toSafeLines(text: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => line.replaceAll("\t", "    ").replace(UNSAFE, showControl));
}

/** Returns `␛` for ESC, and `<U+202E>` for characters without a symbol. */
function showControl(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
