import { createRandom } from "../random.ts";

/** A post of the corpus, in the form that both engines index. */
export interface Document {
  readonly slug: string;
  readonly title: string;
  readonly bodyHtml: string;
  /** All its words of ASCII letters and digits, in lower case. */
  readonly words: ReadonlySet<string>;
}

export interface Question {
  readonly sort: "one word" | "two words" | "prefix" | "typing error";
  readonly text: string;
}

export interface PrefixQuestion {
  readonly text: string;
  /** Slugs of the posts with a word that begins with `text`. */
  readonly expected: ReadonlySet<string>;
}

const SEED = 20_260_801;
/** Frequency ranks: frequent, medium and rare words. */
const RANKS = [3, 10, 30, 100, 300, 700, 1_500, 3_000, 6_000, 10_000, 15_000, 22_000];
const PREFIXES = 60;

/** @param words the words of the corpus, most frequent first */
export function createQuestions(words: readonly string[]): Question[] {
  const random = createRandom(SEED);
  const known = new Set(words);
  const near = (rank: number, accept: (word: string) => boolean): string => {
    for (let at = Math.min(rank, words.length - 1); at >= 0; at -= 1) {
      const word = words[at] ?? "";
      if (accept(word)) return word;
    }
    throw new Error(`no word near rank ${rank} that can be searched for`);
  };
  return RANKS.flatMap((rank): Question[] => {
    const word = near(rank, ({ length }) => length >= 2);
    const other = near(Math.floor(rank / 2) + 7, (each) => each !== word);
    const long = near(Math.max(rank, 2_000), ({ length }) => length >= 5);
    return [
      { sort: "one word", text: word },
      { sort: "two words", text: `${word} ${other}` },
      { sort: "prefix", text: near(rank + 200, ({ length }) => length >= 5).slice(0, 3 + random.below(2)) },
      { sort: "typing error", text: mistype(long, known, random) },
    ];
  });
}

/**
 * Replaces a letter in the middle of a word, so that the result neither is nor begins a word of the
 * corpus.
 */
function mistype(word: string, known: ReadonlySet<string>, random: ReturnType<typeof createRandom>): string {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const at = 1 + random.below(word.length - 2);
    const wrong = `${word.slice(0, at)}${random.pick([..."qxzywk"])}${word.slice(at + 1)}`;
    if (![...known].some((each) => each.startsWith(wrong))) return wrong;
  }
  throw new Error(`${word} cannot be mistyped`);
}

/** Prefixes of three to six letters, with their expected hits. */
export function createPrefixQuestions(words: readonly string[], documents: readonly Document[]): PrefixQuestion[] {
  const random = createRandom(SEED + 1);
  const long = words.filter(({ length }) => length >= 6);
  return Array.from({ length: PREFIXES }, (_, at) => {
    const text = random.pick(long).slice(0, 3 + (at % 4));
    const expected = new Set(documents.filter(({ words: all }) => some(all, (word) => word.startsWith(text))).map(({ slug }) => slug));
    return { text, expected };
  });
}

function some(words: ReadonlySet<string>, test: (word: string) => boolean): boolean {
  for (const word of words) if (test(word)) return true;
  return false;
}

export function wordsOf(...texts: readonly string[]): Set<string> {
  return new Set(
    texts
      .join("\n")
      .toLowerCase()
      .match(/[a-z0-9]+/g),
  );
}
