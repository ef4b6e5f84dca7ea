import { putBelow } from "../contract/text/base-path.ts";
import { attributes, type Html, html, rawHtml } from "./html.ts";
import { LOOKS } from "./looks.ts";
import type { HeadFacts, Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";
import { renderStructuredData } from "./structured-data.ts";
import { toPlainTitle } from "./words/title-text.ts";

export const SITE_STYLE_PATH = "/site.css";
export const SITE_SCRIPT_PATH = "/site.js";

/** Phones show icons in 180 pixels. */
const ICON_MIN = 180;

/** Everything in the head of a page. Nothing in it depends on the clock. */
export function renderHead(page: Page, site: SiteView): Html {
  const { settings, href, local } = site;
  const title = page.title === null ? null : toPlainTitle(page.title);
  const description = page.description ?? settings.description ?? settings.tagline;
  const address = page.canonicalUrl ?? (page.path === null ? null : putBelow(new URL(settings.url).origin, page.path));
  const image = page.image ?? page.card ?? site.card ?? null;
  const facts = { title: title ?? settings.name, description, address, image };
  const { rss, json } = settings.feeds;
  const feed = (url: string | null, type: string): Html | null =>
    url === null ? null : html`<link rel="alternate"${attributes({ type, title: settings.name, href: local(url) })}>\n`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === null ? settings.name : `${title} – ${settings.name}`}</title>
${meta("name", "description", description)}${address !== null && html`<link rel="canonical" href="${address}">\n`}${languageLinks(page, site, address)}${
  (page.isHidden === true || site.isHidden) && html`<meta name="robots" content="noindex">\n`
}${page.isSecret === true && html`<meta name="referrer" content="no-referrer">\n`}<meta name="color-scheme" content="light dark">
${themeColors(site)}${socialCards(page, site, facts)}${feed(rss, "application/rss+xml")}${feed(json, "application/feed+json")}${icons(site)}<link rel="stylesheet" href="${href(SITE_STYLE_PATH)}">
<script${attributes({ src: href(SITE_SCRIPT_PATH), "data-slug": page.counted?.slug, "data-kind": page.counted?.kind, defer: true, blocking: site.hasSchemeSwitch && "render" })}></script>
${renderStructuredData(page, site, facts)}${rawHtml(site.headHtml)}`;
}

function meta(key: "name" | "property", name: string, content: string | number | null | undefined): Html | null {
  if (content === null || content === undefined || content === "") return null;
  return html`<meta${attributes({ [key]: name, content })}>\n`;
}

function socialCards(
  { article }: Page,
  { settings }: SiteView,
  { title, description, address, image }: HeadFacts,
): readonly (Html | null)[] {
  const property = (name: string, content: string | number | null | undefined): Html | null => meta("property", name, content);
  return [
    property("og:title", title),
    property("og:type", article === undefined ? "website" : "article"),
    property("og:url", address),
    property("og:site_name", settings.name),
    property("og:description", description),
    property("og:image", image?.url),
    property("og:image:width", image?.width),
    property("og:image:height", image?.height),
    property("og:image:alt", image?.alt),
    property("article:published_time", article?.publishedAt),
    property("article:modified_time", article?.updatedAt),
    meta("name", "twitter:card", image === null ? "summary" : "summary_large_image"),
  ];
}

/** The page in each of its languages, its own included. */
function languageLinks({ translations = [], language }: Page, { settings }: SiteView, address: string | null): readonly Html[] {
  if (translations.length === 0 || address === null) return [];
  const all = [{ language: language ?? settings.language, url: address }, ...translations];
  return all.flatMap(({ language, url }) =>
    url === null ? [] : [html`<link rel="alternate"${attributes({ hreflang: language, href: url })}>\n`],
  );
}

/** The colours of the paper, as in the style sheet. */
function themeColors({ look }: SiteView): readonly Html[] {
  return Object.entries(LOOKS[look].paper).map(
    ([scheme, color]) => html`<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">\n`,
  );
}

/** Icons from one picture: the one for them, else the logo. */
function icons({ settings, local }: SiteView): Html | null {
  const image = settings.favicon ?? settings.logo;
  if (image === null) return null;
  // A vector picture has no variants and fits every size; a phone takes no vectors.
  const { url, width, height, mimeType } = image.variants.find((variant) => variant.width >= ICON_MIN) ?? image;
  const isVector = image.mimeType === "image/svg+xml";
  const sizes = isVector ? "any" : width !== null && height !== null && `${width}x${height}`;
  return html`<link rel="icon"${attributes({ href: local(url), type: mimeType, sizes })}>
${!isVector && html`<link rel="apple-touch-icon"${attributes({ href: local(url), sizes })}>\n`}`;
}
