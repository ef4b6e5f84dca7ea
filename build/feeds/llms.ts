import type { Assembled } from "../assemble/assemble.ts";
import { idOf } from "../assemble/posts/identity.ts";
import type { AssembledPost } from "../assemble/posts/post-in-site.ts";
import type { Memos } from "../cache/memos.ts";
import type { Discovery } from "../config/resolved-config.ts";
import { type Addresses, toBaseUrls } from "../config/site-addresses.ts";
import type { LateFile, TextFile } from "../index/text-file.ts";
import type { MarkdownBodies } from "../markdown-text/post-markdown.ts";

/** Posts that llms.txt names: the newest. What reads it has a small window. */
const LLMS_POSTS_MAX = 100;
/** Bytes of llms-full.txt. */
const FULL_MAX = 5_000_000;

export interface LlmsInput {
  readonly site: Assembled;
  readonly addresses: Addresses;
  readonly discovery: Discovery;
  /** Where the posts are published as Markdown: their bodies; null: they are not. */
  readonly markdown: Pick<MarkdownBodies, "of"> | null;
  readonly memos: Pick<Memos, "read" | "write">;
  /** Bytes of llms-full.txt at most. */
  readonly fullMax?: number;
}

/** What language models read, https://llmstxt.org: llms.txt names what there is, llms-full.txt holds the texts of posts. */
export function toLlmsFiles({ site, addresses, discovery, markdown, memos, fullMax = FULL_MAX }: LlmsInput): (TextFile | LateFile)[] {
  const { llms } = discovery;
  if (llms === null) return [];
  const list: TextFile = { path: "llms.txt", text: toList({ site, addresses, discovery, markdown }) };
  if (!llms.full) return [list];
  const head = toHead(site);
  const all = `${toBaseUrls(addresses).baseUrl}/posts`;
  const bytes = (): Buffer => toFullText({ head, posts: site.posts, all, max: fullMax, markdown, memos });
  const full: LateFile = {
    path: "llms-full.txt",
    get text() {
      return bytes().toString("utf8");
    },
    bytes,
    identity: idOf(JSON.stringify([head, all, fullMax, markdown !== null, site.posts.map(({ summaryId }) => summaryId)])),
  };
  return [list, full];
}

function toHead({ siteSettings: { name, description, tagline } }: Assembled): string {
  const about = description ?? tagline;
  return [`# ${oneLine(name)}`, ...(about === null ? [] : [`> ${oneLine(about)}`])].join("\n\n");
}

function toList({ site, addresses, discovery, markdown }: Pick<LlmsInput, "site" | "addresses" | "discovery" | "markdown">): string {
  const { baseUrl } = toBaseUrls(addresses);
  const { posts, groups, projects, services, siteSettings } = site;
  const newest = posts.slice(0, LLMS_POSTS_MAX).map(({ summary: { slug, title, url, excerpt } }) => {
    return toLink(title, markdown === null ? url : `${baseUrl}/posts/${slug}.md`, excerpt);
  });
  const further = [
    ...(discovery.llms?.full ? [toLink("Texts of the posts", `${addresses.public}/llms-full.txt`, "newest first, at most 5 MB")] : []),
    toLink("All posts", `${baseUrl}/posts`, `${posts.length} in all, as pages of JSON`),
    toLink("API", `${baseUrl}/openapi.json`, "OpenAPI 3.1"),
    ...(siteSettings.feeds.rss === null ? [] : [toLink("Feed", siteSettings.feeds.rss, "RSS")]),
    ...(siteSettings.feeds.json === null ? [] : [toLink("Feed", siteSettings.feeds.json, "JSON Feed")]),
    ...(discovery.sitemap === null ? [] : [toLink("Sitemap", `${addresses.public}/sitemap.xml`)]),
  ];
  const sections: readonly (readonly [title: string, links: readonly string[]])[] = [
    ["Posts", newest],
    ["Series", groups.series.map(({ slug, title, description }) => toLink(title, `${baseUrl}/post-series/${slug}`, description))],
    ["Projects", projects.map(({ title, url, summary }) => toLink(title, url, summary))],
    ["Services", services.map(({ slug, title, summary }) => toLink(title, `${baseUrl}/services/${slug}`, summary))],
    // By the form, what a reader with a small window may leave out.
    ["Optional", further],
  ];
  const texts = sections.flatMap(([title, links]) => (links.length === 0 ? [] : [`## ${title}\n\n${links.join("\n")}`]));
  return `${[toHead(site), ...texts].join("\n\n")}\n`;
}

