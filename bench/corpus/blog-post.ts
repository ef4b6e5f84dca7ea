import type { Random } from "../random.ts";
import type { BlogContext, PlannedPost } from "./blog-context.ts";
import { createProse, type Prose, type ProseHabits } from "./prose.ts";

interface Place {
  readonly number: number;
  readonly draft: boolean;
}

/**
 * The number of words in paragraphs is log-normally distributed. With all other text, half of the
 * posts have fewer than 513 words, a tenth fewer than 133, and a tenth more than 2,023 (medians of
 * 23 blogs).
 */
const LENGTH_MU = 6.1;
const LENGTH_SIGMA = 1.06;
const LENGTH_MIN = 10;
const LENGTH_MAX = 12_000;
/**
 * Share of posts that have each feature in the same blogs: the median, or the upper quartile if
 * most blogs lack it.
 */
const CHINESE = 0.15;
const HAS_CODE = 0.44;
const HAS_INLINE_CODE = 0.52;
const HAS_HEADINGS = 0.68;
const HAS_LISTS = 0.42;
const HAS_QUOTES = 0.19;
const HAS_TABLES = 0.015;
const HAS_FOOTNOTES = 0.07;
const HAS_HTML = 0.16;
const HAS_ALIAS = 0.06;
const HAS_EXCERPT = 0.3;
const TAGS_MAX = 5;
const PARAGRAPH_WORDS = 52;
/** Blocks per paragraph of PARAGRAPH_WORDS, in a post that has such blocks. */
const HEADINGS = 0.38;
const FENCES = 0.23;
const LISTS = 0.08;
const QUOTES = 0.11;
const TABLES = 0.06;
const FOOTNOTES = 0.15;
const HTML_BLOCKS = 0.15;
/** Pictures per paragraph: on other servers, existing, and missing. */
const PICTURES_REMOTE = 0.017;
const PICTURES_STATIC = 0.026;
const PICTURES_BESIDE = 0.008;
const PICTURES_MISSING = 0.001;
const LANGUAGES = ["ts", "js", "sh", "rust", "go", "python", "ruby", "sql", "yaml", "html"];

export function renderPost(post: PlannedPost, { number, draft }: Place, context: BlogContext, random: Random): string {
  const isChinese = random.next() < CHINESE;
  const habits: ProseHabits = { inlineCode: random.next() < HAS_INLINE_CODE };
  const prose = createProse(isChinese ? context.chinese : context.english, { isChinese, habits, context, number, random });
  const tags = new Set(
    Array.from({ length: random.below(TAGS_MAX + 1) }, () => context.tags[Math.floor(context.tags.length ** random.next()) - 1]),
  );
  const { series } = post;
  const head = [
    `title: ${prose.title()}`,
    `publishedAt: ${post.publishedAt}`,
    ...(tags.size === 0 ? [] : [`tags: [${[...tags].join(", ")}]`]),
    ...(random.next() < HAS_EXCERPT ? [`excerpt: ${prose.words(18)}`] : []),
    ...(isChinese ? ["language: zh"] : []),
    ...(draft ? ["draft: true"] : []),
    ...(random.next() < HAS_ALIAS ? [`aliases: [/${post.publishedAt.slice(0, 4)}/${post.publishedAt.slice(5, 7)}/old-${post.slug}/]`] : []),
    ...(series === null
      ? []
      : [`series: ${series.position === null ? series.slug : `{ slug: ${series.slug}, position: ${series.position} }`}`]),
  ];
  return `---\n${head.join("\n")}\n---\n\n${renderBody(prose, context, random)}`;
}

