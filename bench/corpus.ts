/**
 * Writes a content folder of generated posts, the same bytes in every run: `node bench/corpus.ts --posts 10000 --out folder`. 600 to 900
 * words a post, headings, lists, tables, code, tags, series; words by Zipf's law from a vocabulary of 30,000, as in natural text.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createRandom, type Random } from "./random.ts";

const SEED = 20_260_131;
const VOCABULARY = 30_000;
const WORDS_MIN = 600;
const WORDS_MAX = 900;
export const CORPUS_TAGS = 60;
const SERIES_LENGTH = 12;
/** Every so many posts are part of a series. */
const SERIES_EVERY = 5;
const HOUR_MS = 3_600_000;
const FIRST_POST = Date.UTC(2004, 0, 1, 8);
/** Files written at once. */
const PARALLEL = 64;

export interface CorpusOptions {
  readonly posts: number;
  /** Content folder to write. */
  readonly dir: string;
  /** Frequent words are short, as in natural text (Zipf's law of abbreviation): what sizes of searches depend on. Default false. */
  readonly shortFirst?: boolean;
}

/** Writes the corpus; returns the words it is made of, the most frequent first. */
export async function writeCorpus({ posts, dir, shortFirst = false }: CorpusOptions): Promise<readonly string[]> {
  const random = createRandom(SEED);
  const words = createVocabulary(random);
  if (shortFirst) words.sort((a, b) => a.length - b.length);
  const files: [string, string][] = [["site.yaml", "name: Corpus\nurl: https://corpus.example\ntimeZone: UTC\n"]];
  for (let number = 0; number * SERIES_EVERY * SERIES_LENGTH < posts; number += 1) {
    files.push([`series/series-${number}.yaml`, `title: Series ${number}\ndescription: ${sentence(random, words, 8)}\n`]);
  }
  for (let number = 0; number < posts; number += 1) files.push([`posts/${slugOf(number)}.md`, renderPost(number, random, words)]);
  for (let from = 0; from < files.length; from += PARALLEL) {
    await Promise.all(files.slice(from, from + PARALLEL).map(([name, text]) => writeFileIn(join(dir, name), text)));
  }
  return words;
}

/** The slug of the post with that number, from 0. */
export function slugOf(number: number): string {
  return `post-${String(number).padStart(5, "0")}`;
}

async function writeFileIn(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
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

/** A word by Zipf's law: rank r about as often as 1/r. */
function word(random: Random, words: readonly string[]): string {
  return words[Math.floor(words.length ** random.next()) - 1] ?? random.pick(words);
}

function sentence(random: Random, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => word(random, words)).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function renderPost(number: number, random: Random, words: readonly string[]): string {
  const tags = new Set(Array.from({ length: 1 + random.below(4) }, () => `Tag ${Math.floor(CORPUS_TAGS ** random.next())}`));
  const inSeries = number % SERIES_EVERY === 0;
  const series = inSeries
    ? `series: { slug: series-${Math.floor(number / (SERIES_EVERY * SERIES_LENGTH))}, position: ${((number / SERIES_EVERY) % SERIES_LENGTH) + 1} }\n`
    : "";
  const published = new Date(FIRST_POST + number * 17 * HOUR_MS).toISOString();
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

/** Emphasis, code or a link in some sentences, as people write. */
function decorate(text: string, random: Random): string {
  const parts = text.split(" ");
  const at = 1 + random.below(parts.length - 1);
  const chosen = parts[at] ?? "";
  const forms = [`*${chosen}*`, `**${chosen}**`, `\`${chosen}\``, `[${chosen}](https://example.com/${at})`, chosen, chosen, chosen];
  parts[at] = random.pick(forms);
  return parts.join(" ");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { posts: { type: "string", default: "1000" }, out: { type: "string" } } });
  if (values.out === undefined || !/^[1-9]\d*$/.test(values.posts)) {
    console.error("usage: node bench/corpus.ts --posts 10000 --out folder");
    process.exitCode = 2;
  } else {
    await writeCorpus({ posts: Number(values.posts), dir: resolve(values.out) });
  }
}
