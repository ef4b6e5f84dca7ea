import { pageKey } from "../../contract/page-key.ts";
import type { Album, Kind } from "../../packages/octavo-client/client.ts";
import { primaryOf } from "../list-languages.ts";
import { cutPage, FIRST_PAGE_MAX } from "../list-paths.ts";
import type { Page } from "../page.ts";
import { type KindItems, type ListHead, type MemberGroup, toGroupHead, toKindHead, toListPage } from "../pages/list-page.ts";
import type { SiteView } from "../site-view.ts";
import { type ApiList, type AskApi, readAll, readItems, resolvePath } from "./site-api.ts";

/**
 * The query for the documents of a kind in one language, if its lists have several.
 * @param language Default: the site's own
 */
export function ownLanguage(kind: string, { languages, settings }: SiteView, language: string | null = null): ApiList["query"] {
  return languages[kind] === undefined ? {} : { language: language ?? primaryOf(settings.language) };
}

/** A page of the list of a kind. null: the path is of no list. */
export async function findKindList(path: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  for (const kind of site.listedKinds)
    for (const language of site.languages[kind] ?? [null]) {
      const list = site.listHref(kind, language ?? undefined);
      const number = readNumber(path, list);
      if (number === undefined) continue;
      const other = language === primaryOf(site.settings.language) ? null : language;
      const albums = kind === "photos" ? await readAll<Album>(ask, "/albums") : [];
      const head = toKindHead(kind, albums, site, other);
      return makeListPage({ head, path: list, number, lists: [{ kind, query: ownLanguage(kind, site, language) }] }, site, ask);
    }
  return findNumberedGroup(path, site, ask);
}

/** A further page of the list of a tag and the like. */
async function findNumberedGroup(path: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  const [, first = null] = /^(.+)\/page\/\d+\/?$/.exec(path) ?? [];
  if (first === null) return null;
  const found = await resolvePath(first, ask);
  return found === null || !isMemberGroup(found.kind)
    ? null
    : findGroupList(found.kind, found.slug, { requested: path, path: found.path }, site, ask);
}

/** The parameter that filters lists by each group. */
const GROUP_QUERIES: Readonly<Record<MemberGroup, string>> = { tags: "tag", categories: "category", authors: "author", albums: "album" };

/** Whether documents are listed by a kind of things, such as tags. */
export function isMemberGroup(kind: string): kind is MemberGroup {
  return Object.hasOwn(GROUP_QUERIES, kind);
}

/**
 * A page of the list of a tag, a category, an author or an album.
 * @param path of the list's first page
 */
export async function findGroupList(
  group: MemberGroup,
  slug: string,
  { requested, path }: { readonly requested: string; readonly path: string },
  site: SiteView,
  ask: AskApi,
): Promise<Page | null> {
  const number = readNumber(requested, path);
  if (number === undefined) return null;
  const found = await findGroup(group, encodeURIComponent(slug), ask);
  if (found === null) return null;
  const query = { [GROUP_QUERIES[group]]: slug };
  const lists = found.kinds.map((kind) => ({ kind, query }));
  return makeListPage({ head: toGroupHead(group, found, site), path, number, lists }, site, ask);
}

/**
 * Members of the API's answers about tags, categories, authors and albums, under the names of each.
 */
interface GroupAnswer {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string | null;
  readonly bio?: string | null;
  readonly cover?: ListHead["image"];
  readonly avatar?: ListHead["image"];
}

interface FoundGroup {
  readonly label: string;
  readonly description: string | null;
  readonly cover: ListHead["image"];
  /** Kinds with documents in it. */
  readonly kinds: readonly string[];
}

async function findGroup(group: MemberGroup, slug: string, ask: AskApi): Promise<FoundGroup | null> {
  const tagged = group === "tags" ? (await readAll<Kind>(ask, "/kinds")).filter(({ tags }) => tags).map(({ name }) => name) : null;
  const kinds = tagged ?? [group === "albums" ? "photos" : "posts"];
  const requests = kinds.map(async (kind) => ({
    kind,
    answer: await ask<GroupAnswer>(`/${group}/${tagged === null ? "" : `${kind}/`}${slug}`),
  }));
  const found = (await Promise.all(requests)).filter(({ answer }) => answer !== null);
  const answer = found[0]?.answer ?? null;
  return (
    answer && {
      label: answer.name ?? answer.title ?? slug,
      description: answer.description ?? answer.bio ?? null,
      cover: answer.cover ?? answer.avatar ?? null,
      kinds: found.map(({ kind }) => kind),
    }
  );
}

/** The number of a page of a list: null for the first, undefined for a path elsewhere. */
function readNumber(path: string, list: string): number | null | undefined {
  const [key, listKey] = [pageKey(path), pageKey(list)];
  if (key === listKey) return null;
  const [, digits] = (key.startsWith(`${listKey}/`) ? /^\/page\/([1-9]\d{0,5})$/.exec(key.slice(listKey.length)) : null) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

interface ListRequest {
  readonly head: ListHead;
  /** The path of its first page. */
  readonly path: string;
  readonly number: number | null;
  /** The first of these is cut into pages; the first page shows the others whole. */
  readonly lists: readonly ApiList[];
}

/** null: the list has no page of that number. */
async function makeListPage({ head, path, number, lists }: ListRequest, site: SiteView, ask: AskApi): Promise<Page | null> {
  const [main, ...others] = lists;
  // The first page needs no second request.
  const { total, items } =
    main === undefined ? { total: 0, items: [] } : await readItems(ask, main, 0, number === null ? FIRST_PAGE_MAX : 1);
  const page = cutPage(total, number);
  if (page === null) return null;
  const shown: KindItems[] = [];
  if (main !== undefined) {
    const ofPage = number === null ? items.slice(0, page.end) : (await readItems(ask, main, page.start, page.end)).items;
    shown.push({ kind: main.kind, items: ofPage });
  }
  if (number === null) for (const list of others) shown.push({ kind: list.kind, items: (await readItems(ask, list)).items });
  const place = { path, number, newer: page.newer, older: page.older };
  return toListPage(head, shown, place, site);
}
