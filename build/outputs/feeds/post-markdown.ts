import type { Element, Root } from "hast";
import { CORE_SCHEMA, dump } from "js-yaml";
import { fileOfPath } from "../../../contract/paths.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import { UNLISTED } from "../../emit/output-file.ts";
import { readHtmlTree } from "../../markdown-text/html-tree.ts";
import { restoredForms } from "../../markdown-text/restored-markdown.ts";
import { toMarkdownParagraph, toMarkdownText } from "../../markdown-text/to-markdown-text.ts";
import { withoutNulls } from "../../sources/data-values.ts";
import type { LateFile } from "../index/text-file.ts";
import { ADDRESS_ATTRIBUTES, toAbsolute } from "./absolute-html.ts";
import { toWholeHtml } from "./feed-items.ts";

/** The parts of a post that its Markdown needs. The id of its summary identifies all of them. */
export type PostSource = Pick<AssembledPost, "item" | "itemId" | "body" | "canonicalUrl">;

/**
 * A post as text: front matter, and the body as GitHub-flavoured Markdown.
 * @param body from `toMarkdownBody`
 */
export function toPostMarkdown({ item, canonicalUrl }: PostSource, body: string): string {
  const values = dump(toFrontMatter(item, canonicalUrl), { schema: CORE_SCHEMA, lineWidth: -1, flowLevel: 2, noRefs: true });
  return `---\n${values}---\n${body === "" ? "" : `\n${body}`}`;
}

/** Front matter with names that the build and most generators read. Empty fields are left out. */
function toFrontMatter(item: PostSource["item"], canonicalUrl: string): Record<string, unknown> {
  const { title, excerpt, publishedAt, updatedAt, url, language, authors, categories, tags, series, cover, video } = item;
  const namesOf = (named: readonly { readonly name: string }[]) => (named.length === 0 ? null : named.map(({ name }) => name));
  return withoutNulls({
    title,
    description: excerpt === "" ? null : excerpt,
    date: publishedAt,
    updated: updatedAt === publishedAt ? null : updatedAt,
    url,
    canonicalUrl: canonicalUrl === url ? null : canonicalUrl,
    language,
    authors: namesOf(authors),
    categories: namesOf(categories),
    tags: namesOf(tags),
    series: series === null ? null : { title: series.title, position: series.position, total: series.total },
    cover: cover?.url ?? null,
    video: video?.url ?? null,
  });
}

/**
 * The body, preceded by an IMAGE post's images or a VIDEO post's video. It ends with a line break
 * unless it is empty.
 */
export function toMarkdownBody({ item, body }: Pick<PostSource, "item" | "body">): string {
  const html = toWholeHtml({ bodyHtml: body.html, images: item.images, video: item.video });
  const tree = readHtmlTree(html);
  if (tree === null)
    return body.text
      .split(/\n{2,}/)
      .map(toMarkdownParagraph)
      .join("\n");
  prepare(tree, item.url);
  return toMarkdownText(tree, () => undefined, restoredForms(tree)).toWellFormed();
}

/**
 * Removes comments and makes addresses absolute, because a text file has no page against which to
 * resolve them. Links within footnotes stay unchanged.
 */
function prepare(parent: Root | Element, base: string): void {
  parent.children = (parent.children as Element["children"]).filter(({ type }) => type !== "comment");
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    const { properties } = child;
    // Only a browser needs a choice of sizes.
    delete properties.srcSet;
    for (const name of ADDRESS_ATTRIBUTES) {
      const value = properties[name];
      if (typeof value === "string" && properties.dataFootnoteRef === undefined) properties[name] = toAbsolute(value, base);
    }
    prepare(child, base);
  }
}

export interface MarkdownFilesInput {
  readonly site: Pick<Assembled, "posts" | "unlisted">;
  /** Former slugs of listed posts → current slugs. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly bodies: MarkdownBodies;
}

/**
 * Yields each post as Markdown, including at its former slugs, because a plain file host cannot
 * resolve those.
 */
export function* toMarkdownFiles({ site, aliases, bodies }: MarkdownFilesInput): Generator<LateFile, void, undefined> {
  const aliasesOf = Map.groupBy(Object.keys(aliases), (alias) => aliases[alias]);
  for (const post of site.posts) {
    for (const slug of [post.facets.slug, ...(aliasesOf.get(post.facets.slug) ?? [])]) yield toMarkdownFile(post, slug, bodies);
  }
  for (const { post, aliases: own } of site.unlisted) {
    for (const slug of [post.facets.slug, ...own]) yield toMarkdownFile(post, slug, bodies, UNLISTED);
  }
}

/** @param mark prefix of the identity */
function toMarkdownFile(post: AssembledPost, slug: string, bodies: MarkdownBodies, mark = ""): LateFile {
  const make = (): Buffer => Buffer.from(toPostMarkdown(post, bodies.of(post)));
  /** The result is kept, because it is slow to create and soon needed again. */
  let made: Buffer | null = null;
  return {
    path: fileOfPath(`/posts/${slug}.md`),
    get text() {
      made ??= make();
      return made.toString("utf8");
    },
    bytes() {
      const bytes = made ?? make();
      made = null;
      return bytes;
    },
    identity: mark + post.itemId,
  };
}

/**
 * Maximum number of characters of bodies that a build keeps, because llms-full.txt has no room for
 * more.
 */
const KEPT_MAX = 5_000_000;

/** Bodies of posts as Markdown in one build. A post's own file and llms-full.txt share them. */
export class MarkdownBodies {
  readonly #texts = new Map<string, string>();
  #room = KEPT_MAX;

  of(post: Pick<PostSource, "item" | "itemId" | "body">): string {
    const cached = this.#texts.get(post.itemId);
    if (cached !== undefined) return cached;
    const body = toMarkdownBody(post);
    if (body.length <= this.#room) {
      this.#texts.set(post.itemId, body);
      this.#room -= body.length;
    }
    return body;
  }
}
