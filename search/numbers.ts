/**
 * Whole numbers as text that JSON leaves as it is, so that a file of them is small, compresses well and is cut
 * without being decoded. Digits are the 92 characters from `!` to `~` without `"` and `\`; a space never occurs.
 */

const DIGITS = 92;
/** Digits below this end a number; those above carry a more significant part of one. */
const ENDING = 56;
const CARRYING = DIGITS - ENDING;
/** Numbers below this are written from a table. */
const TABLE_SIZE = 4_096;

function toCharacter(digit: number): string {
  const code = 33 + digit + (digit >= 1 ? 1 : 0);
  return String.fromCharCode(code >= 92 ? code + 1 : code);
}

const CHARACTERS = Array.from({ length: DIGITS }, (_, digit) => toCharacter(digit));
const DIGIT_OF = new Uint8Array(128);
CHARACTERS.forEach((character, digit) => {
  DIGIT_OF[character.charCodeAt(0)] = digit;
});

function spell(number: number): string {
  let text = CHARACTERS[number % ENDING] ?? "";
  for (let rest = Math.floor(number / ENDING); rest > 0; rest = Math.floor((rest - 1) / CARRYING)) {
    text = (CHARACTERS[ENDING + ((rest - 1) % CARRYING)] ?? "") + text;
  }
  return text;
}

const TABLE = Array.from({ length: TABLE_SIZE }, (_, number) => spell(number));

/** A number from 0; what stands in a row is told apart again. */
export function encodeNumber(number: number): string {
  return TABLE[number] ?? spell(number);
}

export interface NumberReader {
  /** The next number; 0 at the end. */
  next(): number;
  readonly done: boolean;
}

/** Reads numbers that `encodeNumber` wrote one after another. */
export function readNumbers(text: string): NumberReader {
  let at = 0;
  return {
    next() {
      let high = 0;
      while (at < text.length) {
        const digit = DIGIT_OF[text.charCodeAt(at++)] ?? 0;
        if (digit < ENDING) return high * ENDING + digit;
        high = high * CARRYING + (digit - ENDING) + 1;
      }
      return 0;
    },
    get done() {
      return at >= text.length;
    },
  };
}

/**
 * A column of numbers, one digit of each in a text of its own, the least significant first: digits of one place are like each other and
 * compress better so than number after number.
 */
export function encodeColumn(numbers: readonly number[]): string[] {
  const planes: string[] = [];
  for (let rest = numbers; rest.some((number) => number > 0); rest = rest.map((number) => Math.floor(number / DIGITS))) {
    planes.push(rest.map((number) => CHARACTERS[number % DIGITS]).join(""));
  }
  return planes;
}

/** What `encodeColumn` wrote. */
export function decodeColumn(planes: readonly string[], length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  let unit = 1;
  for (const plane of planes) {
    for (let at = 0; at < length; at += 1) numbers[at] = (numbers[at] ?? 0) + (DIGIT_OF[plane.charCodeAt(at)] ?? 0) * unit;
    unit *= DIGITS;
  }
  return numbers;
}
