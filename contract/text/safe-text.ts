/**
 * Text of strangers, on a terminal. Control characters would move the cursor, hide what follows or type commands (ECMA-48); bidirectional
 * controls make text read other than it is; so all of them are shown as what they are.
 */

/** C0 but tab and newline, DEL, C1; line and paragraph separators; marks and isolates that turn the direction; tag characters. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** One line: newlines become a sign, tabs a space. */
export function toSafeLine(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(/\r\n?|\n/g, " ⏎ ")
    .replace(UNSAFE, showControl);
}

/** Lines, as many as there are. */
export function toSafeLines(text: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => line.replaceAll("\t", "    ").replace(UNSAFE, showControl));
}

/** `␛` for ESC, `<U+202E>` for what has no picture. */
function showControl(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
