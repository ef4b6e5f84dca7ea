import type { Album, OwnDocument, PostSeries, ResolvedPage } from "../../packages/octavo-client/client.ts";
import { toDocumentPage } from "../documents/document-page.ts";
import { KINDS_IN_A_ROW } from "../documents/neighbours.ts";
import { renderListItems } from "../lists/render-items.ts";
import type { Page } from "../page.ts";
import { toSeriesPage } from "../pages/collection-pages.ts";
import { HOME_COUNTS, HOME_FILTERS, type HomeContent, SHOWN_KINDS, type ShownKind, toHomePage } from "../pages/home-page.ts";
import { type HeadLinks, toAlbumLinks } from "../pages/list-page.ts";
import type { SiteView } from "../site-view.ts";
import { type FindPage, findResolved, isHome } from "./find-document-or-list.ts";
import { findListPage, ownLanguage } from "./find-list.ts";
import { findSitePage } from "./find-site-page.ts";
import { KINDS_OF_FILES } from "./kinds-of-files.ts";
import { readNeighbours } from "./read-neighbours.ts";
import { readAll, readFirst, type SiteData } from "./site-data.ts";

/**
 * Finds any page of a site and makes it from the API's responses, exactly as a build writes it. The
 * requested path may differ from the page's path by a final slash.
 */
export const findPage: FindPage = async (path, site, siteData) => {
  const readLinks = async (kind: string): Promise<HeadLinks> =>
    kind === "photos" ? toAlbumLinks(await readAll<Album>(siteData, "/albums"), site) : [];
  const data = { ...siteData, render: renderListItems, kindsOfFiles: [], readLinks };
  const list = await findListPage(path, site, data);
  if (list !== null) return list;
  const resolved = await data.resolve(path);
  if (isHome(path, resolved, site)) return makeHomePage(resolved, site, data);
  const page = resolved && (await findOfResolved(resolved, site, data));
  return page ?? findSitePage(path, site, data);
};

async function findOfResolved(resolved: ResolvedPage, site: SiteView, data: SiteData): Promise<Page | null> {
  const { kind, slug, path } = resolved;
  if (kind === "series") {
    return toSeriesPage(await data.read<PostSeries>(`/post-series/${slug}`), path, site);
  }
  if (!KINDS_OF_FILES.includes(kind)) return findResolved(resolved, site, data);
  // All services share one page if they do not have separate pages.
  if (path === site.listHref("services")) return null;
  const document = await data.read<OwnDocument>(`/${kind}/${slug}`);
  return toDocumentPage(kind, document, site, KINDS_IN_A_ROW.includes(kind) ? await readNeighbours(kind, document, site, data) : {});
}

async function makeHomePage(own: ResolvedPage | null, site: SiteView, data: SiteData): Promise<Page> {
  const counts = HOME_COUNTS[site.look];
  const read = async (kind: ShownKind): Promise<readonly [ShownKind, readonly unknown[]]> => {
    const query = { ...HOME_FILTERS[kind], ...ownLanguage(kind, site) };
    return [kind, counts[kind] === 0 ? [] : await readFirst(data, { kind, query }, counts[kind])];
  };
  const text = own === null ? null : await data.read<OwnDocument>(`/${own.kind}/${own.slug}`);
  // Each kind's list has the items of that kind.
  const lists = Object.fromEntries(await Promise.all(SHOWN_KINDS.map(read))) as unknown as Omit<HomeContent, "text">;
  return toHomePage({ text: own === null || text === null ? null : { kind: own.kind, document: text }, ...lists }, site);
}
