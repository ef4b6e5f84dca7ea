import { z } from "zod";
import { pageKey } from "../../contract/page-key.ts";
import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";
import { type PublishedContent, slugOfPage } from "../../server/published-content.ts";
import { openPublished, openPublishedFiles } from "../../server/published-files.ts";
import { CliError } from "../io.ts";

/** How an address was matched to a post. */
export type FoundBy = "page" | "former page" | "name" | "map";

export interface PageAddresses {
  /** Finds a post by the addresses of a page. The first address that matches counts. */
  find(addresses: readonly string[]): { readonly slug: string; readonly by: FoundBy } | null;
  /** Finds a post whose slug the address ends with, as a suggestion. */
  suggest(addresses: readonly string[]): string | null;
  /** Returns the current slug, or null if there is no such post. */
  findSlug(slug: string): string | null;
}

const Manifest = z.object({ published: z.string(), lists: z.object({ posts: z.object({ chunks: z.array(z.string()) }) }) });
const Published = z.object({ pages: z.object({ posts: z.string() }).optional() });
const Posts = z.array(z.object({ slug: z.string(), url: z.string() }));
const Redirects = z.object({ items: z.array(z.object({ from: z.string(), to: z.string() })) });

/** Base for resolving relative addresses. */
const ANY_SITE = "https://site.invalid";

/**
 * Maps page addresses of the published site to posts: permalinks, former pages, patterns and former
 * slugs.
 * @param location place of the published content, as shown to users and as resolved
 * @throws CliError if there is no published content
 */
export async function openPageAddresses(
  location: { readonly shown: string; readonly path: string },
  now: () => number,
): Promise<PageAddresses> {
  const { read } = openPublishedFiles(location.path);
  const readJson = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const bytes = await read(path);
    if (bytes === null) throw new Error(`there is no ${path}`);
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  };
  try {
    const content = await openPublished(location.path, { clock: now }).current();
    if (content === null) throw new Error("there is no content");
    const folder = INDEX_PREFIX.slice(1);
    const { published, lists } = await readJson(MANIFEST_FILE, Manifest);
    const { pages } = await readJson(`${folder}/${published}`, Published);
    const present = new Map<string, string>();
    for (const chunk of lists.posts.chunks)
      for (const { slug, url } of await readJson(`${folder}/${chunk}`, Posts)) present.set(toKey(url) ?? "", slug);
    const formerPaths = new Map<string, string>();
    for (const { from, to } of (await readJson(fileOfPath("/redirects"), Redirects)).items) {
      const slug = present.get(toKey(to) ?? "");
      if (slug !== undefined) formerPaths.set(toKey(from) ?? "", slug);
    }
    return createPageAddresses(content, pages?.posts, present, formerPaths);
  } catch (cause) {
    throw new CliError(`the published site cannot be read at ${location.shown}, so no post can be found for any thread`, {
      hint: "build it (octavo build), or name its folder or address with --published",
      cause,
    });
  }
}

function createPageAddresses(
  content: PublishedContent,
  pattern: string | undefined,
  present: ReadonlyMap<string, string>,
  formerPaths: ReadonlyMap<string, string>,
): PageAddresses {
  const findSlug = (slug: string): string | null => content.findPost(slug)?.slug ?? null;
  const findKey = (key: string): { readonly slug: string; readonly by: FoundBy } | null => {
    const page = present.get(key) ?? findSlug(slugOfPage(key, pattern) ?? "");
    if (page !== null && page !== undefined) return { slug: page, by: "page" };
    const slug = formerPaths.get(key);
    return slug === undefined ? null : { slug, by: "former page" };
  };
  return {
    findSlug,
    find: (addresses) => {
      for (const address of addresses) {
        for (const key of toKeys(address)) {
          const found = findKey(key);
          if (found !== null) return found;
        }
        const slug = /[/\s]/.test(address) ? null : findSlug(address);
        if (slug !== null) return { slug, by: "name" };
      }
      return null;
    },
    suggest: (addresses) => {
      for (const address of addresses) {
        const [key = ""] = toKeys(address);
        const slug = findSlug((key.split("/").at(-1) ?? "").replace(/\.html?$/, "").toLowerCase());
        if (slug !== null) return slug;
      }
      return null;
    },
  };
}

/** The normalized path of an address for comparing pages, or null. */
export function toKey(address: string): string | null {
  const url = URL.parse(address, ANY_SITE);
  return url === null || !/^https?:$/.test(url.protocol) ? null : pageKey(url.pathname);
}

/** Keys for the addresses under which web servers serve the same page. */
function toKeys(address: string): string[] {
  if (!/^(?:https?:\/)?\//i.test(address)) return [];
  const url = URL.parse(address, ANY_SITE);
  // `/?p=12` is a different page from `/`.
  if (url === null || (url.pathname === "/" && url.search !== "")) return [];
  const key = pageKey(url.pathname);
  const bare = pageKey(key.replace(/\/index\.(?:html?|php)$/, "/"));
  return [...new Set([key, bare, bare.replace(/\.html?$/, ""), `${bare}.html`, bare.toLowerCase()])];
}
