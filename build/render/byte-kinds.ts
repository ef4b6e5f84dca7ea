/*
 * What bytes of the HTML that Sätteri writes are to those who copy it.
 */

/** What a byte of HTML is where it stands in a text. */
export const UNUSUAL = 0;
export const TAG = 1;
export const BLANK = 2;
const LETTER = 3;
/** Joins two letters to one word. */
const JOINER = 4;
export const OTHER = 5;
/** Of a character beyond ASCII. */
export const BEYOND = 6;
export const REFERENCE = 7;
/** JSON sets a backslash before it. */
export const ESCAPED = 8;

export const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte > 127) return BEYOND;
  if (/[A-Za-z0-9]/.test(character)) return LETTER;
  if (/['._,-]/.test(character)) return JOINER;
  if (/[ \t\n]/.test(character)) return BLANK;
  if (/["\\]/.test(character)) return ESCAPED;
  if (character === "<") return TAG;
  if (character === "&") return REFERENCE;
  return byte < 0x20 ? UNUSUAL : OTHER;
});

const byteOf = (character: string): number => character.charCodeAt(0);
export const BACKSLASH = byteOf("\\");
export const QUOTE = byteOf('"');
export const BLANK_BYTE = byteOf(" ");
export const LINE_FEED = byteOf("\n");
export const LESS = byteOf("<");
export const LETTER_N = byteOf("n");
export const LETTER_T = byteOf("t");
/** By byte: the letter that JSON writes behind a backslash. */
export const ESCAPES = Uint8Array.from(
  { length: 256 },
  (_, byte) => ({ "\n": LETTER_N, "\t": LETTER_T })[String.fromCharCode(byte)] ?? byte,
);

/** References as Sätteri writes them; what they stand for; and as rehype-stringify writes them. */
const REFERENCES = [
  ["&amp;", "&", "&#x26;"],
  ["&lt;", "<", "&#x3C;"],
  ["&gt;", ">", ">"],
  ["&quot;", '"', "&#x22;"],
].map(([written = "", character = "", numeric = ""]) => ({
  written: Buffer.from(written),
  character: byteOf(character),
  numeric: Buffer.from(numeric),
}));

/** By byte: its kind, where it is copied as it is to HTML and text. */
export const PLAIN_KINDS = KINDS.map((kind, byte) => ([LETTER, JOINER, OTHER].includes(kind) || byte === BLANK_BYTE ? kind : 0));
export const KIND_BITS = 3;
/** Three kinds of bytes, the last one lowest. */
export const KINDS_MASK = (1 << (3 * KIND_BITS)) - 1;
/** That the last byte is not copied as it is. */
export const STOP = 2;
/** By three kinds: whether the last byte begins a word, so that words can be counted without a branch: they end where no processor expects it. */
export const STEPS = Uint8Array.from({ length: KINDS_MASK + 1 }, (_, kinds) => {
  const [beforeLast, before, last] = [2, 1, 0].map((place) => (kinds >> (place * KIND_BITS)) & 7);
  if (last === 0 || (last === BLANK && before === BLANK)) return STOP;
  return last === LETTER && before !== LETTER && !(before === JOINER && beforeLast === LETTER) ? 1 : 0;
});

/** The reference that stands at a place; null: none of these. */
export function findReference(source: Buffer, at: number): (typeof REFERENCES)[number] | null {
  for (const reference of REFERENCES) if (isAt(source, at, reference.written)) return reference;
  return null;
}

/** Whether some bytes stand at a place. */
export function isAt(source: Buffer, at: number, bytes: Buffer): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (source[at + index] !== bytes[index]) return false;
  return true;
}
