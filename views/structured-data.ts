import { putBelow } from "../contract/text/base-path.ts";
import { type Html, html, rawHtml } from "./html.ts";
import type { ArticleFacts, HeadFacts, Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";

/** A value, because compilers write a template with this text twice. */
export const SCRIPT_END = rawHtml("</script>");

/** The page for search engines: JSON-LD in the terms of schema.org. */
export function renderStructuredData(page: Page, site: SiteView, facts: HeadFacts): Html | null {
  const { article, above = [] } = page;
  const { settings, href } = site;
  if (facts.address === null) return null;
  const { origin } = new URL(settings.url);
  const home = putBelow(origin, href("/"));
  const parts: object[] = [];
  if (article !== undefined) parts.push(toArticle(facts, article, page.language ?? settings.language));
  if (page.structuredData !== undefined) parts.push(page.structuredData);
  if (above.length > 0) {
    const way = [{ label: settings.name, url: home }, ...above.map(({ label, path }) => ({ label, url: putBelow(origin, path) }))];
    const all = [...way, { label: facts.title, url: facts.address }];
    parts.push({
      "@type": "BreadcrumbList",
      itemListElement: all.map(({ label, url }, at) => ({ "@type": "ListItem", position: at + 1, name: label, item: url })),
    });
  }
  if (parts.length === 0) return null;
  // Only its end tag could close a script element.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": parts }).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${rawHtml(json)}${SCRIPT_END}\n`;
}

function toArticle(
  { title, description, address, image }: HeadFacts,
  { publishedAt, updatedAt, authors, tags }: ArticleFacts,
  inLanguage: string,
): object {
  // JSON leaves out undefined members.
  return {
    "@type": "BlogPosting",
    headline: title,
    mainEntityOfPage: address,
    inLanguage,
    description: description ?? undefined,
    image: image?.url,
    datePublished: publishedAt ?? undefined,
    dateModified: updatedAt ?? undefined,
    author: authors.length === 0 ? undefined : authors.map(({ name, url }) => ({ "@type": "Person", name, url: url ?? undefined })),
    keywords: tags.join(", ") || undefined,
  };
}
