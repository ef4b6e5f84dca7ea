import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromParse5 } from "hast-util-from-parse5";
import { toText } from "hast-util-to-text";
import { parse } from "parse5";
import { visit } from "unist-util-visit";
import type { ClientMethods, Image, Post } from "../../packages/octavo-client/client.ts";

export interface ExpectedPage {
  /** Path of the page's address. */
  readonly path: string;
  /** The page must contain all of them. */
  readonly texts: readonly string[];
  /**
   * Paths of pictures, in any of their sizes, and addresses of videos: the page must contain one of
   * each.
   */
  readonly media?: readonly (readonly string[])[];
  /** The description for search engines. */
  readonly description?: string | null;
}

/** The home page and the posts, according to the API. */
export async function* readPostPages(client: ClientMethods): AsyncGenerator<ExpectedPage, void, undefined> {
  const { name, description } = await client.site.settings();
  const titles: string[] = [];
  for await (const { slug } of client.posts.all({ pageSize: 100 })) {
    const post = await client.posts.get(slug);
    const { url, title, bodyHtml, excerpt } = post;
    titles.push(title);
    yield { path: new URL(url).pathname, texts: [title, visibleText(bodyHtml)], media: mediaOf(post), description: excerpt };
  }
  yield { path: "/", texts: [name, ...titles.slice(0, 6)], description };
}

/** The cover, the video with its poster, and the pictures of an IMAGE post. */
function mediaOf({ cover, video, images }: Post): readonly (readonly string[])[] {
  const pictures = [cover, video?.poster ?? null, ...images].filter((image) => image !== null);
  const toPaths = ({ url, variants }: Image): string[] =>
    [url, ...variants.map((variant) => variant.url)].map((each) => new URL(each).pathname);
  return [...pictures.map(toPaths), ...(video === null ? [] : [[video.url]])];
}

/** The other kinds. */
export async function* readOtherPages(client: ClientMethods): AsyncGenerator<ExpectedPage, void, undefined> {
  const pathOf = ({ url }: { readonly url: string }): string => new URL(url).pathname;
  for await (const item of client.projects.all())
    yield { path: pathOf(item), texts: [item.title, visibleText(item.descriptionHtml ?? "")] };
  for await (const item of client.books.all()) yield { path: pathOf(item), texts: [item.title, visibleText(item.reviewHtml ?? "")] };
  for await (const item of client.photos.all()) yield { path: pathOf(item), texts: [item.title, visibleText(item.captionHtml ?? "")] };
  for (const { slug, title, descriptionHtml } of (await client.services.list()).items)
    yield { path: `/services/${slug}`, texts: [title, visibleText(descriptionHtml ?? "")] };
  const { headline, bioHtml } = await client.site.about();
  yield { path: "/about", texts: [headline ?? "", visibleText(bioHtml ?? "")] };
  for (const { slug } of (await client.tags.list("posts")).items) {
    const { items } = await client.posts.list({ tag: slug, pageSize: 100 });
    yield { path: `/tags/${encodeURIComponent(slug)}`, texts: items.map(({ title }) => title) };
  }
  const posts = await client.posts.list({ pageSize: 100 });
  yield { path: "/archive", texts: posts.items.map(({ title }) => title) };
  const { tagline } = await client.site.settings();
  yield { path: "/", texts: [tagline ?? ""] };
}

/**
 * Returns expected content that a page lacks, one line each, and counts pages and pictures or
 * videos.
 */
export async function comparePages(
  folder: string,
  expected: AsyncIterable<ExpectedPage>,
): Promise<{ readonly pages: number; readonly media: number; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  let pages = 0;
  let found = 0;
  for await (const { path, texts, media = [], description } of expected) {
    pages += 1;
    const file = join(folder, `${path === "/" ? "/index" : decodeURI(path)}.html`);
    const html = existsSync(file) ? readFileSync(file, "utf8") : "";
    const shown = visibleText(html);
    for (const text of texts) if (!shown.includes(withoutGaps(text))) missing.push(`${path}: ${text.slice(0, 200)}`);
    const { addresses, descriptions } = readAttributes(html);
    for (const alternatives of media) {
      if (alternatives.some((address) => addresses.has(address))) found += 1;
      else missing.push(`${path}: ${alternatives[0]}`);
    }
    if (typeof description === "string" && descriptions[0] !== description)
      missing.push(`${path}: description ${description.slice(0, 200)}`);
  }
  return { pages, media: found, missing };
}

/** Addresses of pictures, videos and links, the path of each, and the page's descriptions. */
function readAttributes(html: string): { readonly addresses: ReadonlySet<string>; readonly descriptions: readonly string[] } {
  const addresses = new Set<string>();
  const descriptions: string[] = [];
  visit(fromParse5(parse(html)), "element", ({ tagName, properties }) => {
    if (tagName === "meta" && properties.name === "description") descriptions.push(String(properties.content));
    if (!["img", "source", "video", "a"].includes(tagName)) return;
    for (const value of [properties.src, properties.href, properties.poster].filter((each) => typeof each === "string")) {
      addresses.add(value);
      addresses.add(URL.parse(value, "https://site.example/")?.pathname ?? "");
    }
  });
  return { addresses, descriptions };
}

/** The visible text, without the space between words. */
function visibleText(html: string): string {
  return withoutGaps(toText(fromParse5(parse(html))));
}

function withoutGaps(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
