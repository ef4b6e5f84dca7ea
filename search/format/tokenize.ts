import { foldWord } from "./fold.ts";

/**
 * Splits text into searchable terms. One scanner serves the index, the query and the marks of a
 * snippet:
 *
 * - a plain word is one term, in lower case, with accents folded and without a possessive 's;
 * - a compound (better-sqlite3, node:http, snake_case, example.com, .ts) is a term as a whole, and
 * so are its parts;
 * - an identifier is a term as a whole, and so are its humps (useEffect: useeffect, use, effect);
 * C++ and C# keep their signs;
 * - scripts written without spaces, and Hangul, whose words carry particles, are cut into
 * overlapping pairs of characters. `Intl.Segmenter` would cut finer, but differently in each
 * engine. The last character of a run is also a term, so each single character begins a term and a
 * prefix finds it.
 */

/** A term and the range of normalized text that it represents. */
export interface Span {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

export interface Word {
  readonly kind: "word";
  readonly whole: Span;
  /**
   * Humps of an identifier, or the word without its sign, each with at least 2 characters. Also
   * indexed.
   */
  readonly finer: readonly Span[];
}

export interface Compound {
  readonly kind: "compound";
  readonly whole: Span;
  readonly parts: readonly Word[];
}

export interface Run {
  readonly kind: "run";
  /** Overlapping pairs of characters. A single character has none. */
  readonly pairs: readonly Span[];
  /** At least one. The index only has the last one. */
  readonly characters: readonly Span[];
}

export type Token = Word | Compound | Run;

/** UTF-16 code units. Longer terms (a hash, base64) are cut, in the index and in queries. */
export const TERM_MAX = 64;

const JOINER = "(?:::|_+|[-'’ʼ‐:.])";
const LETTERS = "[\\p{L}\\p{N}\\p{M}]+";
const CHUNK = new RegExp(`${LETTERS}(?:${JOINER}${LETTERS})*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`, "gu");
/** A separate instance, because `matchAll` begins at the expression's last index. */
const NEXT_CHUNK = new RegExp(CHUNK);
const PART = new RegExp(LETTERS, "gu");
const JOINERS_AT_ENDS = /^[-'’ʼ‐:._]+|[-'’ʼ‐:._]+$/g;
const PLAIN = /^[A-Za-z]?[a-z0-9]*$/;
const NONE: readonly Span[] = [];
const NOT_ASCII = /[\u0080-\uffff]/;
/** Scripts that are cut into pairs. ー lengthens a vowel in either kana. */
const PAIRED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const POSSESSIVE = /['’ʼ][sS]$/;
const SIGN = /(?:\+\+|#)$/;
const HUMP = /(?<=\p{Ll}\p{N}*)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const MAYBE_HUMP = /.\p{Lu}/u;
/**
 * Characters that may precede the dot of `.ts`: none, a space, an opening quote or bracket, an
 * asterisk.
 */
const BEFORE_DOT = /[\s"'`“‘([{<|,*]/;
const LETTER_FIRST = /^\p{L}/u;

function toSpan(text: string, start: number, end: number): Span {
  const term = foldWord(text.slice(start, end));
  return { term: term.length > TERM_MAX ? cutTerm(term) : term, start, end };
}

/** Never cuts a surrogate pair, because such a term could not be written as UTF-8. */
function cutTerm(term: string): string {
  const code = term.charCodeAt(TERM_MAX - 1);
  return term.slice(0, code >= 0xd800 && code <= 0xdbff ? TERM_MAX - 1 : TERM_MAX);
}

function toWord(text: string, start: number, end: number): Word {
  const word = text.slice(start, end);
  const base = word.replace(SIGN, "");
  const finer: Span[] = [];
  const add = (from: number, to: number) => {
    if (to - from >= 2) finer.push(toSpan(text, from, to));
  };
  if (base.length < word.length) add(start, start + base.length);
  if (MAYBE_HUMP.test(base)) {
    let from = 0;
    const ends = [...base.matchAll(HUMP)].map((match) => match.index);
    if (ends.length > 0) {
      for (const to of [...ends, base.length]) {
        add(start + from, start + to);
        from = to;
      }
    }
  }
  return { kind: "word", whole: toSpan(text, start, end), finer };
}

/** A range without paired scripts: a word, or a compound of words. */
function toWordOrCompound(text: string, start: number, end: number): Token {
  const dotted = isAfterDot(text, start) && LETTER_FIRST.test(text.slice(start, start + 2));
  const parts: Word[] = [];
  const chunk = text.slice(start, end);
  const sign = SIGN.exec(chunk)?.[0].length ?? 0;
  for (const { 0: part, index } of chunk.matchAll(PART)) {
    const last = index + part.length + sign === chunk.length;
    parts.push(toWord(text, start + index, start + index + part.length + (last ? sign : 0)));
  }
  const [first] = parts;
  if (first !== undefined && parts.length === 1 && !dotted) return first;
  return { kind: "compound", whole: toSpan(text, dotted ? start - 1 : start, end), parts };
}

function toRun(text: string, start: number, end: number): Run {
  const pairs: Span[] = [];
  const characters: Span[] = [];
  let before: number | null = null;
  let at = start;
  for (const character of text.slice(start, end)) {
    const next = at + character.length;
    characters.push(toSpan(text, at, next));
    if (before !== null) pairs.push(toSpan(text, before, next));
    before = at;
    at = next;
  }
  return { kind: "run", pairs, characters };
}

/** Between runs of paired scripts, joiners without a neighbour are dropped. */
function* scanBetween(text: string, start: number, end: number): Generator<Token> {
  const chunk = text.slice(start, end);
  const inner = chunk.replace(JOINERS_AT_ENDS, "");
  if (inner === "") return;
  const from = start + chunk.indexOf(inner);
  yield toWordOrCompound(text, from, from + inner.length);
}

/** Nine words in ten: a shortcut with the result of `scanChunk` at a third of its cost. */
function isPlain(text: string, chunk: string, index: number): boolean {
  return PLAIN.test(chunk) && chunk.length <= TERM_MAX && text[index - 1] !== ".";
}

/**
 * The tokens of a text, in order.
 * @param text result of `normalizeText`
 */
export function* scanText(text: string): Generator<Token> {
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    if (isPlain(text, chunk, index)) {
      yield { kind: "word", whole: { term: chunk.toLowerCase(), start: index, end: index + chunk.length }, finer: NONE };
    } else {
      yield* scanChunk(text, chunk, index);
    }
  }
}

/** The terms of a text, in order. Faster than `scanText` for callers that do not need positions. */
export function eachTerm(text: string, take: (term: string) => void): void {
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    if (isPlain(text, chunk, index)) take(chunk.toLowerCase());
    else for (const term of termsOfChunk(text, chunk, index)) take(term);
  }
}

/**
 * The next word, compound or run of any characters from a position on. It begins with a letter,
 * digit or mark.
 */
export function findChunk(text: string, from: number): { readonly chunk: string; readonly index: number } | null {
  NEXT_CHUNK.lastIndex = from;
  const match = NEXT_CHUNK.exec(text);
  return match === null ? null : { chunk: match[0], index: match.index };
}

/** Its terms depend only on the chunk and on `isAfterDot`. */
export function termsOfChunk(text: string, chunk: string, index: number): string[] {
  return [...scanChunk(text, chunk, index)].flatMap((token) => spansOf(token).map(({ term }) => term));
}

/** Whether a word is preceded by a dot that belongs to it, as in `.ts`. */
export function isAfterDot(text: string, start: number): boolean {
  return start > 0 && text[start - 1] === "." && (start === 1 || BEFORE_DOT.test(text[start - 2] ?? ""));
}

function* scanChunk(text: string, match: string, index: number): Generator<Token> {
  const chunk = match.replace(POSSESSIVE, "");
  const end = index + chunk.length;
  if (!NOT_ASCII.test(chunk)) {
    yield toWordOrCompound(text, index, end);
    return;
  }
  let from = index;
  for (const { 0: run, index: at } of chunk.matchAll(PAIRED)) {
    yield* scanBetween(text, from, index + at);
    yield toRun(text, index + at, index + at + run.length);
    from = index + at + run.length;
  }
  yield* scanBetween(text, from, end);
}

/** All spans of a token that the index has as terms, whole ones first. */
export function spansOf(token: Token): readonly Span[] {
  if (token.kind === "run") return [...token.pairs, ...token.characters.slice(-1)];
  if (token.kind === "word") return token.finer.length === 0 ? [token.whole] : [token.whole, ...token.finer];
  return [token.whole, ...token.parts.flatMap(spansOf)];
}