function renderBody(prose: Prose, context: BlogContext, random: Random): string {
  const target = Math.min(LENGTH_MAX, Math.max(LENGTH_MIN, Math.exp(LENGTH_MU + LENGTH_SIGMA * gaussian(random))));
  const has = (share: number): boolean => random.next() < share;
  const kinds: readonly (readonly [rate: number, make: () => string])[] = [
    [has(HAS_HEADINGS) ? HEADINGS : 0, () => `${"#".repeat(2 + random.below(2))} ${prose.title()}`],
    [has(HAS_CODE) ? FENCES : 0, () => renderCode(prose, random)],
    [has(HAS_LISTS) ? LISTS : 0, () => renderList(prose, random)],
    [has(HAS_QUOTES) ? QUOTES : 0, () => `> ${prose.words(25)}`],
    [has(HAS_TABLES) ? TABLES : 0, () => renderTable(prose, random)],
    [has(HAS_HTML) ? HTML_BLOCKS : 0, () => renderHtml(prose, random)],
    [PICTURES_REMOTE, () => `![${prose.words(3)}](https://pictures.example/${random.below(10_000)}.jpg)`],
    [PICTURES_STATIC, () => `![${prose.words(3)}](/images/${random.pick(context.pictures)})`],
    [PICTURES_BESIDE, () => `![${prose.words(3)}](images/${random.pick(context.pictures)})`],
    [PICTURES_MISSING, () => `![${prose.words(3)}](images/lost-${random.below(1_000)}.png)`],
  ];
  const footnotes = has(HAS_FOOTNOTES) ? FOOTNOTES : 0;
  const blocks: string[] = [];
  const notes: string[] = [];
  for (let words = 0; words < target; ) {
    const length = Math.min(PARAGRAPH_WORDS / 2 + random.below(PARAGRAPH_WORDS), Math.max(LENGTH_MIN, target - words));
    const withNote = random.next() < footnotes;
    if (withNote) notes.push(`[^${notes.length + 1}]: ${prose.words(15)}`);
    blocks.push(prose.paragraph(length) + (withNote ? `[^${notes.length}]` : ""));
    for (const [rate, make] of kinds) if (random.next() < rate) blocks.push(make());
    words += length;
  }
  return `${[...blocks, ...notes].join("\n\n")}\n`;
}

function renderCode(prose: Prose, random: Random): string {
  const lines = Array.from(
    { length: 4 + random.below(18) },
    () => `${"  ".repeat(random.below(4))}${prose.identifier()}(${prose.identifier()}, ${random.below(1_000)});`,
  );
  return `\`\`\`${random.pick(LANGUAGES)}\n${lines.join("\n")}\n\`\`\``;
}

function renderList(prose: Prose, random: Random): string {
  const isPlain = random.next() < 0.5;
  const items = Array.from({ length: 4 + random.below(7) }, () => (isPlain ? `- ${prose.words(8)}` : `* ${prose.sentence()}`));
  return items.join("\n");
}

function renderTable(prose: Prose, random: Random): string {
  const rows = Array.from({ length: 3 + random.below(8) }, () => `| ${prose.words(2)} | ${random.below(1_000)} | ${prose.words(4)} |`);
  return [`| ${prose.words(1)} | ${prose.words(1)} | ${prose.words(1)} |`, "|---|---:|---|", ...rows].join("\n");
}

function renderHtml(prose: Prose, random: Random): string {
  return random.pick([
    () =>
      `<figure>\n<img src="https://pictures.example/${random.below(10_000)}.jpg" alt="${prose.words(3)}">\n<figcaption>${prose.words(8)}</figcaption>\n</figure>`,
    () => `<details>\n<summary>${prose.words(3)}</summary>\n\n${prose.paragraph(20)}\n\n</details>`,
    () => `<div class="note"><p>${prose.words(20)} <em>${prose.words(2)}</em><br>${prose.words(6)}</p></div>`,
    () => `${prose.words(4)} <kbd>Ctrl</kbd> ${prose.words(6)} <sup>2</sup> ${prose.words(5)}`,
    () => `<iframe src="https://videos.example/embed/${random.below(10_000)}" width="560" height="315"></iframe>`,
  ])();
}

/** Returns a normally distributed number (Box–Muller transform). */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
