import { putBelow } from "../contract/text/base-path.ts";
import { type ClientMethods, OctavoError } from "../packages/octavo-client/client.ts";
import { LIST_PATHS, type ListPath, type ReaderFacts, readBase } from "./reader-facts.ts";
import { decodePart } from "./texts.ts";
import type { Reader, View } from "./view.ts";
import { showKindDocument } from "./views/document-view.ts";
import { isGroup, showGroup } from "./views/group-view.ts";
import { showKind } from "./views/kind-view.ts";
import { showPost } from "./views/post-view.ts";
import { showPosts } from "./views/posts-view.ts";
import { showAbout, showHome, showSearch, showServices } from "./views/site-views.ts";

/** Slugs of documents in the API. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const LISTS: Readonly<Record<ListPath, (reader: Reader) => Promise<View>>> = {
  "/": showHome,
  "/posts": showPosts,
  "/services": showServices,
  "/about": showAbout,
  "/search": showSearch,
};
/**
 * The view of an address: the document there, or one of the reader's lists. The author decides where pages are, so the API is asked for the
 * documents that the address may name.
 * @param place `posts tide-tables`, if the link named its target; null: it has to be found
 * @returns null if nothing has the address
 */
export async function findView(
  pathname: string,
  place: string | null,
  client: ClientMethods,
  { kinds, replaced }: Pick<ReaderFacts, "kinds" | "replaced">,
): Promise<((reader: Reader) => Promise<View>) | null> {
  const path = pathname === "/" ? pathname : pathname.replace(/\/$/, "");
  const own = place ?? replaced[path];
  const list = LIST_PATHS.find((name) => name === path);
  if (own === undefined && list !== undefined) return LISTS[list];
  const listed = kinds.find(({ name }) => path === `/${name}`);
  if (own === undefined && listed !== undefined) return (reader) => showKind(reader, listed.name);
  if (path.startsWith("/services/")) return showServices;
  const [kind, slug] = own?.split(" ") ?? (await findDocument(pathname, client, kinds)) ?? [];
  if (kind === undefined || slug === undefined) return null;
  if (kind === "posts") return (reader) => showPost(reader, slug);
  if (kind === "services") return showServices;
  if (isGroup(kind)) return (reader) => showGroup(reader, kind, slug);
  return kinds.some(({ name }) => name === kind) ? (reader) => showKindDocument(reader, kind, slug) : null;
}

async function findDocument(
  pathname: string,
  client: ClientMethods,
  kinds: ReaderFacts["kinds"],
): Promise<readonly [kind: string, slug: string] | null> {
  const path = trimmed(pathname);
  const decoded = decodePart(path);
  if (decoded === null) return null;
  // The API's own name of a document leads to it, whatever the path of its page is.
  const [, kind = "", slug = "", ...rest] = decoded.split("/");
  if (rest.length === 0 && SLUG.test(slug) && ["posts", ...kinds.map(({ name }) => name)].includes(kind)) {
    const named = await client.kind(kind).get(slug).catch(unlessMissing);
    if (named !== null) return [kind, named.slug];
  }
  // The page of `/a/` may be called `/a/index.html`.
  for (const requested of path === pathname ? [path] : [path || "/", `${path}/index.html`]) {
    const found = await client.site.resolve({ path: putBelow(readBase(), requested) }).catch(unlessMissing);
    if (found !== null) return [found.kind, found.slug];
  }
  return null;
}

function trimmed(pathname: string): string {
  return pathname.replace(/(?:\/(?:index\.html)?)+$/, "");
}

function unlessMissing(error: unknown): null {
  if (error instanceof OctavoError && error.problem.code === "not-found") return null;
  throw error;
}
