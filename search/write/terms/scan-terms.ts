import { findChunk, isAfterDot, TERM_MAX, termsOfChunk } from "../../format/tokenize.ts";
import { addToHash } from "./term-table.ts";

/** Takes what `eachTerm` gives, without a string for each word. */
export interface TermSink {
  /** A plain word of ASCII letters and digits, small but for the first perhaps, and `addToHash` of its characters from 0 on, all small. */
  word(text: Uint8Array, start: number, end: number, hash: number): void;
  /**
   * Other terms than one plain word, in order.
   * @param key what they depend on alone
   */
  terms(key: string, make: () => readonly string[]): void;
}

/** Sorts of ASCII characters; all others are 0. */
const SMALL = 1;
const CAPITAL = 2;
const JOINS = 3;
const SIGN = 4;
/** Bytes of what is not ASCII. */
const OTHER = 5;
const SORTS = new Uint8Array(256).fill(OTHER, 128);
for (const [sort, characters] of [
  [SMALL, "abcdefghijklmnopqrstuvwxyz0123456789"],
  [CAPITAL, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  [JOINS, "-_'.:"],
  [SIGN, "+#"],
] as const)
  for (const character of characters) SORTS[character.charCodeAt(0)] = sort;
const CAPITAL_TO_SMALL = 32;
const DOT = 46;
/** UTF-8 takes no more of a UTF-16 code unit. */
const BYTES_A_UNIT = 3;

/**
 * Sends the terms of texts, in order: what `eachTerm` gives. Most words are plain, between ASCII characters that no word is joined by: those are
 * found by a look at each byte (at a string's characters it takes four times as long), all others as ever.
 */
export function createTermScanner(sink: TermSink): (text: string) => void {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(0);

  return (text) => {
    if (bytes.length < text.length * BYTES_A_UNIT) bytes = new Uint8Array(text.length * BYTES_A_UNIT * 2);
    const { written } = encoder.encodeInto(text, bytes);
    // How many bytes there were before a place more than characters.
    let more = 0;
    for (let start = 0; start < written; ) {
      const first = bytes[start] ?? 0;
      const sort = SORTS[first] ?? 0;
      if (sort === 0 || sort === JOINS || sort === SIGN) {
        start += 1;
        continue;
      }
      if (sort !== OTHER && (start === 0 || bytes[start - 1] !== DOT)) {
        let hash = addToHash(0, sort === CAPITAL ? first + CAPITAL_TO_SMALL : first);
        let end = start + 1;
        for (; end < written; end += 1) {
          const byte = bytes[end] ?? 0;
          if (SORTS[byte] !== SMALL) break;
          hash = addToHash(hash, byte);
        }
        if (end - start <= TERM_MAX && isEnd(bytes, end, written)) {
          sink.word(bytes, start, end, hash);
          start = end;
          continue;
        }
      }
      const at = start - more;
      const found = findChunk(text, at);
      if (found === null) return;
      const { chunk, index } = found;
      sink.terms(isAfterDot(text, index) ? `.${chunk}` : chunk, () => termsOfChunk(text, chunk, index));
      const end = index + chunk.length;
      start += countBytes(text, at, end);
      more = start - end;
    }
  };
}

/** Whether a word surely ends there: neither a letter nor a sign follows, nor what may join it to another. */
function isEnd(bytes: Uint8Array, at: number, length: number): boolean {
  const sort = at < length ? SORTS[bytes[at] ?? 0] : 0;
  if (sort !== JOINS) return sort === 0;
  return at + 1 >= length || SORTS[bytes[at + 1] ?? 0] === 0;
}

/** Bytes of UTF-8 between two places that are not within a surrogate pair; half of one by itself takes three, as U+FFFD does. */
function countBytes(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) at += 1;
  }
  return count;
}
