import type { OwnDocument, PostSeries, ResolvedPage } from "../../packages/octavo-client/client.ts";
import { toDocumentPage } from "../documents/document-page.ts";
import type { Page } from "../page.ts";
import { toSeriesPage } from "../pages/collection-pages.ts";
import { HOME_COUNTS, type HomeContent, toHomePage } from "../pages/home-page.ts";
import type { SiteView } from "../site-view.ts";
import { type FindPage, findResolved, isHome, KINDS_OF_FILES } from "./find-document-or-list.ts";
import { findKindList, ownLanguage } from "./find-list.ts";
import { findSitePage } from "./find-site-page.ts";
import { type AskApi, readItems, resolvePath } from "./site-api.ts";

/**
 * Finds every page of a site, made from answers of the API: the same as the build writes. Its own
 * path may
 * differ by a final slash.
 */
export const findPage: FindPage = async (path, site, ask) => {
  const resolved = await resolvePath(path, ask);
  if (isHome(path, resolved, site)) return makeHomePage(resolved, site, ask);
  const page = resolved && (await findOfResolved(resolved, path, site, ask));
  return page ?? (await findSitePage(path, site, ask)) ?? findKindList(path, site, ask);
};

async function findOfResolved(resolved: ResolvedPage, asked: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  const { kind, slug, path } = resolved;
  if (kind === "series") {
    const series = await ask<PostSeries>(`/post-series/${slug}`);
    return series && toSeriesPage(series, path, site);
  }
  if (!KINDS_OF_FILES.includes(kind)) return findResolved(resolved, asked, site, ask);
  // All services share one page where they have none of their own.
  if (path === site.listHref("services")) return null;
  const document = await ask<OwnDocument>(`/${kind}/${slug}`);
  return document && toDocumentPage(kind, document, site);
}

async function makeHomePage(own: ResolvedPage | null, site: SiteView, ask: AskApi): Promise<Page> {
  const counts = HOME_COUNTS[site.look];
  const read = async (kind: keyof typeof counts, query: Readonly<Record<string, string>> = {}): Promise<readonly never[]> => {
    if (counts[kind] === 0) return [];
    return (await readItems(ask, { kind, query: { ...query, ...ownLanguage(kind, site) } }, 0, counts[kind])).items as readonly never[];
  };
  const text = own === null ? null : await ask<OwnDocument>(`/${own.kind}/${own.slug}`);
  const content: HomeContent = {
    text: own === null || text === null ? null : { kind: own.kind, document: text },
    posts: await read("posts"),
    projects: await read("projects"),
    photos: await read("photos"),
    books: await read("books", { status: "reading" }),
  };
  return toHomePage(content, site);
}
