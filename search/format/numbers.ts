/**
 * Whole numbers as text that needs no escapes in JSON, so that a file of them is small, compresses
 * well and can be cut without decoding. search/write/encode.ts writes them. Digits are the 92
 * characters from `!` to `~` without `"` and `\`. A space never occurs.
 */

export const DIGITS = 92;
/** Digits below this value end a number. Others carry its more significant parts. */
export const ENDING = 56;
export const CARRYING = DIGITS - ENDING;

function toCharacter(digit: number): string {
  const code = 33 + digit + (digit >= 1 ? 1 : 0);
  return String.fromCharCode(code >= 92 ? code + 1 : code);
}

export const CHARACTERS = Array.from({ length: DIGITS }, (_, digit) => toCharacter(digit));
/** By character code. */
export const DIGIT_OF = new Uint8Array(128);
CHARACTERS.forEach((character, digit) => {
  DIGIT_OF[character.charCodeAt(0)] = digit;
});

/** Reverses `encodeColumn`. */
export function decodeColumn(planes: readonly string[], length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  let unit = 1;
  for (const plane of planes) {
    for (let at = 0; at < length; at += 1) numbers[at] = (numbers[at] ?? 0) + (DIGIT_OF[plane.charCodeAt(at)] ?? 0) * unit;
    unit *= DIGITS;
  }
  return numbers;
}
