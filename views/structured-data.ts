import { putBelow } from "../contract/text/base-path.ts";
import { type Html, html, rawHtml } from "./html.ts";
import type { HeadFacts, Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";

/** The page for search engines: JSON-LD in the words of schema.org. */
export function renderStructuredData(page: Page, site: SiteView, facts: HeadFacts): Html | null {
  const { article, above = [] } = page;
  const { settings, href } = site;
  if (facts.address === null) return null;
  const { origin } = new URL(settings.url);
  const home = putBelow(origin, href("/"));
  const parts: object[] = [];
  if (article !== undefined) parts.push(toArticle(page, site, facts));
  if (page.title === null) parts.push(toWebSite(site, home));
  if (above.length > 0) {
    const way = [{ label: settings.name, url: home }, ...above.map(({ label, path }) => ({ label, url: putBelow(origin, path) }))];
    const all = [...way, { label: facts.title, url: facts.address }];
    parts.push({
      "@type": "BreadcrumbList",
      itemListElement: all.map(({ label, url }, at) => ({ "@type": "ListItem", position: at + 1, name: label, item: url })),
    });
  }
  if (parts.length === 0) return null;
  // Only its end could close a script element.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": parts }).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${rawHtml(json)}</script>\n`;
}

function toArticle({ article, language }: Page, { settings }: SiteView, { title, description, address, image }: HeadFacts): object {
  const authors = (article?.authors ?? []).map(({ name, url }) => ({ "@type": "Person", name, ...(url === null ? {} : { url }) }));
  return {
    "@type": "BlogPosting",
    headline: title,
    mainEntityOfPage: address,
    inLanguage: language ?? settings.language,
    ...(description === null ? {} : { description }),
    ...(image === null ? {} : { image: image.url }),
    ...(article?.publishedAt == null ? {} : { datePublished: article.publishedAt }),
    ...(article?.updatedAt == null ? {} : { dateModified: article.updatedAt }),
    ...(authors.length === 0 ? {} : { author: authors }),
    ...(article === undefined || article.tags.length === 0 ? {} : { keywords: article.tags.join(", ") }),
  };
}

function toWebSite({ settings }: SiteView, url: string): object {
  const { name, author, description, language } = settings;
  return {
    "@type": "WebSite",
    name,
    url,
    inLanguage: language,
    ...(description === null ? {} : { description }),
    ...(author === null ? {} : { author: { "@type": "Person", name: author.name, ...(author.url === null ? {} : { url: author.url }) } }),
  };
}
