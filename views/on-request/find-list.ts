import { pageKey } from "../../contract/page-key.ts";
import { primaryOf } from "../list-languages.ts";
import { cutPage } from "../list-paths.ts";
import type { RenderItems } from "../lists/render-items.ts";
import type { Page } from "../page.ts";
import {
  type HeadLinks,
  type KindItems,
  type ListHead,
  type MemberGroup,
  toGroupHead,
  toKindHead,
  toListPage,
} from "../pages/list-page.ts";
import type { SiteView } from "../site-view.ts";
import { type GroupLists, readFirst, type SiteData, type SiteList } from "./site-data.ts";

/**
 * The query for the documents of a kind in one language, if its lists have several.
 * @param language Default: the site's own
 */
export function ownLanguage(kind: string, { languages, settings }: SiteView, language: string | null = null): SiteList["query"] {
  return languages[kind] === undefined ? {} : { language: language ?? primaryOf(settings.language) };
}

/** A site, and the lists for which a program has views. */
export interface ListData extends SiteData {
  readonly render: RenderItems;
  /** Kinds whose lists are files. */
  readonly kindsOfFiles: readonly string[];
  /** Links in the head of a kind's list. A program without lists of photos needs none. */
  readonly readLinks?: (kind: string) => Promise<HeadLinks>;
}

/** A page of the list of a kind, a tag or a similar group; null if no such page has the path. */
export async function findListPage(path: string, site: SiteView, data: ListData): Promise<Page | null> {
  for (const kind of site.listedKinds)
    for (const language of site.languages[kind] ?? [null]) {
      const list = site.listHref(kind, language ?? undefined);
      const number = readNumber(path, list);
      if (number === undefined) continue;
      const other = language === primaryOf(site.settings.language) ? null : language;
      const head = toKindHead(kind, { links: await data.readLinks?.(kind), language: other }, site);
      return makeListPage({ head, path: list, number, lists: [{ kind, query: ownLanguage(kind, site, language) }] }, site, data);
    }
  return findGroupPage(path, site, data);
}

const GROUPS = ["tags", "categories", "authors", "albums"] as const satisfies MemberGroup[];
/**
 * Placeholder for a slug in the path of a group's page. No slug contains it, and links do not
 * encode it.
 */
const ANY_SLUG = "*";

/**
 * A page of the list of a tag or similar group. The slug is taken from the path, so no index of
 * pages is read.
 */
async function findGroupPage(path: string, site: SiteView, data: ListData): Promise<Page | null> {
  const key = pageKey(path);
  for (const group of GROUPS) {
    const [before = "", after] = pageKey(site.groupHref(group, ANY_SLUG) ?? "").split(ANY_SLUG);
    if (before === "" || !key.startsWith(before)) continue;
    const [slug = ""] = key.slice(before.length).split(after || "/");
    const page = await findGroupList(group, slug, path, site, data);
    if (page !== null) return page;
  }
  return null;
}

/** Whether a kind is a group whose members, such as tags, have lists of documents. */
export function isMemberGroup(kind: string): kind is MemberGroup {
  return (GROUPS as readonly string[]).includes(kind);
}

/** A page of the list of a tag, a category, an author or an album. */
async function findGroupList(group: MemberGroup, slug: string, requested: string, site: SiteView, data: ListData): Promise<Page | null> {
  const path = site.groupHref(group, slug) ?? "";
  const number = readNumber(requested, path);
  const found = number === undefined ? null : await data.group<GroupAnswer>(group, slug);
  if (number === undefined || found === null) return null;
  // Albums have a title, all others a name.
  const { name, title: label = name as string, description, avatar, cover = avatar } = found.answer;
  const head = toGroupHead(group, { label, description, cover }, site);
  return makeListPage({ head, path, number, lists: found.lists }, site, data);
}

/**
 * Members of the API's responses about tags, categories, authors and albums, which use different
 * names.
 */
interface GroupAnswer {
  readonly name?: string;
  readonly title?: string;
  readonly description: string | null;
  readonly cover?: ListHead["image"];
  readonly avatar?: ListHead["image"];
}

/** The number of a page of a list: null for the first, undefined for a path outside the list. */
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
  /**
   * The first list is split into pages. The first page also shows all documents of the other lists.
   */
  readonly lists: GroupLists;
}

/** Returns null if the list has no page with that number, or if the page is a file. */
async function makeListPage(request: ListRequest, site: SiteView, data: ListData): Promise<Page | null> {
  const { head, path, number } = request;
  const [main, ...others] = request.lists;
  if (data.kindsOfFiles.includes(main.kind)) return null;
  const { total, items } = await data.list(main, (count) => cutPage(count, number));
  const page = cutPage(total, number);
  if (page === null) return null;
  const shown: KindItems[] = [{ kind: main.kind, items }];
  for (const list of page.number === null ? others : []) {
    if (data.kindsOfFiles.includes(list.kind)) return null;
    shown.push({ kind: list.kind, items: await readFirst(data, list) });
  }
  return toListPage(head, shown, { path, ...page }, site, data.render);
}