interface FullText {
  readonly head: string;
  readonly posts: readonly AssembledPost[];
  /** Where all posts are. */
  readonly all: string;
  readonly max: number;
  readonly markdown: LlmsInput["markdown"];
  readonly memos: LlmsInput["memos"];
}

/** Whole posts, as many of the newest as there is room for. */
function toFullText({ head, posts, all, max, markdown, memos }: FullText): Buffer {
  const tail = (left: number): Buffer => {
    const what = left === 1 ? "post is" : "posts are";
    return Buffer.from(
      left === 0 ? "" : `\n---\n\n${left} older ${what} left out: this file ends at ${toMegabytes(max)} MB. All posts: ${all}\n`,
    );
  };
  const start = Buffer.from(`${head}\n`);
  const form = markdown === null ? "text" : "markdown";
  const former = recallSections(memos, form);
  const sections: Section[] = [];
  let room = max - start.length;
  for (const [index, post] of posts.entries()) {
    const bytes = former.get(post.summaryId) ?? Buffer.from(toSection(post, markdown));
    if (bytes.length + tail(posts.length - index - 1).length > room) break;
    sections.push({ id: post.summaryId, bytes });
    room -= bytes.length;
  }
  keepSections(memos, form, sections);
  return Buffer.concat([start, ...sections.map(({ bytes }) => bytes), tail(posts.length - sections.length)]);
}

interface Section {
  /** Of the post's summary, which names all that a section shows. */
  readonly id: string;
  readonly bytes: Buffer;
}

const MEMO = "llms-full";

/** A thousand bodies are not read again where one has changed: a line of ids and lengths, then the sections. */
function keepSections(memos: LlmsInput["memos"], form: string, sections: readonly Section[]): void {
  const lengths = Buffer.from(`${JSON.stringify(sections.map(({ id, bytes }) => [id, bytes.length]))}\n`);
  memos.write(MEMO, form, Buffer.concat([lengths, ...sections.map(({ bytes }) => bytes)]));
}

function recallSections(memos: LlmsInput["memos"], form: string): ReadonlyMap<string, Buffer> {
  const memo = memos.read(MEMO, form);
  if (memo === null) return new Map();
  const bytes = Buffer.from(memo.buffer, memo.byteOffset, memo.byteLength);
  let at = bytes.indexOf("\n") + 1;
  const lengths = JSON.parse(bytes.toString("utf8", 0, at)) as readonly (readonly [id: string, length: number])[];
  return new Map(
    lengths.map(([id, length]) => {
      at += length;
      return [id, bytes.subarray(at - length, at)];
    }),
  );
}

const toMegabytes = (bytes: number): number => bytes / 1_000_000;

/** A post with its text; headings of one in Markdown are below its title. */
function toSection(post: AssembledPost, markdown: LlmsInput["markdown"]): string {
  const { title, url, publishedAt, updatedAt, tags, authors, video } = post.summary;
  const facts = [
    ["URL", url],
    ["Published", publishedAt],
    ["Updated", updatedAt === publishedAt ? null : updatedAt],
    ["Authors", authors.map(({ name }) => name).join(", ")],
    ["Tags", tags.map(({ name }) => name).join(", ")],
    ["Video", video?.url ?? null],
  ] as const;
  const lines = facts.flatMap(([name, value]) => (value === null || value === "" ? [] : [`${name}: ${oneLine(value)}`]));
  const text = markdown === null ? post.body.text.toWellFormed().trim() : markdown.of(post).trimEnd();
  return `\n---\n\n${markdown === null ? "##" : "#"} ${oneLine(title)}\n\n${lines.join("\n")}\n${text === "" ? "" : `\n${text}\n`}`;
}

/** `- [title](address): what it is about`, in Markdown. */
function toLink(title: string, url: string, about: string | null = null): string {
  const said = oneLine(about ?? "");
  const address = url.replace(/[()<>\s]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return `- [${oneLine(title).replace(/[\\[\]]/g, "\\$&")}](${address})${said === "" ? "" : `: ${said}`}`;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim();
}
