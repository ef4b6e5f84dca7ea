import { createRandom, type Random } from "../random.ts";
import type { CorpusSource } from "./types.ts";

/**
 * Posts of 600 to 900 words with headings, lists, tables, code, tags and series, but without links
 * to each other. Words follow Zipf's law, from a vocabulary of 30,000. Benchmarks used this corpus
 * before there was one modelled on real blogs.
 */

const SEED = 20_260_131;
const VOCABULARY = 30_000;
const WORDS_MIN = 600;
const WORDS_MAX = 900;
const TAGS = 60;
const SERIES_LENGTH = 12;
/** Interval between posts that belong to a series. */
const SERIES_EVERY = 5;
const HOUR_MS = 3_600_000;
const FIRST_POST = Date.UTC(2004, 0, 1, 8);
/**
 * Maximum interval between two posts. A larger corpus has shorter intervals, so that the last post
 * is at most 20 years after the first and all are published.
 */
const STEP_MAX_MS = 17 * HOUR_MS;
const YEARS_MS = 20 * 365 * 24 * HOUR_MS;

/** @param posts number of posts */
export function createPlain(posts: number): CorpusSource {
  const random = createRandom(SEED);
  const words = createVocabulary(random);
  const numbers = Array.from({ length: posts }, (_, number) => number);
  return {
    posts: numbers.map((number) => ({ slug: slugOf(number), file: fileOf(number) })),
    words,
    tags: Array.from({ length: TAGS - 1 }, (_, index) => `tag-${index + 1}`),
    *files() {
      yield ["content/site.yaml", "name: Corpus\nurl: https://corpus.example\ntimeZone: UTC\n"];
      for (let number = 0; number * SERIES_EVERY * SERIES_LENGTH < posts; number += 1) {
        yield [`content/series/series-${number}.yaml`, `title: Series ${number}\ndescription: ${sentence(random, words, 8)}\n`];
      }
      const step = Math.min(STEP_MAX_MS, YEARS_MS / posts);
      for (const number of numbers) yield [`content/${fileOf(number)}`, renderPost(number, step, { random, words })];
    },
  };
}

/** Returns the slug of a post by its number, from 0. */
function slugOf(number: number): string {
  return `post-${String(number).padStart(5, "0")}`;
}

function fileOf(number: number): string {
  return `posts/${slugOf(number)}.md`;
}

function createVocabulary(random: Random): string[] {
  const starts = ["b", "br", "c", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v", "w"];
  const vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
  const ends = ["", "", "n", "r", "s", "t", "l", "nd", "ng"];
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 1 + random.below(3) + (words.size > 200 ? 1 : 0);
    words.add(Array.from({ length: syllables }, () => random.pick(starts) + random.pick(vowels) + random.pick(ends)).join(""));
  }
  return [...words];
}

/** Picks a word by Zipf's law: the frequency of rank r is proportional to 1/r. */
function word(random: Random, words: readonly string[]): string {
  return words[Math.floor(words.length ** random.next()) - 1] ?? random.pick(words);
}

function sentence(random: Random, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => word(random, words)).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function renderPost(number: number, step: number, { random, words }: { random: Random; words: readonly string[] }): string {
  const tags = new Set(Array.from({ length: 1 + random.below(4) }, () => `Tag ${Math.floor(TAGS ** random.next())}`));
  const inSeries = number % SERIES_EVERY === 0;
  const series = inSeries
    ? `series: { slug: series-${Math.floor(number / (SERIES_EVERY * SERIES_LENGTH))}, position: ${((number / SERIES_EVERY) % SERIES_LENGTH) + 1} }\n`
    : "";
  const published = new Date(FIRST_POST + number * step).toISOString();
  const title = sentence(random, words, 4 + random.below(4)).slice(0, -1);
  return `---\ntitle: ${title} ${number}\npublishedAt: ${published}\ntags: [${[...tags].join(", ")}]\n${series}---\n\n${renderBody(random, words)}`;
}

function renderBody(random: Random, words: readonly string[]): string {
  const target = WORDS_MIN + random.below(WORDS_MAX - WORDS_MIN + 1);
  const blocks: string[] = [];
  let count = 0;
  let level = 2;
  while (count < target) {
    const block = renderBlock(random, words, blocks.length, level);
    if (block.startsWith("#")) level = level === 2 ? 3 : 2;
    count += block.split(/\s+/).length;
    blocks.push(block);
  }
  return `${blocks.join("\n\n")}\n`;
}

function renderBlock(random: Random, words: readonly string[], index: number, level: number): string {
  const text = (length: number): string => sentence(random, words, length);
  const paragraph = (): string => Array.from({ length: 3 + random.below(4) }, () => decorate(text(7 + random.below(12)), random)).join(" ");
  if (index % 4 === 1) return `${"#".repeat(level)} ${text(3).slice(0, -1)}`;
  const kind = random.below(10);
  if (index === 0 || kind < 6) return paragraph();
  if (kind === 6) return Array.from({ length: 4 }, () => `- ${text(6)}`).join("\n");
  if (kind === 7)
    return ["| one | two |", "|---|---:|", ...Array.from({ length: 4 }, () => `| ${text(3)} | ${random.below(1_000)} |`)].join("\n");
  if (kind === 8) return `> ${text(14)}`;
  const language = random.pick(["ts", "sh", "python", "sql"]);
  return `\`\`\`${language}\n${Array.from({ length: 6 }, () => `${word(random, words)}(${random.below(100)});`).join("\n")}\n\`\`\``;
}

/** Puts emphasis, code or a link into some sentences, as people do. */
function decorate(text: string, random: Random): string {
  const parts = text.split(" ");
  const at = 1 + random.below(parts.length - 1);
  const chosen = parts[at] ?? "";
  const forms = [`*${chosen}*`, `**${chosen}**`, `\`${chosen}\``, `[${chosen}](https://example.com/${at})`, chosen, chosen, chosen];
  parts[at] = random.pick(forms);
  return parts.join(" ");
}
