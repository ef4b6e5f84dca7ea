/**
 * Makes different spellings of a word equal: compatibility forms (full-width, ligatures), case and
 * accents. Independent of the locale. It only uses properties covered by Unicode's stability
 * policy, so engines agree.
 */

/** Invisible characters: soft hyphen, zero-width, direction marks, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * A character as a reader sees it: a base (or a Hangul block of conjoining letters, or a flag) with
 * its marks, half-width voicing signs, skin tones, and anything attached by a zero-width joiner.
 */
const EXTEND = "[\\p{M}\\p{Emoji_Modifier}\\p{Default_Ignorable_Code_Point}\\uff9e\\uff9f]";
const CLUSTER = new RegExp(
  `(?:[\\u1100-\\u115f\\ua960-\\ua97c]+[\\u1160-\\u11ff\\ud7b0-\\ud7fb]*|[\\uac00-\\ud7a3][\\u1160-\\u11ff\\ud7b0-\\ud7fb]*|\\r\\n|\\p{RI}\\p{RI}|.)${EXTEND}*(?:(?<=\\u200d)\\p{Extended_Pictographic}${EXTEND}*)*`,
  "suy",
);

/**
 * A text in compatibility composition (NFKC), without invisible characters. Case and accents are
 * kept.
 */
export function normalizeText(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(IGNORABLE, "").normalize("NFKC") : text;
}

export interface MappedText {
  /** Result of `normalizeText`. */
  readonly text: string;
  /** Offsets in the original where it may be cut: starts of clusters, and the length at the end. */
  readonly cuts: readonly number[];
  /** Start, in the original, of the cluster from which the normalized offset `i` comes. */
  startOf(i: number): number;
  /** End of that cluster. */
  endOf(i: number): number;
}

/** `normalizeText` with a mapping from every offset of the result to a cluster of the original. */
export function mapText(original: string): MappedText {
  let text = "";
  const cuts: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < original.length; ) {
    const alone = isAlone(original, at);
    const end = alone ? at + 1 : endOfCluster(original, at);
    const normal = alone ? original.charAt(at) : normalizeText(original.slice(at, end));
    cuts.push(at);
    for (let i = 0; i < normal.length; i += 1) {
      starts.push(at);
      ends.push(end);
    }
    text += normal;
    at = end;
  }
  cuts.push(original.length);
  return { text, cuts, startOf: (i) => starts[i] ?? original.length, endOf: (i) => ends[i] ?? original.length };
}

/**
 * Whether the character at an offset is a cluster by itself and stays unchanged. Nearly all are,
 * and the regular expression is slow.
 */
function isAlone(text: string, at: number): boolean {
  return isPlain(text.charCodeAt(at)) && (at + 1 === text.length || isPlain(text.charCodeAt(at + 1)));
}

/** ASCII except carriage return, and UNFOLDED. None of them extends the preceding character. */
function isPlain(code: number): boolean {
  if (code < 0x80) return code !== CARRIAGE_RETURN;
  return (code >= 0x3400 && code <= 0x4dbf) || isPaired(code);
}

/**
 * Whether a UTF-16 code unit belongs to a paired script (PAIRED in tokenize.ts) and is its own
 * folded form (UNFOLDED). Covers most of their intersection.
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

const CARRIAGE_RETURN = 0x0d;

/** CLUSTER matches any character. */
function endOfCluster(text: string, at: number): number {
  CLUSTER.lastIndex = at;
  return CLUSTER.test(text) ? CLUSTER.lastIndex : at + 1;
}

/**
 * Letters without a decomposition, in the form in which people type them without the right key;
 * also final sigma, apostrophes and the hyphen.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ς: "σ",
  "’": "'",
  ʼ: "'",
  "‐": "-",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/**
 * Scripts whose marks are accents or optional vowels. In other scripts (kana, Devanagari, Thai), a
 * mark makes a different letter, and is kept.
 */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*/gu;
const MARKS = /\p{M}+/gu;
/**
 * Ideographs, kana and Hangul syllables that are complete characters: they have neither case nor
 * accents, and no two of them compose. A Chinese text has as many pairs as characters, so further
 * checks of each pair would be a third of the cost of counting it.
 */
const UNFOLDED = /^[\u3400-\u4dbf\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u30fc\uac00-\ud7a3]+$/;

/**
 * The form in which words are compared: lower case without accents. Input and output are
 * normalized.
 */
export function foldWord(word: string): string {
  if (UNFOLDED.test(word)) return word;
  const lower = word.toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  const folded = lower
    .replace(ACCENTED, (letter) => letter.normalize("NFKD").replace(MARKS, ""))
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
  // Marks without a letter are kept, because a term must not be empty.
  return folded === "" ? lower : folded;
}
