import { byKey } from "../../../../contract/by-key.ts";
import { pathOfAddress } from "../../../../contract/text/base-path.ts";
import type { TitledPost } from "../../../../views/lists/post-list.ts";
import {
  toArchivePage,
  toGroupIndexPage,
  toSeriesIndexPage,
  toSeriesPage,
  toTagIndexPage,
  toYearPage,
} from "../../../../views/pages/collection-pages.ts";
import { HOME_COUNTS, HOME_FILTERS, type HomeContent, SHOWN_KINDS, type ShownKind, toHomePage } from "../../../../views/pages/home-page.ts";
import { toAboutPage, toSearchPage, toServiceListPage } from "../../../../views/pages/single-pages.ts";
import { toYearPath, UNDATED_YEAR } from "../../../../views/pages/years.ts";
import type { SiteView } from "../../../../views/site-view.ts";
import { type Assembled, itemsOf } from "../../../assemble/assemble.ts";
import type { ListedDocument } from "../../../assemble/documents/assembled-document.ts";
import { idOf } from "../../../assemble/documents/identity.ts";
import type { AssembledPost } from "../../../assemble/posts/assembled-post.ts";
import { toArchive } from "../../../assemble/site-documents.ts";
import { toZoneMonth } from "../../../assemble/zone-offsets.ts";
import { hasServicePages } from "../../../kinds/addresses/group-page.ts";
import { findHomeText } from "./document-pages.ts";
import { createLanguageFilter } from "./language-filter.ts";
import { listKinds } from "./list-pages.ts";
import { pageId, type WebPage } from "./page-file.ts";
import { toAnswer } from "./to-answer.ts";

/**
 * Yields the pages that a site has at most once, the years of the archive, and the pages of
 * series.
 */
export function* toSiteWidePages(assembled: Assembled, hasSearch: boolean, site: SiteView): Generator<WebPage, void, undefined> {
  const { about, siteSettings } = assembled;
  yield planHomePage(assembled, site);
  if (about.headline !== null || about.bioHtml !== null)
    yield { path: site.listHref("about"), id: () => pageId(about), make: () => toAboutPage(about, site) };
  // Services have the members that the cast adds.
  const services = itemsOf(assembled, "services") as unknown as Parameters<typeof toServiceListPage>[0];
  if (services.length > 0) {
    const path = site.listHref("services");
    const hasOwnPages = hasServicePages(siteSettings.pages.services ?? null);
    const id = (): string => pageId(services, assembled.servicesPage, hasOwnPages);
    yield { path, id, make: () => toServiceListPage(services, assembled.servicesPage, path, site) };
  }
  yield* toArchivePages(assembled, site);
  yield* toGroupIndexPages(assembled, site);
  if (hasSearch) yield { path: site.listHref("search"), id: () => "search", make: () => toSearchPage(site) };
}

function planHomePage(assembled: Assembled, site: SiteView): WebPage {
  const shown = byKey(SHOWN_KINDS, (kind) => listShown(kind, assembled, site));
  const text = findHomeText(assembled, site);
  return {
    path: site.href("/"),
    id: () => pageId(text?.document.id ?? null, ...Object.values(shown).map((documents) => documents.map(({ itemId }) => itemId))),
    make: () => {
      const items = byKey(SHOWN_KINDS, (kind) => shown[kind].map(({ item }) => item)) as unknown as Omit<HomeContent, "text">;
      return toHomePage({ text: text === null ? null : { kind: text.kind, document: toAnswer(text.document) }, ...items }, site);
    },
  };
}

/** The documents of a kind on the home page. */
function listShown(kind: ShownKind, { posts, kinds }: Assembled, site: SiteView): readonly ListedDocument<object>[] {
  const listed: readonly ListedDocument<object>[] =
    kind === "posts" ? posts : (kinds.find((one) => one.kind.name === kind)?.documents ?? []);
  const filters = Object.entries(HOME_FILTERS[kind]);
  const isShown = (document: object): boolean => filters.every(([member, value]) => Reflect.get(document, member) === value);
  const isInList = createLanguageFilter(kind, site);
  const shown = listed.values().filter(({ facets }) => isShown(facets) && isInList(facets));
  return shown.take(HOME_COUNTS[site.look][kind]).toArray();
}

function* toArchivePages({ posts, groups, siteSettings }: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  if (posts.length === 0) return;
  const isInList = createLanguageFilter("posts", site);
  const shown = site.languages.posts === undefined ? posts : posts.filter(({ facets }) => isInList(facets));
  const facets = shown.map((post) => post.facets);
  const archive = shown === posts ? groups.archive : toArchive(facets, siteSettings.timeZone);
  yield { path: site.listHref("archive"), id: () => pageId(archive), make: () => toArchivePage(archive, site) };
  const yearOf = ({ facets: { publishedAt } }: AssembledPost): string =>
    publishedAt === null ? UNDATED_YEAR : toZoneMonth(publishedAt, site.offsets).slice(0, "2025".length);
  for (const [year, ofYear] of Map.groupBy(shown, yearOf))
    yield {
      path: site.href(toYearPath(year)),
      id: () => idOfYear(ofYear),
      make: () => toYearPage(year, ofYear.map(toTitled), site),
    };
}

/** A post as the page of its year shows it. Most edits do not change this form. */
function toTitled({ facets: { url, publishedAt, language }, sortable: { title } }: AssembledPost): TitledPost {
  return { path: pathOfAddress(url), title, publishedAt, language };
}

/** Digest of the results of `toTitled`. The length shows where a title ends. */
function idOfYear(posts: readonly AssembledPost[]): string {
  let parts = "";
  for (const { facets, sortable } of posts) {
    const { url, publishedAt, language } = facets;
    const { title } = sortable;
    parts += `${url} ${publishedAt} ${language} ${title.length} ${title}\n`;
  }
  return idOf(parts);
}

/** Yields the lists of all tags, categories, series and authors, and the page of each series. */
function* toGroupIndexPages(assembled: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  const { groups, series, tagCounts } = assembled;
  const isShown = (section: string): boolean => site.sections.includes(section);
  if (isShown("tags")) {
    const tags = listKinds(assembled).flatMap(({ kind }) => (tagCounts[kind] === undefined ? [] : [{ kind, tags: tagCounts[kind] }]));
    yield { path: site.listHref("tags"), id: () => pageId(tags), make: () => toTagIndexPage(tags, site) };
  }
  const indexes = [
    ["categories", groups.categories.map(({ slug, name, count }) => ({ slug, label: name, count }))],
    ["authors", groups.authors.map(({ slug, name, count }) => ({ slug, label: name, count }))],
  ] as const;
  for (const [group, items] of indexes)
    if (isShown(group)) yield { path: site.listHref(group), id: () => pageId(items), make: () => toGroupIndexPage(group, items, site) };
  if (!isShown("series")) return;
  yield { path: site.listHref("series"), id: () => pageId(groups.series), make: () => toSeriesIndexPage(groups.series, site) };
  for (const one of series) {
    const { path } = one;
    if (path !== null) yield { path, id: () => pageId(one), make: () => toSeriesPage(one, path, site) };
  }
}
