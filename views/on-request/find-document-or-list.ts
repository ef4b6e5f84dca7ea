import { pageKey } from "../../contract/page-key.ts";
import type { OwnDocument, ResolvedPage } from "../../packages/octavo-client/client.ts";
import { toFrequentPage } from "../documents/document-page.ts";
import { renderFrequentItems } from "../lists/render-items.ts";
import type { Page } from "../page.ts";
import type { SiteView } from "../site-view.ts";
import { findGroupList, findListPage, isMemberGroup, type ListData } from "./find-list.ts";
import { KINDS_OF_FILES } from "./kinds-of-files.ts";
import type { SiteData } from "./site-data.ts";

/** Finds the page at a path; null if there is none. @param path whole, including the site's base */
export type FindPage = (path: string, site: SiteView, data: SiteData) => Promise<Page | null>;

/**
 * Finds pages of documents and lists, which a site has in large numbers. The others, such as the
 * home page and the archive, are files, because programs at the edge are smaller without their
 * views.
 */
export const findDocumentOrList: FindPage = async (path, site, data) => {
  const lists = { ...data, render: renderFrequentItems, kindsOfFiles: KINDS_OF_FILES };
  const list = await findListPage(path, site, lists);
  if (list !== null) return list;
  const resolved = await data.resolve(path);
  if (resolved === null || isHome(path, resolved, site) || KINDS_OF_FILES.includes(resolved.kind)) return null;
  return findResolved(resolved, path, site, lists);
};

/** Whether a path is the home page's. A post there replaces it. */
export function isHome(path: string, resolved: ResolvedPage | null, site: SiteView): boolean {
  return pageKey(path) === pageKey(site.href("/")) && resolved?.kind !== "posts";
}

/** The page of a document or of a group's list. */
export async function findResolved(
  { kind, slug, path }: ResolvedPage,
  requested: string,
  site: SiteView,
  data: ListData,
): Promise<Page | null> {
  if (isMemberGroup(kind)) return findGroupList(kind, slug, { requested, path }, site, data);
  return toFrequentPage(kind, await data.read<OwnDocument>(`/${kind}/${slug}`), site);
}
