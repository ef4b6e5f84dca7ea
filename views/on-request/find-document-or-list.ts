import { pageKey } from "../../contract/page-key.ts";
import type { OwnDocument, ResolvedPage } from "../../packages/octavo-client/client.ts";
import { toFrequentPage } from "../documents/document-page.ts";
import { renderFrequentItems } from "../lists/render-items.ts";
import type { Page } from "../page.ts";
import type { SiteView } from "../site-view.ts";
import { findListPage, isMemberGroup } from "./find-list.ts";
import { KINDS_OF_FILES } from "./kinds-of-files.ts";
import type { SiteData } from "./site-data.ts";

/** Finds the page at a path; null if there is none. @param path the whole path, with the site's base */
export type FindPage = (path: string, site: SiteView, data: SiteData) => Promise<Page | null>;

/**
 * Finds pages of documents and lists, of which a site has many. Other pages, such as the home page and
 * the archive, are built as files, because edge programs are smaller without the views for them.
 */
export const findDocumentOrList: FindPage = async (path, site, data) => {
  const lists = { ...data, render: renderFrequentItems, kindsOfFiles: KINDS_OF_FILES };
  const list = await findListPage(path, site, lists);
  if (list !== null) return list;
  const resolved = await data.resolve(path);
  if (resolved === null || isHome(path, resolved, site) || KINDS_OF_FILES.includes(resolved.kind)) return null;
  return findResolved(resolved, site, data);
};

/** Whether a path belongs to the home page. A post with that path replaces the home page. */
export function isHome(path: string, resolved: ResolvedPage | null, site: SiteView): boolean {
  return pageKey(path) === pageKey(site.href("/")) && resolved?.kind !== "posts";
}

/**
 * The page of a document; null for a tag, category, author or album, because `findListPage` has found
 * no page for it.
 */
export async function findResolved({ kind, slug }: ResolvedPage, site: SiteView, data: SiteData): Promise<Page | null> {
  return isMemberGroup(kind) ? null : toFrequentPage(kind, await data.read<OwnDocument>(`/${kind}/${slug}`), site);
}
