import { pageKey } from "../../contract/page-key.ts";
import type {
  About,
  Archive,
  AuthorPage,
  Kind,
  SeriesSummary,
  ServiceOffering,
  ServicesPage,
  TagCount,
} from "../../packages/octavo-client/client.ts";
import type { Page } from "../page.ts";
import { toArchivePage, toGroupIndexPage, toSeriesIndexPage, toTagIndexPage, toYearPage } from "../pages/collection-pages.ts";
import { toAboutPage, toSearchPage, toServiceListPage } from "../pages/single-pages.ts";
import { toYearPath } from "../pages/years.ts";
import type { SiteView } from "../site-view.ts";
import { ownLanguage } from "./find-list.ts";
import { countItems, readAll, readFirst, type SiteData } from "./site-data.ts";

type MakePage = (site: SiteView, data: SiteData) => Promise<Page | null>;

/** Pages that exist at most once per site, by section. */
const SITE_PAGES: Readonly<Record<string, MakePage>> = {
  about: async (site, data) => {
    const about = await data.read<About>("/about");
    return toAboutPage(about, site);
  },
  services: async (site, data) => {
    const texts = await data.read<ServicesPage>("/services-page");
    return toServiceListPage(await readAll<ServiceOffering>(data, "/services"), texts, site.listHref("services"), site);
  },
  search: async (site) => toSearchPage(site),
  archive: async (site, data) => {
    const archive = await data.read<Archive>("/archive");
    return toArchivePage(await countOwnPosts(archive, site, data), site);
  },
  tags: async (site, data) => {
    const kinds = (await readAll<Kind>(data, "/kinds")).filter(({ tags }) => tags);
    const groups = kinds.map(async ({ name }) => ({ kind: name, tags: await readAll<TagCount>(data, `/tags/${name}`) }));
    return toTagIndexPage(await Promise.all(groups), site);
  },
  categories: async (site, data) => toGroupIndexPage("categories", await readNamed<TagCount>(data, "/categories"), site),
  authors: async (site, data) => toGroupIndexPage("authors", await readNamed<AuthorPage>(data, "/authors"), site),
  series: async (site, data) => toSeriesIndexPage(await readAll<SeriesSummary>(data, "/post-series"), site),
};

/**
 * A page that exists at most once per site, or the page of a year in its archive; null if the path
 * is neither.
 */
export async function findSitePage(path: string, site: SiteView, data: SiteData): Promise<Page | null> {
  const key = pageKey(path);
  for (const [name, make] of Object.entries(SITE_PAGES)) {
    const isThere = name === "search" ? site.hasSearch : site.sections.includes(name);
    if (isThere && key === pageKey(site.listHref(name))) return make(site, data);
  }
  const year = key.slice(site.href(toYearPath("")).length);
  if (!/^(?:\d{4}|undated)$/.test(year) || key !== site.href(toYearPath(year))) return null;
  const items = await readFirst(data, { kind: "posts", query: { period: year, ...ownLanguage("posts", site) } });
  return items.length === 0 ? null : toYearPage(year, items as Parameters<typeof toYearPage>[1], site);
}

async function readNamed<T extends { readonly slug: string; readonly name: string; readonly count: number }>(data: SiteData, path: string) {
  return (await readAll<T>(data, path)).map(({ slug, name, count }) => ({ slug, label: name, count }));
}

/** The archive of the posts in the site's language, which are the ones that lists show. */
async function countOwnPosts(archive: Archive, site: SiteView, data: SiteData): Promise<Archive> {
  const query = ownLanguage("posts", site);
  if (Object.keys(query).length === 0) return archive;
  const count = (period: string): Promise<number> => countItems(data, { kind: "posts", query: { period, ...query } });
  const years = archive.items.map(async (year) => ({ ...year, count: await count(String(year.year)) }));
  const items = (await Promise.all(years)).filter((year) => year.count > 0);
  return { items, undated: archive.undated === 0 ? 0 : await count("undated") };
}
