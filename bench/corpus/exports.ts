/**
 * Writes an export for import, with the same bytes in every run: `node bench/corpus/exports.ts
 * --posts 10000 --system wordpress --out export.xml`. Half of the WordPress posts are in the format
 * of its block editor, half in that of its classic editor. A body has about 2,900 characters, or
 * 400 words.
 */
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createRandom, type Random } from "../random.ts";
import { createVocabulary } from "./words.ts";

const PARAGRAPHS = 8;
const FIRST_DAY = Date.parse("2008-01-01T08:00:00Z");
const BETWEEN_MS = 10 * 3_600_000;
const SITE = "https://old.example";

interface PostText {
  readonly number: number;
  readonly title: string;
  readonly tag: string;
  readonly date: Date;
  /** The HTML inside each paragraph. */
  readonly paragraphs: readonly string[];
  readonly heading: string;
}

function* createPosts(count: number, random: Random): Generator<PostText> {
  const vocabulary = createVocabulary(random);
  const words = (length: number): string => Array.from({ length }, () => vocabulary.pick(random)).join(" ");
  const paragraph = (): string =>
    `${words(12)} <strong>${words(2)}</strong> ${words(14)} <a href="${SITE}/post-${random.below(count) + 1}/">${words(2)}</a>, ${words(18)}.`;
  for (let number = 1; number <= count; number += 1)
    yield {
      number,
      title: `${words(5)} ${number}`,
      tag: words(1),
      date: new Date(FIRST_DAY + number * BETWEEN_MS),
      paragraphs: Array.from({ length: PARAGRAPHS }, paragraph),
      heading: words(3),
    };
}

function* toWordPress(posts: Iterable<PostText>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" ?>\n<rss version="2.0"><channel><title>Old</title><link>${SITE}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${SITE}</wp:base_blog_url>
<wp:author><wp:author_login>ines</wp:author_login><wp:author_display_name>Ines Aas</wp:author_display_name></wp:author>\n`;
  for (const { number, title, tag, date, paragraphs, heading } of posts) {
    const day = date.toISOString().slice(0, 19).replace("T", " ");
    const text = number % 2 === 0 ? paragraphs.map((each) => `<!-- wp:paragraph -->\n<p>${each}</p>\n<!-- /wp:paragraph -->`) : paragraphs;
    yield `<item><title>${title}</title><link>${SITE}/post-${number}/</link><dc:creator>ines</dc:creator>
<content:encoded><![CDATA[${text.join("\n\n")}\n\n<h2>${heading}</h2>\n<ul><li>${heading}</li><li>${tag}</li></ul>
<img src="${SITE}/wp-content/uploads/heron-300x200.jpg" alt="A heron">]]></content:encoded>
<wp:post_id>${number}</wp:post_id><wp:post_date>${day}</wp:post_date><wp:post_date_gmt>${day}</wp:post_date_gmt><wp:post_name>post-${number}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="post_tag" nicename="${tag}">${tag}</category></item>\n`;
  }
  yield "</channel></rss>\n";
}

function* toGhost(posts: Iterable<PostText>): Generator<string> {
  yield '{"db":[{"meta":{"version":"5.80.0"},"data":{"posts":[\n';
  for (const { number, title, date, paragraphs, heading } of posts) {
    const html = `${paragraphs.map((each) => `<p>${each}</p>`).join("")}<h2>${heading}</h2>`.replaceAll(SITE, "__GHOST_URL__");
    const post = {
      id: String(number),
      title,
      slug: `post-${number}`,
      html,
      lexical: JSON.stringify({ root: html }),
      plaintext: paragraphs.join("\n\n"),
    };
    const rest = {
      type: "post",
      status: "published",
      visibility: "public",
      published_at: date.toISOString(),
      updated_at: date.toISOString(),
    };
    yield `${number === 1 ? "" : ",\n"}${JSON.stringify({ ...post, ...rest })}`;
  }
  yield "]}}]}\n";
}

const { values } = parseArgs({
  options: { posts: { type: "string", default: "10000" }, system: { type: "string", default: "wordpress" }, out: { type: "string" } },
});
if (values.out === undefined) throw new Error("--out <file> is missing");
const posts = createPosts(Number(values.posts), createRandom(1));
const file = createWriteStream(values.out);
for (const text of values.system === "ghost" ? toGhost(posts) : toWordPress(posts)) file.write(text);
file.end();
await finished(file);
