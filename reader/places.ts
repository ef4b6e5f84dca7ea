import { type ClientMethods, OctavoError } from "../packages/octavo-client/client.ts";
import { readBase } from "./base.ts";
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
  const path = trimmed(pathname);
  const decoded = decodePart(path);
  if (decoded === null) return null;
  // The API's own name of a document leads to it, whatever its page is called.
  const [, kind = "", slug = "", ...rest] = decoded.split("/");
  if (rest.length === 0 && SLUG.test(slug) && [...ITEM_KINDS, ...kinds.map(({ name }) => name)].includes(kind)) {
    const named = await client.kind(kind).get(slug).catch(unlessMissing);
    if (named !== null) return [kind, named.slug];
  }
  const found = await client.site.resolve({ path: `${readBase()}${path === "" ? "/" : path}` }).catch(unlessMissing);
  return found === null ? null : [found.kind, found.slug];
}

function trimmed(pathname: string): string {
  return pathname.replace(/(?:\/(?:index\.html)?)+$/, "");
}

function unlessMissing(error: unknown): null {
  if (error instanceof OctavoError && error.problem.code === "not-found") return null;
  throw error;
}
