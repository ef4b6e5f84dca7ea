import { pageKey } from "../../contract/page-key.ts";
import type { Archive, LanguageCount, RedirectList } from "../../contract/schemas/list.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import type { ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { Image } from "../../contract/schemas/values.ts";
import type { ServicesPageDocument } from "../kinds/services-page-kind.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { Discovery } from "../shared/resolved-config.ts";
import type { RenderedAbout, RenderedServicesPage, RenderedSite } from "./documents/input.ts";
import type { SitePage } from "./groups/site-pages.ts";
import { findOffsets, toZoneMonth } from "./zone-offsets.ts";

/** Documents that a site has at most once. Missing ones are empty. */

export function toSiteSettings(
  { document, addresses, logo, favicon }: RenderedSite,
  feeds: Discovery["feeds"],
  pages: SiteSettings["pages"],
): SiteSettings {
  return {
    name: document.name,
    tagline: document.tagline,
    description: document.description,
    url: addresses.site,
    logo,
    favicon,
    accentColor: document.accentColor,
    language: document.language,
    locales: [...document.locales],
    timeZone: document.timeZone,
    author: document.author === null ? null : { name: document.author.name, url: document.author.url },
    footerLinks: [...document.footerLinks],
    social: [...document.social],
    feeds: {
      rss: feeds.rss ? `${addresses.public}/feed.xml` : null,
      json: feeds.json ? `${addresses.public}/feed.json` : null,
    },
    // The navigation is unknown until all documents are assembled.
    navigation: [],
    pages,
    commentsEnabled: document.commentsEnabled,
    replyNotices: document.replyNotices,
    updatedAt: document.updatedAt,
  };
}

export function toAbout(about: RenderedAbout | null): About {
  if (about === null)
    return { headline: null, bioHtml: null, bioText: null, portrait: null, links: [], location: null, translations: {}, updatedAt: null };
  const { document, body, portrait, translations } = about;
  return {
    headline: document.headline,
    bioHtml: body.html === "" ? null : body.html,
    bioText: body.text === "" ? null : body.text,
    portrait,
    links: [...document.links],
    location: document.location,
    translations: mapSorted(document.translations, ({ headline }, language) => ({ headline, bioHtml: translations[language] ?? null })),
    updatedAt: document.updatedAt,
  };
}

export function toServicesPage(page: RenderedServicesPage | null, siteLanguage: string): ServicesPage {
  if (page === null)
    return {
      locale: siteLanguage,
      availableLocales: [siteLanguage],
      hero: null,
      process: null,
      cta: null,
      translations: {},
      updatedAt: null,
    };
  const { document, heroImage, translatedHeroImages } = page;
  const locale = document.locale ?? siteLanguage;
  const translations = mapSorted(document.translations, (parts, language) => toParts(parts, translatedHeroImages[language] ?? null));
  return {
    locale,
    availableLocales: [locale, ...Object.keys(translations).filter((language) => language !== locale)],
    ...toParts(document, heroImage),
    translations,
    updatedAt: document.updatedAt,
  };
}

type Parts = Pick<ServicesPageDocument, "hero" | "process" | "cta">;

function toParts({ hero, process, cta }: Parts, image: Image | null): Pick<ServicesPage, "hero" | "process" | "cta"> {
  return {
    hero: hero === null ? null : { title: hero.title, subtitle: hero.subtitle, image, cta: hero.cta },
    process: process === null ? null : { title: process.title, steps: [...process.steps] },
    cta,
  };
}

function mapSorted<T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, value]) => [key, map(value, key)]),
  );
}

/**
 * Counts the posts published in each month of a time zone, newest first.
 * @param timeZone IANA name
 */
export function toArchive(posts: readonly Pick<PostSummary, "publishedAt">[], timeZone: string): Archive {
  const dates = posts.map(({ publishedAt }) => publishedAt).filter((date) => date !== null);
  const offsets = findOffsets(timeZone, dates);
  const counts = new Map<string, number>();
  for (const date of dates) {
    const month = toZoneMonth(date, offsets);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const newestFirst = [...counts].sort(([a], [b]) => compareText(b, a));
  const items = [...Map.groupBy(newestFirst, ([month]) => month.slice(0, 4))].map(([year, found]) => {
    const months = found.map(([month, count]) => ({ month: Number(month.slice(5)), count }));
    return { year: Number(year), count: months.reduce((sum, { count }) => sum + count, 0), months };
  });
  return { items, undated: posts.length - dates.length };
}

/**
 * Counts listed documents by language, most frequent first.
 * @param byKind the language of each document, by kind, for kinds with a language
 */
export function countLanguages(byKind: Readonly<Record<string, readonly { readonly language: string }[]>>): readonly LanguageCount[] {
  const counts = new Map<string, Record<string, number>>();
  for (const [kind, documents] of Object.entries(byKind)) {
    for (const { language } of documents) {
      const kinds = counts.get(language) ?? {};
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      counts.set(language, kinds);
    }
  }
  return [...counts]
    .map(([language, kinds]) => ({ language, count: Object.values(kinds).reduce((sum, count) => sum + count, 0), kinds }))
    .sort((a, b) => b.count - a.count || compareText(a.language, b.language));
}

/**
 * Redirects from the former pages of listed documents, sorted by path.
 * @param groupPages pages of tags and other groups, which are never redirected
 */
export function toRedirects(pages: readonly SitePage[], groupPages: readonly { readonly path: string }[]): RedirectList["items"] {
  const taken = new Set(groupPages.map(({ path }) => pageKey(path)));
  return pages
    .flatMap(({ path, formerPaths, listed }) => (listed ? formerPaths.map((from) => ({ from, to: path })) : []))
    .filter(({ from }) => !taken.has(pageKey(from)))
    .sort((a, b) => compareText(a.from, b.from));
}
