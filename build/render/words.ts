/** Silent reading of English non-fiction: 238 words a minute (Brysbaert 2019, a review of 190 studies), rounded down for screens. */
const WORDS_PER_MINUTE = 230;
/** Characters a minute: Japanese readers manage 400 to 600, Chinese readers about 260 words of nearly two characters. */
const CJK_CHARACTERS_PER_MINUTE = 500;
/** Thai, Lao, Khmer and Burmese set no spaces between words; their words have four to six letters and marks. */
const SPACELESS_LETTERS_PER_WORD = 5;

const CJK_CHARACTER = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]&&[\p{L}\p{N}]]/gv;
const SPACELESS_RUN = /[[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{M}]]+/gv;
/** Letters, digits and marks, joined within by apostrophes, hyphens, points, commas and underscores: don't, well-known, 3.14, e.g. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’\u2010\u2011._,\-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gv;

/** Of ASCII characters: what words are made of, and what joins two such within a word. */
const OF_WORD = 1;
const JOINS = 2;
const ROLES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? OF_WORD : /['._,-]/.test(character) ? JOINS : 0;
});

export interface WordStatistics {
  /** Words of scripts that part them, and characters of those that do not (each counts as one). */
  readonly wordCount: number;
  /** At least 1. */
  readonly readingTimeMinutes: number;
}

/**
 * Counts words by Unicode properties alone: an `Intl.Segmenter` would differ with the engine's dictionaries. Hangul is written with
 * spaces and counts by words; Han, Hiragana and Katakana count by characters.
 */
export function countWords(text: string): WordStatistics {
  const ascii = countAsciiWords(text);
  if (ascii !== null) return { wordCount: ascii, readingTimeMinutes: Math.max(1, Math.ceil(ascii / WORDS_PER_MINUTE)) };
  let characters = 0;
  let words = 0;
  const spaced = text
    .replace(CJK_CHARACTER, () => {
      characters += 1;
      return " ";
    })
    .replace(SPACELESS_RUN, (run) => {
      words += Math.ceil([...run].length / SPACELESS_LETTERS_PER_WORD);
      return " ";
    });
  words += spaced.match(WORD)?.length ?? 0;
  const minutes = words / WORDS_PER_MINUTE + characters / CJK_CHARACTERS_PER_MINUTE;
  return { wordCount: words + characters, readingTimeMinutes: Math.max(1, Math.ceil(minutes)) };
}

/** As many as WORD finds, some twenty times as fast; null where the text is not ASCII throughout. */
function countAsciiWords(text: string): number | null {
  let words = 0;
  // Of the character before, and of the one before that.
  let last = 0;
  let other = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return null;
    const role = ROLES[code] ?? 0;
    if (role === OF_WORD && last !== OF_WORD && !(last === JOINS && other === OF_WORD)) words += 1;
    other = last;
    last = role;
  }
  return words;
}
