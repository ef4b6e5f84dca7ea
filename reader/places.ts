import { type ClientMethods, OctavoError } from "../packages/octavo-client/client.ts";
import { LIST_PATHS, type ListPath, type ReaderKind } from "./reader-facts.ts";
import { decodePart } from "./texts.ts";
import type { Reader, View } from "./view.ts";
import { showKind, showKindDocument } from "./views/kind-views.ts";
import { showPhoto, showPhotos } from "./views/photo-views.ts";
import { showBook, showBooks, showProject, showProjects } from "./views/portfolio-views.ts";
import { showPost } from "./views/post-view.ts";
import { showPosts } from "./views/posts-view.ts";
import { showAbout, showHome, showSearch, showServices } from "./views/site-views.ts";

type ItemKind = "posts" | "projects" | "books" | "photos";
const ITEM_KINDS: readonly ItemKind[] = ["posts", "projects", "books", "photos"];
/** Slugs of documents in the API. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** How many posts are searched for an address if nothing in it names the post. */
const LOOKED_THROUGH = 2_000;

const LISTS: Readonly<Record<ListPath, (reader: Reader) => Promise<View>>> = {
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
 * The view of an address: one of the reader's lists, or the document at that address. The author decides where pages are, so the
 * API is asked for the documents that the address may name.
 * @param place `posts tide-tables`, if the link named its target; null: it has to be found
 * @param kinds those that the site defines
 * @returns null if nothing has the address
 */
export async function findView(
  pathname: string,
  place: string | null,
  client: ClientMethods,
  kinds: readonly ReaderKind[] = [],
): Promise<((reader: Reader) => Promise<View>) | null> {
  const path = pathname === "/" ? pathname : pathname.replace(/\/$/, "");
  const list = LIST_PATHS.find((name) => name === path);
  if (list !== undefined) return LISTS[list];
  const own = kinds.find(({ name }) => path === `/${name}`);
  if (own !== undefined) return (reader) => showKind(reader, own.name);
  if (path.startsWith("/services/")) return showServices;
  const [kind, slug] = place?.split(" ") ?? (await findDocument(pathname, client, kinds)) ?? [];
  if (kind === undefined || slug === undefined) return null;
  const item = ITEM_KINDS.find((name) => name === kind);
  if (item !== undefined) return (reader) => ITEMS[item](reader, slug);
  return kinds.some(({ name }) => name === kind) ? (reader) => showKindDocument(reader, kind, slug) : null;
}

async function findDocument(
  pathname: string,
  client: ClientMethods,
  kinds: readonly ReaderKind[],
): Promise<readonly [kind: string, slug: string] | null> {
  const has = (url: string): boolean => trimmed(new URL(url).pathname) === trimmed(pathname);
  const decoded = decodePart(trimmed(pathname));
  if (decoded === null) return null;
  const parts = decoded.split("/").filter((part) => part !== "");
  const slug =
    parts
      .at(-1)
      ?.replace(/\.html?$/, "")
      .toLowerCase() ?? "";
  const named = ITEM_KINDS.find((kind) => kind === parts[0]);
  const getBySlug = async (kind: string): Promise<readonly [string, string] | null> => {
    if (!SLUG.test(slug)) return null;
    const found = await client.kind(kind).get(slug).catch(unlessMissing);
    // The API's own name of a document leads to it too, whatever its page is called.
    return found !== null && ((found.url !== null && has(found.url)) || kind === parts[0]) ? [kind, found.slug] : null;
  };
  const lookThrough = async (filter: PostFilter): Promise<readonly [string, string] | null> => {
    let looked = 0;
    for await (const post of client.posts.all({ ...filter, pageSize: 100 })) {
      if (has(post.url)) return ["posts", post.slug];
      looked += 1;
      if (looked >= LOOKED_THROUGH) break;
    }
    return null;
  };
  const own = kinds.filter(
    ({ name, page }) => parts[0] === name || (page?.includes("{slug}") && pathname.startsWith(page.split("{")[0] ?? "")),
  );
  const first = named ?? "posts";
  const others = ITEM_KINDS.filter((kind) => kind !== first);
  // Their addresses say nothing of their slugs.
  const hasPages = kinds.some(({ name, count }) => name === "pages" && count > 0);
  const resolve = async (): Promise<readonly [string, string] | null> => {
    const found = await client.site.resolve({ path: pathname }).catch(unlessMissing);
    return found === null ? null : [found.kind, found.slug];
  };
  // A slug that nothing has is a mistake in the browser's log: what is likelier comes before the other kinds.
  const steps = [
    ...own.map(
      ({ name }) =>
        () =>
          getBySlug(name),
    ),
    ...(hasPages && named === undefined && own.length === 0 ? [resolve] : []),
    () => getBySlug(first),
    ...likelyFilters(parts).map((filter) => () => lookThrough(filter)),
    ...others.map((kind) => () => getBySlug(kind)),
    () => lookThrough({}),
  ];
  for (const step of steps) {
    const found = await step();
    if (found !== null) return found;
  }
  return null;
}

interface PostFilter {
  readonly q?: string;
  readonly publishedFrom?: string;
  readonly publishedTo?: string;
}

/** Filters that find few posts, including the one at a usual address: the words of its name, then its year and month. */
function likelyFilters(parts: readonly string[]): readonly PostFilter[] {
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
