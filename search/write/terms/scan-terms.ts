import { findChunk, isAfterDot, TERM_MAX, termsOfChunk } from "../../format/tokenize.ts";
import { addToHash } from "./term-table.ts";

/** Takes what `eachTerm` gives, without a string for each word. */
export interface TermSink {
  /**
   * A plain word: ASCII letters and digits, of which the first alone may be a capital, or a pair of ideographs, kana or Hangul syllables, or one by itself.
   * @param hash `addToHash` of its bytes in lower case, from 0 on
   */
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
const APOSTROPHE = 39;
/** UTF-8 takes no more of a UTF-16 code unit; and so many of ideographs, kana and syllables. */
const BYTES_A_UNIT = 3;
/** Punctuation that is no part of any term, and that a run of those mostly ends before. */
const STOPS = new Set(
  Array.from("\u3001\u3002\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u2013\u2014\u201c\u201d", (stop) =>
    stop.charCodeAt(0),
  ),
);

/**
 * Sends the terms of texts, in order: what `eachTerm` gives. Most words are plain, between ASCII characters that no word is joined by: those are
 * found by a look at each byte (at a string's characters it takes four times as long), all others as ever. So are runs of ideographs, kana and syllables,
 * whose terms are pairs of them and the last one: to make a string of each is most of counting a text in Chinese.
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
      if (sort === OTHER) {
        const end = STOPS.has(codeAt(bytes, start)) ? start + BYTES_A_UNIT : sendRun(bytes, start, written, sink);
        if (end > start) {
          more += ((end - start) / BYTES_A_UNIT) * (BYTES_A_UNIT - 1);
          start = end;
          continue;
        }
      } else if (start === 0 || bytes[start - 1] !== DOT) {
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

/**
 * Sends the terms of a run of characters that are cut into pairs. ASCII ends it, since within a compound the terms of a run are the same;
 * but an apostrophe or a sign does not, as it may be part of the word.
 * @returns where it ends; `start`: nothing was sent, as there is no run or what follows might be part of it
 */
function sendRun(bytes: Uint8Array, start: number, length: number, sink: TermSink): number {
  let end = start;
  while (end < length && isPaired(codeAt(bytes, end))) end += BYTES_A_UNIT;
  const next = bytes[end] ?? 0;
  const isEnded = end === length || (SORTS[next] === OTHER ? STOPS.has(codeAt(bytes, end)) : SORTS[next] !== SIGN && next !== APOSTROPHE);
  if (!isEnded) return start;
  for (let at = start; at < end; at += BYTES_A_UNIT) {
    const pairEnd = Math.min(at + 2 * BYTES_A_UNIT, end);
    let hash = 0;
    for (let place = at; place < pairEnd; place += 1) hash = addToHash(hash, bytes[place] ?? 0);
    sink.word(bytes, at, pairEnd, hash);
  }
  return end;
}

/**
 * Whether a UTF-16 code unit is of a script that is cut into pairs (PAIRED in search/format/tokenize.ts) and is its own folded form (UNFOLDED in
 * search/format/fold.ts): most of what both have.
 */
export function isPaired(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    code === 0x30fc ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** The code point of three bytes of UTF-8; 0: there are fewer or more. */
function codeAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if ((first & 0xf0) !== 0xe0) return 0;
  return ((first & 0x0f) << 12) | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
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
