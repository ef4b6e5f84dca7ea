import { type ClientMethods, OctavoError } from "../packages/octavo-client/client.ts";
import { decodePart } from "./texts.ts";
import type { Reader, View } from "./view.ts";
import { showPhoto, showPhotos } from "./views/photo-views.ts";
import { showBook, showBooks, showProject, showProjects } from "./views/portfolio-views.ts";
import { showPost } from "./views/post-view.ts";
import { showPosts } from "./views/posts-view.ts";
import { showAbout, showHome, showSearch, showServices } from "./views/site-views.ts";

type ItemKind = "posts" | "projects" | "books" | "photos";
const ITEM_KINDS: readonly ItemKind[] = ["posts", "projects", "books", "photos"];
/** Posts looked through for the one that has an address, where nothing in the address names it. */
const LOOKED_THROUGH = 2_000;

const LISTS: Readonly<Record<string, (reader: Reader) => Promise<View>>> = {
  "/": showHome,
  "/posts": showPosts,
  "/projects": showProjects,
  "/books": showBooks,
  "/photos": showPhotos,
  "/services": showServices,
  "/about": showAbout,
  "/search": showSearch,
};
const ITEMS: Readonly<Record<ItemKind, (reader: Reader, slug: string) => Promise<View>>> = {
  posts: showPost,
  projects: showProject,
  books: showBook,
  photos: showPhoto,
};

/**
 * The view of an address: a list of the reader's own, or the document that has the address. Where the site puts its pages is the author's
 * choice, so a document is found by asking the API for what the address may name.
 * @param place `posts tide-tables`, where a link said what it leads to; null: it is to be found
 * @returns null: nothing has the address
 */
export async function findView(
  pathname: string,
  place: string | null,
  client: ClientMethods,
): Promise<((reader: Reader) => Promise<View>) | null> {
  const path = pathname === "/" ? pathname : pathname.replace(/\/$/, "");
  const list = LISTS[path];
  if (list !== undefined) return list;
  if (path.startsWith("/services/")) return showServices;
  const [kind, slug] = place?.split(" ") ?? (await findDocument(pathname, client)) ?? [];
  const item = ITEM_KINDS.find((name) => name === kind);
  return item === undefined || slug === undefined ? null : (reader) => ITEMS[item](reader, slug);
}

async function findDocument(pathname: string, client: ClientMethods): Promise<readonly [ItemKind, string] | null> {
  const has = (url: string): boolean => trimmed(new URL(url).pathname) === trimmed(pathname);
  const decoded = decodePart(trimmed(pathname));
  if (decoded === null) return null;
  const parts = decoded.split("/").filter((part) => part !== "");
  const slug =
    parts
      .at(-1)
      ?.replace(/\.html?$/, "")
      .toLowerCase() ?? "";
  if (/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u.test(slug)) {
    const first = ITEM_KINDS.find((kind) => kind === parts[0]);
    for (const kind of first === undefined ? ITEM_KINDS : [first, ...ITEM_KINDS.filter((name) => name !== first)]) {
      const found = await client[kind].get(slug).catch(unlessMissing);
      // The API's own name of a post leads to it too, whatever its page is called.
      if (found !== null && (has(found.url) || kind === first)) return [kind, found.slug];
    }
  }
  for (const filter of likelyFilters(parts)) {
    let looked = 0;
    for await (const post of client.posts.all({ ...filter, pageSize: 100 })) {
      if (has(post.url)) return ["posts", post.slug];
      looked += 1;
      if (looked >= LOOKED_THROUGH) break;
    }
  }
  return null;
}

/** What finds few posts, the one of an address among them if it is made as most are: by the words of its name, then by its year and month; at last all. */
function likelyFilters(parts: readonly string[]): readonly { q?: string; publishedFrom?: string; publishedTo?: string }[] {
  const words =
    parts
      .at(-1)
      ?.replace(/\.html?$/, "")
      .replace(/^\d{4}-\d\d-\d\d-/, "")
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim() ?? "";
  const date = /(?:^|\/)(\d{4})(?:[/-](0[1-9]|1[0-2]))?(?:[/-]|$)/.exec(parts.join("/"));
  const [, year, month] = date ?? [];
  return [
    ...(words === "" || words.length > 200 ? [] : [{ q: words }]),
    ...(year === undefined ? [] : [{ publishedFrom: `${year}-${month ?? "01"}-01`, publishedTo: lastDay(year, month ?? "12") }]),
    {},
  ];
}

function lastDay(year: string, month: string): string {
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}

function trimmed(pathname: string): string {
  return pathname.replace(/(?:\/(?:index\.html)?)+$/, "");
}

function unlessMissing(error: unknown): null {
  if (error instanceof OctavoError && error.problem.code === "not-found") return null;
  throw error;
}
