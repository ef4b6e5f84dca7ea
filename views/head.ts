import { putBelow } from "../contract/text/base-path.ts";
import { attributes, type Html, html, rawHtml } from "./html.ts";
import type { HeadFacts, Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";
import { renderStructuredData, SCRIPT_END } from "./structured-data.ts";
import { toPlainTitle } from "./words/title-text.ts";

/**
 * Minimum width of a picture for a large card, in pixels. Social networks always show narrower
 * pictures small.
 */
const LARGE_MIN = 600;

/** Everything in the head of a page. Nothing in it depends on the clock. */
export function renderHead(page: Page, site: SiteView): Html {
  const { settings, shell } = site;
  const title = page.title === null ? null : toPlainTitle(page.title);
  const description = page.description ?? settings.description ?? settings.tagline;
  const address = page.canonicalUrl ?? (page.path === null ? null : putBelow(new URL(settings.url).origin, page.path));
  const image = page.image ?? page.card ?? site.card ?? null;
  const facts = { title: title ?? settings.name, description, address, image };
  const { slug, kind } = page.counted ?? {};
  return html`<title>${title === null ? settings.name : `${title} – ${settings.name}`}</title>
${meta("name", "description", description)}${address !== null && html`<link rel="canonical" href="${address}">\n`}${languageLinks(page, site, address)}${
  (page.isHidden === true || site.isHidden) && html`<meta name="robots" content="noindex">\n`
}${page.isSecret === true && html`<meta name="referrer" content="no-referrer">\n`}${socialCards(page, facts, settings.logo)}${rawHtml(shell.links)}${attributes({ "data-slug": slug, "data-kind": kind })}>${SCRIPT_END}
${renderStructuredData(page, site, facts)}${rawHtml(site.headHtml)}`;
}

function meta(key: "name" | "property", name: string, content: string | number | null | undefined): Html | null {
  return content ? html`<meta${attributes({ [key]: name, content })}>\n` : null;
}

/** @param logo the site's logo */
function socialCards(
  { article }: Page,
  { title, description, address, image }: HeadFacts,
  logo: HeadFacts["image"],
): readonly (Html | null)[] {
  const properties = {
    "og:title": title,
    "og:type": article === undefined ? "website" : "article",
    "og:url": address,
    "og:description": description,
    "og:image": image?.url,
    "og:image:width": image?.width,
    "og:image:height": image?.height,
    "og:image:alt": image?.alt,
    "article:published_time": article?.publishedAt,
    "article:modified_time": article?.updatedAt,
  };
  // Social networks would crop a logo, or stretch a small picture, to the shape of a large card.
  const isLarge = image !== null && image !== logo && (image.width ?? LARGE_MIN) >= LARGE_MIN;
  return [
    ...Object.entries(properties).map(([name, content]) => meta("property", name, content)),
    meta("name", "twitter:card", isLarge ? "summary_large_image" : "summary"),
  ];
}

/** The page in each of its languages, including its own. */
function languageLinks({ translations = [], language }: Page, { settings }: SiteView, address: string | null): readonly Html[] {
  if (translations.length === 0 || address === null) return [];
  const all = [{ language: language ?? settings.language, url: address }, ...translations];
  return all.flatMap(({ language, url }) =>
    url === null ? [] : [html`<link rel="alternate"${attributes({ hreflang: language, href: url })}>\n`],
  );
}
