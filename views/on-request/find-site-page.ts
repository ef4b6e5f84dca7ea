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
import { type AskApi, readAll, readItems } from "./site-api.ts";

type MakePage = (site: SiteView, ask: AskApi) => Promise<Page | null>;

/** Pages of which a site has one each, by section. */
const SITE_PAGES: Readonly<Record<string, MakePage>> = {
  about: async (site, ask) => {
    const about = await ask<About>("/about");
    return about && toAboutPage(about, site);
  },
  services: async (site, ask) => {
    const texts = await ask<ServicesPage>("/services-page");
    return texts && toServiceListPage(await readAll<ServiceOffering>(ask, "/services"), texts, site.listHref("services"), site);
  },
  search: async (site) => toSearchPage(site),
  archive: async (site, ask) => {
    const archive = await ask<Archive>("/archive");
    return archive && toArchivePage(await countOwnPosts(archive, site, ask), site);
  },
  tags: async (site, ask) => {
    const kinds = (await readAll<Kind>(ask, "/kinds")).filter(({ tags }) => tags);
    const groups = kinds.map(async ({ name }) => ({ kind: name, tags: await readAll<TagCount>(ask, `/tags/${name}`) }));
    return toTagIndexPage(await Promise.all(groups), site);
  },
  categories: async (site, ask) => toGroupIndexPage("categories", await readNamed<TagCount>(ask, "/categories"), site),
  authors: async (site, ask) => toGroupIndexPage("authors", await readNamed<AuthorPage>(ask, "/authors"), site),
  series: async (site, ask) => toSeriesIndexPage(await readAll<SeriesSummary>(ask, "/post-series"), site),
};

/** A page of which a site has one, or a year of its archive. null: the path is of none. */
export async function findSitePage(path: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  const key = pageKey(path);
  for (const [name, make] of Object.entries(SITE_PAGES)) {
    const isThere = name === "search" ? site.hasSearch : site.sections.includes(name);
    if (isThere && key === pageKey(site.listHref(name))) return make(site, ask);
  }
  const year = key.slice(site.href(toYearPath("")).length);
  if (!/^(?:\d{4}|undated)$/.test(year) || key !== site.href(toYearPath(year))) return null;
  const { items } = await readItems(ask, { kind: "posts", query: { period: year, ...ownLanguage("posts", site) } });
  return items.length === 0 ? null : toYearPage(year, items as Parameters<typeof toYearPage>[1], site);
}

async function readNamed<T extends { readonly slug: string; readonly name: string; readonly count: number }>(ask: AskApi, path: string) {
  return (await readAll<T>(ask, path)).map(({ slug, name, count }) => ({ slug, label: name, count }));
}

/** The archive of the posts that lists show: those in the site's language. */
async function countOwnPosts(archive: Archive, site: SiteView, ask: AskApi): Promise<Archive> {
  const query = ownLanguage("posts", site);
  if (Object.keys(query).length === 0) return archive;
  const count = async (period: string): Promise<number> =>
    (await readItems(ask, { kind: "posts", query: { period, ...query } }, 0, 1)).total;
  const years = archive.items.map(async (year) => ({ ...year, count: await count(String(year.year)) }));
  const items = (await Promise.all(years)).filter((year) => year.count > 0);
  return { items, undated: archive.undated === 0 ? 0 : await count("undated") };
}
