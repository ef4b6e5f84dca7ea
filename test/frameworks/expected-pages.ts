import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromParse5 } from "hast-util-from-parse5";
import { toText } from "hast-util-to-text";
import { parse } from "parse5";
import type { ClientMethods } from "../../packages/octavo-client/client.ts";

export interface ExpectedPage {
  /** Of the address. */
  readonly path: string;
  /** All of it must be on the page. */
  readonly texts: readonly string[];
}

/** The home page and the posts, as the API has them. */
export async function* readPostPages(client: ClientMethods): AsyncGenerator<ExpectedPage, void, undefined> {
  const { name } = await client.site.settings();
  const titles: string[] = [];
  for await (const { slug } of client.posts.all({ pageSize: 100 })) {
    const { url, title, bodyHtml } = await client.posts.get(slug);
    titles.push(title);
    yield { path: new URL(url).pathname, texts: [title, visibleText(bodyHtml)] };
  }
  yield { path: "/", texts: [name, ...titles.slice(0, 6)] };
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

/** What of the expected is not on its page, a line each; and how many pages there were. */
export async function comparePages(
  folder: string,
  expected: AsyncIterable<ExpectedPage>,
): Promise<{ readonly pages: number; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  let pages = 0;
  for await (const { path, texts } of expected) {
    pages += 1;
    const file = join(folder, `${path === "/" ? "/index" : decodeURI(path)}.html`);
    const shown = existsSync(file) ? visibleText(readFileSync(file, "utf8")) : "";
    for (const text of texts) if (!shown.includes(withoutGaps(text))) missing.push(`${path}: ${text.slice(0, 200)}`);
  }
  return { pages, missing };
}

/** As one reads it, without what lies between words. */
function visibleText(html: string): string {
  return withoutGaps(toText(fromParse5(parse(html))));
}

function withoutGaps(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
