import { toLocalDay } from "../../../views/format-values.ts";
import {
  toArchivePage,
  toGroupIndexPage,
  toSeriesIndexPage,
  toSeriesPage,
  toTagIndexPage,
  toYearPage,
  toYearPath,
} from "../../../views/pages/collection-pages.ts";
import { HOME_COUNTS, type HomeContent, toHomePage } from "../../../views/pages/home-page.ts";
import { toAboutPage, toMissingPage, toSearchPage, toServiceListPage } from "../../../views/pages/single-pages.ts";
import type { SiteView } from "../../../views/site-view.ts";
import { type Assembled, itemsOf } from "../../assemble/assemble.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import { hasServicePages } from "../../kinds/addresses/group-page.ts";
import type { TextFile } from "../index/text-file.ts";
import { findHomeText, toAnswer, toDocumentPages } from "./document-pages.ts";
import { toListPages } from "./list-pages.ts";
import { fileOfPage, PageFile, pageId, type WebPage } from "./page-file.ts";
import { type OwnFiles, toStyleFiles } from "./style-files.ts";
import { toWebsiteFrame } from "./website-frame.ts";

const MISSING_FILE = "404.html";

export interface WebsiteInput {
  readonly assembled: Assembled;
  readonly own: OwnFiles;
  /** By name of file. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Whether there is a full-text index. */
  readonly hasSearch: boolean;
}

/** Every page of the site as a file, their style sheet and their script. */
export function toWebsiteFiles({ assembled, own, scripts, hasSearch }: WebsiteInput): readonly (PageFile | TextFile)[] {
  const { site, id: frameId } = toWebsiteFrame(assembled, own);
  const pages = new Map<string, WebPage>();
  // A document has its path, whatever else would be there: a conflict is an error before this.
  const all = [...toDocumentPages(assembled, site), ...toSitePages(assembled, site), ...toListPages(assembled, site)];
  for (const page of hasSearch ? [...all, planSearchPage(site)] : all) if (!pages.has(page.path)) pages.set(page.path, page);
  const missing = { id: pageId(null), make: () => toMissingPage(null, site) };
  return [
    ...[...pages.values()].map((page) => new PageFile(fileOfPage(page.path, site.base), page, site, frameId)),
    new PageFile(MISSING_FILE, missing, site, frameId),
    ...toStyleFiles(assembled.siteSettings, own, scripts),
  ];
}

function planSearchPage(site: SiteView): WebPage {
  return { path: site.listHref("search"), id: "search", make: () => toSearchPage(site) };
}

/** Pages of which a site has one each. */
function* toSitePages(assembled: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  const { about, siteSettings } = assembled;
  yield planHomePage(assembled, site);
  if (about.headline !== null || about.bioHtml !== null)
    yield { path: site.listHref("about"), id: pageId(about), make: () => toAboutPage(about, site) };
  // Services have these members.
  const services = itemsOf(assembled, "services") as unknown as Parameters<typeof toServiceListPage>[0];
  if (services.length > 0) {
    const path = site.listHref("services");
    const hasOwnPages = hasServicePages(siteSettings.pages.services ?? null);
    const id = pageId(services, assembled.servicesPage, hasOwnPages);
    yield { path, id, make: () => toServiceListPage(services, assembled.servicesPage, path, site) };
  }
  yield* toArchivePages(assembled, site);
  yield* toGroupIndexPages(assembled, site);
}

function planHomePage(assembled: Assembled, site: SiteView): WebPage {
  const { posts, kinds } = assembled;
  const firstOf = (name: "projects" | "photos" | "books", isShown: (item: object) => boolean = () => true) =>
    (kinds.find(({ kind }) => kind.name === name)?.documents ?? []).filter(({ item }) => isShown(item)).slice(0, HOME_COUNTS[name]);
  const shown = {
    posts: posts.slice(0, HOME_COUNTS.posts),
    projects: firstOf("projects"),
    photos: firstOf("photos"),
    books: firstOf("books", (item) => "status" in item && item.status === "reading"),
  };
  const text = findHomeText(assembled, site);
  const itemsOfShown = (name: "projects" | "photos" | "books"): readonly unknown[] => shown[name].map(({ item }) => item);
  return {
    path: site.href("/"),
    id: pageId(text?.document.id ?? null, ...Object.values(shown).map((documents) => documents.map(({ itemId }) => itemId))),
    make: () =>
      toHomePage(
        {
          text: text === null ? null : { kind: text.kind, document: toAnswer(text.document) },
          posts: shown.posts.map(({ item }) => item),
          projects: itemsOfShown("projects") as HomeContent["projects"],
          photos: itemsOfShown("photos") as HomeContent["photos"],
          books: itemsOfShown("books") as HomeContent["books"],
        },
        site,
      ),
  };
}

const UNDATED = "undated";

function* toArchivePages({ posts, groups }: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  if (posts.length === 0) return;
  yield { path: site.listHref("archive"), id: pageId(groups.archive), make: () => toArchivePage(groups.archive, site) };
  const monthOf = ({ publishedAt }: { readonly publishedAt: string | null }): string =>
    publishedAt === null ? "" : toLocalDay(publishedAt, site.offsets).slice(0, "2025-04".length);
  const yearOf = ({ facets }: AssembledPost): string => monthOf(facets).slice(0, "2025".length) || UNDATED;
  for (const [year, ofYear] of Map.groupBy(posts, yearOf))
    yield {
      path: site.href(toYearPath(year)),
      id: pageId(ofYear.map(({ itemId }) => itemId)),
      make: () =>
        toYearPage(
          year,
          ofYear.map(({ item }) => item),
          monthOf,
          site,
        ),
    };
}

/** The lists of all tags, categories, series and authors, and the page of each series. */
function* toGroupIndexPages({ groups, series, tagCounts }: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  const { pages } = site.settings;
  if (pages.tags !== null) {
    const tags = Object.entries(tagCounts).map(([kind, ofKind]) => ({ kind, tags: ofKind }));
    if (tags.some((one) => one.tags.length > 0))
      yield { path: site.listHref("tags"), id: pageId(tags), make: () => toTagIndexPage(tags, site) };
  }
  const indexes = [
    ["categories", groups.categories.map(({ slug, name, count }) => ({ slug, label: name, count }))],
    ["authors", groups.authors.map(({ slug, name, count }) => ({ slug, label: name, count }))],
  ] as const;
  for (const [group, items] of indexes)
    if (pages[group] !== null && items.length > 0)
      yield { path: site.listHref(group), id: pageId(items), make: () => toGroupIndexPage(group, items, site) };
  if (pages.series === null || series.length === 0) return;
  yield { path: site.listHref("series"), id: pageId(groups.series), make: () => toSeriesIndexPage(groups.series, site) };
  for (const one of series) {
    const { path } = one;
    if (path !== null) yield { path, id: pageId(one), make: () => toSeriesPage(one, path, site) };
  }
}
