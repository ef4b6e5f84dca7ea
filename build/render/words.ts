/**
 * Silent reading of English non-fiction averages 238 words per minute (Brysbaert 2019, a review of
 * 190 studies). This is rounded down for screens.
 */
const WORDS_PER_MINUTE = 230;
/**
 * Characters per minute. Japanese readers manage 400 to 600, Chinese readers about 260 words of
 * nearly two characters.
 */
const CJK_CHARACTERS_PER_MINUTE = 500;
/**
 * Thai, Lao, Khmer and Burmese have no spaces between words. Their words have four to six letters
 * and marks.
 */
const SPACELESS_LETTERS_PER_WORD = 5;

const CJK_RUN = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]&&[\p{L}\p{N}]]+/gv;
/** The second of two code units that form one character. */
const LOW_SURROGATE = /[\udc00-\udfff]/g;
const SPACELESS_RUN = /[[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{M}]]+/gv;
/**
 * Matches letters, digits and marks, joined by apostrophes, hyphens, full stops, commas and
 * underscores: don't, well-known, 3.14, e.g.
 */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’\u2010\u2011._,\-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gv;

const ASCII_SIZE = 128;
/**
 * State of the word counter at a character: outside a word, inside one, or after a character that
 * may join two words.
 */
const OUTSIDE = 0;
const INSIDE = 1;
const JOINED = 2;
/** Added to the state where a word begins. */
const BEGINS = 4;
/**
 * The next state for each state and character. It is a table, because a branch in the loop would be
 * mispredicted at the end of each word.
 */
const STEPS = Uint8Array.from({ length: 3 * ASCII_SIZE }, (_, index) => {
  const state = Math.floor(index / ASCII_SIZE);
  const character = String.fromCharCode(index % ASCII_SIZE);
  if (/[A-Za-z0-9]/.test(character)) return state === OUTSIDE ? INSIDE | BEGINS : INSIDE;
  return state === INSIDE && /['._,-]/.test(character) ? JOINED : OUTSIDE;
});

export interface WordStatistics {
  /** Number of words, in which each Chinese or Japanese character counts as one. */
  readonly wordCount: number;
  /** At least 1. */
  readonly readingTimeMinutes: number;
}

/**
 * Counts words only by Unicode properties, because an `Intl.Segmenter` depends on the engine's
 * dictionaries. Hangul is written with spaces and counted by words; Han, Hiragana and Katakana are
 * counted by characters.
 */
export function countWords(text: string): WordStatistics {
  const ascii = countAsciiWords(text);
  if (ascii !== null) return toStatistics(ascii);
  let characters = 0;
  let words = 0;
  const spaced = text
    .replace(CJK_RUN, (run) => {
      characters += run.length - (run.match(LOW_SURROGATE)?.length ?? 0);
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

/** Statistics of a text in which spaces separate words. */
function toStatistics(wordCount: number): WordStatistics {
  return { wordCount, readingTimeMinutes: Math.max(1, Math.ceil(wordCount / WORDS_PER_MINUTE)) };
}

/**
 * Counts the same words as WORD in a tenth of the time. Returns null if the text is not pure ASCII.
 */
function countAsciiWords(text: string): number | null {
  let words = 0;
  let state = OUTSIDE;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_SIZE) return null;
    const step = STEPS[state * ASCII_SIZE + code] ?? OUTSIDE;
    words += step >> 2;
    state = step & 3;
  }
  return words;
}
