import sharp from "sharp";
import { createRandom, type Random } from "../random.ts";
import type { BlogContext, PlannedPost } from "./blog-context.ts";
import { renderPost } from "./blog-post.ts";
import type { CorpusFile, CorpusSource } from "./types.ts";
import { createChineseVocabulary, createIdentifiers, createVocabulary } from "./words.ts";

/** A site modelled on real blogs. bench/README.md names them and the measurements. */

const SEED = 20_261_122;
const HOUR_MS = 3_600_000;
const FIRST_POST = Date.UTC(2004, 0, 1, 8);
/**
 * Maximum interval between two posts. A larger corpus has shorter intervals, so that the last post
 * is at most 20 years after the first and all are published.
 */
const STEP_MAX_MS = 17 * HOUR_MS;
const YEARS_MS = 20 * 365 * 24 * HOUR_MS;
/**
 * The number of different tags grows with the square root of the number of posts: 426 in 1,411
 * posts, 155 in 154.
 */
const TAGS_PER_ROOT = 8;
/** Rank of the first word that serves as a tag. */
const FIRST_TAG = 400;
const DRAFT_SHARE = 0.01;
/**
 * Number of parts of a short series and, counted in posts, the interval between the starts of two
 * short series and the interval between parts of the long series.
 */
const SERIES_LENGTH = 8;
const SERIES_EVERY = 250;
const LONG_SERIES_EVERY = 25;
const LONG_SERIES = "field-notes";
const DRAWINGS = 16;
const PHOTOGRAPHS = 8;
const PHOTOGRAPH = { width: 640, height: 400 };

/** Keeps common flaws of real blogs from failing the build. */
const CONFIG = 'export default { checks: { brokenLinks: "warning", missingPictures: "off" } };\n';

export function createBlog(posts: number): CorpusSource {
  const random = createRandom(SEED);
  const english = createVocabulary(random);
  const chinese = createChineseVocabulary(random);
  const tags = english.words.slice(FIRST_TAG, FIRST_TAG + Math.ceil(TAGS_PER_ROOT * Math.sqrt(posts)));
  const planned = planPosts(posts, random, english.words);
  const identifiers = createIdentifiers(random, english);
  const context: BlogContext = { english, chinese, identifiers, tags, posts: planned, pictures: pictureNames() };
  return {
    posts: planned.map(({ slug }) => ({ slug, file: fileOf(slug) })),
    words: english.words,
    tags,
    async *files() {
      yield ["octavo.config.mjs", CONFIG];
      yield ["content/site.yaml", "name: Corpus\nurl: https://corpus.example\ntimeZone: UTC\n"];
      yield* pictures();
      for (const slug of new Set(planned.flatMap(({ series }) => series?.slug ?? [])))
        yield [`content/series/${slug}.yaml`, `title: Series ${slug}\n`];
      for (const [number, post] of planned.entries()) {
        // Each post has its own random numbers, so most of its text is the same for any number of
        // posts.
        const own = createRandom(SEED + number);
        yield [`content/${fileOf(post.slug)}`, renderPost(post, { number, draft: false }, context, own)];
        if (own.next() >= DRAFT_SHARE) continue;
        const draft = { ...post, slug: `draft-${post.slug}`, series: null };
        yield [`content/${fileOf(draft.slug)}`, renderPost(draft, { number, draft: true }, context, own)];
      }
    },
  };
}

function planPosts(count: number, random: Random, words: readonly string[]): PlannedPost[] {
  const step = Math.min(STEP_MAX_MS, YEARS_MS / count);
  return Array.from({ length: count }, (_, number): PlannedPost => {
    const title = Array.from({ length: 2 + random.below(4) }, () => words[FIRST_TAG + random.below(20_000)]);
    return {
      slug: [...title, number].join("-"),
      publishedAt: new Date(FIRST_POST + number * step).toISOString(),
      series: seriesOf(number),
    };
  });
}

function seriesOf(number: number): PlannedPost["series"] {
  if (number % LONG_SERIES_EVERY === 0) return { slug: LONG_SERIES, position: null };
  const part = (number % SERIES_EVERY) - 1;
  return part < SERIES_LENGTH ? { slug: `series-${Math.floor(number / SERIES_EVERY)}`, position: part + 1 } : null;
}

function fileOf(slug: string): string {
  return `posts/${slug}.md`;
}

function pictureNames(): string[] {
  const names = (count: number, extension: string): string[] =>
    Array.from({ length: count }, (_, number) => `picture-${number}.${extension}`);
  return [...names(DRAWINGS, "svg"), ...names(PHOTOGRAPHS, "png")];
}

/**
 * Yields the same pictures for a static folder and for a folder beside the posts. There are only a
 * few, because the cost of encoding them does not grow with the number of posts, and other tools do
 * not encode pictures.
 */
async function* pictures(): AsyncGenerator<CorpusFile> {
  for (const name of pictureNames()) {
    const shade = 40 + 8 * Number(/\d+/.exec(name)?.[0] ?? 0);
    const { width, height } = PHOTOGRAPH;
    const content = name.endsWith(".svg")
      ? `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${shade}" height="${height}" fill="#357"/></svg>\n`
      : await sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 120 } } })
          .png()
          .toBuffer();
    yield [`static/images/${name}`, content];
    yield [`content/posts/images/${name}`, content];
  }
}
