import type { Random } from "../random.ts";

/**
 * Words with the frequencies of natural text. In 4.8 million words of 23 blogs, the frequency of a
 * word of rank r follows 1/(r + c) for the first hundred words, and 1/r after that. From about rank
 * 1,200, it falls faster, so that new words appear by Heaps' law: 7,000 different words in 100,000,
 * and 11,200 in 300,000.
 */
const VOCABULARY = 250_000;
/** Enough for 50,000 posts in Chinese, extrapolated from blogs. */
const VOCABULARY_CHINESE = 60_000;
/**
 * Flattens the first ranks: one word in 21 is the most frequent one, and the ten most frequent
 * words make up a fifth of a text.
 */
const FIRST_RANKS = 1.5;
const KNEE = 1_200;
const SLOPE_BEFORE = 1;
/** Roughly the inverse of Heaps' exponent, which is 0.57 in English blogs (0.54 to 0.63). */
const SLOPE_AFTER = 1.9;
/**
 * Ranks below which words have one syllable and two syllables (Zipf's law of abbreviation). The
 * average word has 4.6 letters in a text and 7.5 in a dictionary.
 */
const ONE_SYLLABLE = 300;
const TWO_SYLLABLES = 6_000;
/** So many that one in seven identifiers in code is new. */
const IDENTIFIERS = 120_000;
const CHARACTERS = 4_500;
const FIRST_CHARACTER = 0x4e00;
/** Chooses characters so that the ten most frequent make up a seventh of a text. */
const CHARACTER_SKEW = 2.2;

export interface Vocabulary {
  /** Most frequent first. */
  readonly words: readonly string[];
  pick(random: Random): string;
}

export function createVocabulary(random: Random): Vocabulary {
  const starts = ["b", "br", "c", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v", "w"];
  const vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
  const ends = ["", "", "", "n", "r", "s", "t", "l", "nd", "ng"];
  const syllable = (): string => random.pick(starts) + random.pick(vowels) + random.pick(ends);
  return toVocabulary(VOCABULARY, (rank) => {
    const syllables = rank < ONE_SYLLABLE ? 1 : rank < TWO_SYLLABLES ? 2 : 2 + random.below(2);
    return Array.from({ length: syllables }, syllable).join("");
  });
}

/** Words of one to three characters, written without spaces. */
export function createChineseVocabulary(random: Random): Vocabulary {
  const character = (): string => String.fromCharCode(FIRST_CHARACTER + Math.floor(CHARACTERS * random.next() ** CHARACTER_SKEW));
  return toVocabulary(VOCABULARY_CHINESE, (rank) => {
    const length = rank < ONE_SYLLABLE ? 1 : 2 + random.below(2);
    return Array.from({ length }, character).join("");
  });
}

/**
 * Creates identifiers: single words, two words joined in a common way, and members of such pairs.
 */
export function createIdentifiers(random: Random, english: Vocabulary): Vocabulary {
  return toVocabulary(IDENTIFIERS, () => {
    const [first, second] = [english.pick(random), english.pick(random)];
    const joined = `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
    return random.pick([first, joined, `${first}_${second}`, `${joined}.${english.pick(random)}`]);
  });
}

/** @param make may return a word twice; it is then called again */
function toVocabulary(size: number, make: (rank: number) => string): Vocabulary {
  const known = new Set<string>();
  while (known.size < size) known.add(make(known.size));
  const words = [...known];
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    sum += weightOf(rank + 1);
    sums[rank] = sum;
  }
  return {
    words,
    pick(random) {
      const wanted = random.next() * sum;
      let low = 0;
      let high = size - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) < wanted) low = middle + 1;
        else high = middle;
      }
      return words[low] ?? random.pick(words);
    },
  };
}

function weightOf(rank: number): number {
  if (rank <= KNEE) return (rank + FIRST_RANKS) ** -SLOPE_BEFORE;
  return KNEE ** -SLOPE_BEFORE * (KNEE / rank) ** SLOPE_AFTER;
}
