import { putBelow } from "../contract/text/base-path.ts";
import { type Html, html, rawHtml } from "./html.ts";
import type { ArticleFacts, HeadFacts, Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";

/** Kept out of the template below, because compilers output a template with this text twice. */
export const SCRIPT_END = rawHtml("</script>");

/** Describes the page to search engines, as JSON-LD in schema.org terms. */
export function renderStructuredData(page: Page, site: SiteView, facts: HeadFacts): Html | null {
  const { article, above = [] } = page;
  const { settings, href } = site;
  const { title, address } = facts;
  if (address === null) return null;
  const { origin } = new URL(settings.url);
  const sections = [{ label: settings.name, path: href("/") }, ...above].map(({ label, path }) => ({
    name: label,
    item: putBelow(origin, path),
  }));
  const way = [...sections, { name: title, item: address }].map((item, at) => ({ "@type": "ListItem", position: at + 1, ...item }));
  const parts = [
    article && toArticle(facts, article, page.language ?? settings.language),
    page.structuredData,
    above.length > 0 && { "@type": "BreadcrumbList", itemListElement: way },
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const values = { "@context": "https://schema.org", "@graph": parts };
  // Null values are left out. `<` is escaped, because only an end tag could close the script
  // element.
  const json = JSON.stringify(values, (_, value) => value ?? undefined).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${rawHtml(json)}${SCRIPT_END}\n`;
}

function toArticle(
  { title, description, address, image }: HeadFacts,
  { publishedAt, updatedAt, authors, tags }: ArticleFacts,
  inLanguage: string,
): object {
  return {
    "@type": "BlogPosting",
    headline: title,
    mainEntityOfPage: address,
    inLanguage,
    description,
    image: image?.url,
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: authors.length === 0 ? null : authors.map(({ name, url }) => ({ "@type": "Person", name, url })),
    keywords: tags.join(", ") || null,
  };
}
