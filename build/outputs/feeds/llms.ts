import { type Assembled, itemsOf } from "../../assemble/assemble.ts";
import type { KindDocuments } from "../../assemble/documents/assemble-documents.ts";
import { idOf } from "../../assemble/documents/identity.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import type { Memos } from "../../cache/memos.ts";
import type { Discovery } from "../../shared/resolved-config.ts";
import { type Addresses, toBaseUrls } from "../../shared/site-addresses.ts";
import { memberTexts } from "../index/member-texts.ts";
import type { LateFile, TextFile } from "../index/text-file.ts";
import { rememberDocumentTexts, toDocumentLinks, writtenKindsOf } from "./llms-documents.ts";
import { oneLine, toMarkdownLink } from "./llms-text.ts";
import type { MarkdownBodies } from "./post-markdown.ts";

/**
 * Maximum number of posts in llms.txt, newest first, because language models have limited context.
 */
const LLMS_POSTS_MAX = 100;
/** Maximum size of llms-full.txt, in bytes. */
const FULL_MAX = 5_000_000;

export interface LlmsInput {
  readonly site: Assembled;
  readonly addresses: Addresses;
  readonly discovery: Discovery;
  /** Bodies of posts, if posts are published as Markdown; null if they are not. */
  readonly markdown: Pick<MarkdownBodies, "of"> | null;
  readonly memos: Pick<Memos, "read" | "decode" | "write">;
  /** Maximum size of llms-full.txt, in bytes. */
  readonly fullMax?: number;
}

/** Creates files for language models (https://llmstxt.org). llms.txt lists the documents;
 * llms-full.txt has the texts of posts, then those of pages and of the site's own kinds. */
export function toLlmsFiles({ site, addresses, discovery, markdown, memos, fullMax = FULL_MAX }: LlmsInput): (TextFile | LateFile)[] {
  const { llms } = discovery;
  if (llms === null) return [];
  const list: TextFile = { path: "llms.txt", text: toList({ site, addresses, discovery, markdown }) };
  if (!llms.full) return [list];
  const full = new FullText({
    head: Buffer.from(`${toHead(site)}\n`),
    posts: site.posts,
    own: writtenKindsOf(site),
    all: `${toBaseUrls(addresses).baseUrl}/posts`,
    max: fullMax,
    sections: new Sections(memos, markdown),
  });
  return [list, full];
}

function toHead({ siteSettings: { name, description, tagline } }: Assembled): string {
  const about = description ?? tagline;
  return [`# ${oneLine(name)}`, ...(about === null ? [] : [`> ${oneLine(about)}`])].join("\n\n");
}

function toList({ site, addresses, discovery, markdown }: Pick<LlmsInput, "site" | "addresses" | "discovery" | "markdown">): string {
  const { baseUrl } = toBaseUrls(addresses);
  const { posts, groups, siteSettings } = site;
  const summaryOf = (item: object): string | null => memberTexts(item, "summary")[0] ?? null;
  const newest = posts.slice(0, LLMS_POSTS_MAX).map(({ item: { slug, title, url, excerpt } }) => {
    return toMarkdownLink(title, markdown === null ? url : `${baseUrl}/posts/${slug}.md`, excerpt);
  });
  const further = [
    ...(discovery.llms?.full
      ? [toMarkdownLink("Texts of the posts", `${addresses.public}/llms-full.txt`, "newest first, at most 5 MB")]
      : []),
    toMarkdownLink("All posts", `${baseUrl}/posts`, `${posts.length} in all, as pages of JSON`),
    toMarkdownLink("API", `${baseUrl}/openapi.json`, "OpenAPI 3.1"),
    ...(siteSettings.feeds.rss === null ? [] : [toMarkdownLink("Feed", siteSettings.feeds.rss, "RSS")]),
    ...(siteSettings.feeds.json === null ? [] : [toMarkdownLink("Feed", siteSettings.feeds.json, "JSON Feed")]),
    ...(discovery.sitemap === null ? [] : [toMarkdownLink("Sitemap", `${addresses.public}/sitemap.xml`)]),
  ];
  const sections: readonly (readonly [title: string, links: readonly string[]])[] = [
    ["Posts", newest],
    ["Series", groups.series.map(({ slug, title, description }) => toMarkdownLink(title, `${baseUrl}/post-series/${slug}`, description))],
    ["Projects", itemsOf(site, "projects").map((item) => toMarkdownLink(item.title, item.url ?? "", summaryOf(item)))],
    ["Services", itemsOf(site, "services").map((item) => toMarkdownLink(item.title, `${baseUrl}/services/${item.slug}`, summaryOf(item)))],
    ...toDocumentLinks(writtenKindsOf(site), baseUrl),
    // According to the format, readers with little context may skip this section.
    ["Optional", further],
  ];
  const texts = sections.flatMap(([title, links]) => (links.length === 0 ? [] : [`## ${title}\n\n${links.join("\n")}`]));
  return `${[toHead(site), ...texts].join("\n\n")}\n`;
}

interface FullTextInput {
  readonly head: Buffer;
  readonly posts: readonly AssembledPost[];
  /** Pages and the site's own kinds. Their documents follow the posts if they fit. */
  readonly own: readonly KindDocuments[];
  /** Address where all posts can be found. */
  readonly all: string;
  readonly max: number;
  readonly sections: Sections;
}

/** llms-full.txt, with as many whole posts as fit, newest first. Changes to older posts do not
 * change the file. */
class FullText implements LateFile {
  readonly path = "llms-full.txt";
  readonly identity: string;
  readonly #input: FullTextInput;
  readonly #shown: readonly AssembledPost[];
  /** Texts of pages and of documents of the site's own kinds. */
  readonly #own: ReturnType<typeof rememberDocumentTexts> | null;

  constructor(input: FullTextInput) {
    const { head, posts, own, all, max, sections } = input;
    let room = max - head.length;
    const end = posts.findIndex((post, index) => {
      room -= sections.lengthOf(post);
      return room < this.#tail(posts.length - index - 1, input).length;
    });
    this.#input = input;
    this.#shown = end === -1 ? posts : posts.slice(0, end);
    const ids = this.#shown.map(({ itemId }) => itemId);
    const length = this.#shown.reduce((sum, post) => sum + sections.lengthOf(post), head.length);
    this.#own = end === -1 ? rememberDocumentTexts(own, max - length, sections.memos) : null;
    this.identity = idOf(JSON.stringify([head.toString("utf8"), all, max, sections.form, posts.length, ids, this.#own?.id]));
  }

  bytes(): Buffer {
    const { head, posts, sections } = this.#input;
    const texts = this.#shown.map((post) => sections.bytesOf(post));
    sections.keep(this.#shown);
    return Buffer.concat([
      head,
      ...texts,
      this.#tail(posts.length - this.#shown.length, this.#input),
      this.#own?.bytes() ?? Buffer.alloc(0),
    ]);
  }

  #tail(left: number, { all, max }: FullTextInput): Buffer {
    const what = left === 1 ? "post is" : "posts are";
    return Buffer.from(
      left === 0
        ? ""
        : `\n---\n\n${left} older ${what} left out, because this file is limited to ${toMegabytes(max)} MB. All posts: ${all}\n`,
    );
  }
}

const MEMO = "llms-full";
/** Number of pieces in which sections are cached. An edit changes only two of them. */
const PIECES = 16;
type Lengths = readonly (readonly [id: string, length: number])[];

/**
 * Sections of posts, by the id of the post's summary, which covers everything that a section shows.
 * Cached sections are stored in pieces. As long as the file stays the same, only their lengths are
 * read.
 */
class Sections {
  readonly form: string;
  readonly memos: LlmsInput["memos"];
  readonly #markdown: LlmsInput["markdown"];
  /** Lengths from the last build. `#lengths` has those of this build. */
  readonly #previous: ReadonlyMap<string, number>;
  readonly #lengths = new Map<string, number>();
  readonly #made = new Map<string, Buffer>();
  readonly #pieces = new Map<number, ReadonlyMap<string, Buffer> | null>();

  constructor(memos: LlmsInput["memos"], markdown: LlmsInput["markdown"]) {
    this.form = markdown === null ? "text" : "markdown";
    this.memos = memos;
    this.#markdown = markdown;
    this.#previous = new Map(memos.decode(MEMO, this.form, (bytes): Lengths => JSON.parse(Buffer.from(bytes).toString("utf8"))) ?? []);
  }

  lengthOf(post: AssembledPost): number {
    const length = this.#previous.get(post.itemId) ?? this.bytesOf(post).length;
    this.#lengths.set(post.itemId, length);
    return length;
  }

  bytesOf(post: AssembledPost): Buffer {
    const id = post.itemId;
    const bytes = this.#made.get(id) ?? this.#recall(pieceOf(post))?.get(id) ?? Buffer.from(toSection(post, this.#markdown));
    this.#made.set(id, bytes);
    return bytes;
  }

  /** Stores the sections of these posts and all lengths that were needed, so that the section of
   * the first post that does not fit is not created again. */
  keep(posts: readonly AssembledPost[]): void {
    const pieces = Map.groupBy(posts, pieceOf);
    this.memos.write(MEMO, this.form, Buffer.from(JSON.stringify([...this.#lengths])));
    for (let piece = 0; piece < PIECES; piece += 1) {
      const ofPiece = pieces.get(piece) ?? [];
      const cached = this.#recall(piece);
      if (cached?.size === ofPiece.length && ofPiece.every(({ itemId }) => cached.has(itemId))) continue;
      const sections = ofPiece.map((post) => this.bytesOf(post));
      const lengths: Lengths = ofPiece.map(({ itemId }, at) => [itemId, sections[at]?.length ?? 0]);
      this.memos.write(`${MEMO} ${piece}`, this.form, Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...sections]));
    }
  }

  /** null if nothing is stored in this form. */
  #recall(piece: number): ReadonlyMap<string, Buffer> | null {
    const cached = this.#pieces.get(piece);
    if (cached !== undefined) return cached;
    const memo = this.memos.read(`${MEMO} ${piece}`, this.form);
    const sections = memo === null ? null : unpackSections(memo);
    this.#pieces.set(piece, sections);
    return sections;
  }
}

/** The number of a post's piece, from the first letter of its id. */
function pieceOf({ itemId }: AssembledPost): number {
  return itemId.charCodeAt(0) % PIECES;
}

/** Parses a line of ids and lengths, followed by the sections. */
function unpackSections(memo: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(memo.buffer, memo.byteOffset, memo.byteLength);
  let at = bytes.indexOf("\n") + 1;
  const lengths: Lengths = JSON.parse(bytes.toString("utf8", 0, at));
  return new Map(
    lengths.map(([id, length]) => {
      at += length;
      return [id, bytes.subarray(at - length, at)];
    }),
  );
}

const toMegabytes = (bytes: number): number => bytes / 1_000_000;

/** The section of a post, with its text. In Markdown, headings are moved below the level of the
 * title. */
function toSection(post: AssembledPost, markdown: LlmsInput["markdown"]): string {
  const { title, url, publishedAt, updatedAt, tags, authors, video } = post.item;
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
