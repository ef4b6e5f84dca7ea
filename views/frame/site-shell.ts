import { attributes, type Html, html, rawHtml } from "../html.ts";
import { LOOKS } from "../looks.ts";
import type { SiteShell, SiteView } from "../site-view.ts";
import { directionOf } from "../words/text-direction.ts";

export const SITE_STYLE_PATH = "/site.css";
export const SITE_SCRIPT_PATH = "/site.js";
const WORKER_SCRIPT_PATH = "/octavo-sw-start.js";

/** Phones show icons at 180 pixels. */
const ICON_MIN = 180;

type ShellView = Omit<SiteView, "shell">;

/** Renders the parts that are the same in every page of a site. */
export function renderShell(site: ShellView): SiteShell {
  const { settings } = site;
  return {
    start: html`<!DOCTYPE html>
<html${attributes({ lang: settings.language, dir: directionOf(settings.language) })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
`.text,
    links: links(site).text,
    header: header(site),
    end: html`</main>
${footer(site)}
</body>
</html>
`.text,
  };
}

function links(site: ShellView): Html {
  const { settings, href, local } = site;
  const { rss, json } = settings.feeds;
  const feed = (url: string | null, type: string): Html | null =>
    url === null ? null : html`<link rel="alternate"${attributes({ type, title: settings.name, href: local(url) })}>\n`;
  const script = attributes({ src: href(SITE_SCRIPT_PATH), defer: true, blocking: site.hasSchemeSwitch && "render" });
  return html`${site.workerPages === "all" && renderWorkerScript(site)}<meta property="og:site_name" content="${settings.name}">
<meta name="color-scheme" content="light dark">
${themeColors(site)}${feed(rss, "application/rss+xml")}${feed(json, "application/feed+json")}${icons(site)}<link rel="stylesheet" href="${href(SITE_STYLE_PATH)}">
<script${script}`;
}

/** Starts the service worker, which answers API requests if the host can only serve files. */
export function renderWorkerScript({ href }: Pick<SiteView, "href">): Html {
  return html`<script src="${href(WORKER_SCRIPT_PATH)}" defer></script>\n`;
}

/** The background colours, as in the style sheet. */
function themeColors({ look }: Pick<SiteView, "look">): readonly Html[] {
  return Object.entries(LOOKS[look].paper).map(
    ([scheme, color]) => html`<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">\n`,
  );
}

/** Icons from one picture: the favicon, otherwise the logo. */
function icons({ settings, local }: Pick<SiteView, "settings" | "local">): Html | null {
  const image = settings.favicon ?? settings.logo;
  if (image === null) return null;
  // A vector picture has no variants and fits every size, but phones do not accept vectors.
  const { url, width, height, mimeType } = image.variants.find((variant) => variant.width >= ICON_MIN) ?? image;
  const isVector = image.mimeType === "image/svg+xml";
  const sizes = isVector ? "any" : width !== null && height !== null && `${width}x${height}`;
  return html`<link rel="icon"${attributes({ href: local(url), type: mimeType, sizes })}>
${!isVector && html`<link rel="apple-touch-icon"${attributes({ href: local(url), sizes })}>\n`}`;
}

/**
 * From the end of the head to the attributes of `<main>`, split inside the tag of each link that
 * may be the current one.
 */
function header(site: ShellView): SiteShell["header"] {
  const { settings, words, isTranslated, href } = site;
  const search = { label: words.search, path: site.listHref("search"), url: "", children: [] };
  // Texts that replace missing translations are in English.
  const wordsLanguage = isTranslated ? {} : { lang: words.language, dir: "ltr" };
  const paths: (string | null)[] = [];
  const link = (className: string | null, { path, url, label }: MenuLink): Html => {
    paths.push(path);
    return html`<a${attributes({ class: className, href: path ?? url })}${rawHtml(CUT)}>${label}</a>`;
  };
  const name = link("site-name", { path: href("/"), url: "", label: settings.name });
  const items = [...menuOf(site), ...(site.hasSearch ? [search] : [])].map(
    (item) =>
      html`<li>${link(null, item)}${item.children.length > 0 && html`<ul>${item.children.map((child) => html`<li>${link(null, child)}</li>`)}</ul>`}</li>`,
  );
  // A popover needs no script. If there is room, or if the browser has no popovers, the list is
  // always open.
  const { text } = html`</head>
<body>
<a class="skip" href="#main"${attributes(wordsLanguage)}>${words.skip}</a>
<header class="site-header">
${name}
${
  items.length > 0 &&
  html`<nav${attributes({ "aria-label": words.menu })}>
<button class="menu-button" type="button" popovertarget="menu">${words.menu}</button>
<ul class="menu" id="menu" popover>${items}</ul>
</nav>\n`
}${site.hasSchemeSwitch && html`<button${attributes({ class: "scheme", type: "button", "aria-label": words.switchScheme, hidden: true })}></button>\n`}</header>
<main id="main"`;
  return text.split(CUT).map((part, at) => [part, paths[at] ?? null]);
}

/** Text never contains it, because `<` is escaped there. */
const CUT = "<cut>";

interface MenuLink {
  readonly label: string;
  readonly url: string;
  readonly path: string | null;
}
type MenuItem = MenuLink & { readonly children: readonly MenuLink[] };

/** Sections that the footer or documents link to instead of the menu. */
const FOOT_SECTIONS = ["archive", "tags", "categories", "series", "authors"];

/** The menu from site.yaml; otherwise the sections, then the pages without a parent. */
function menuOf({ settings: { navigation }, sections, labels, href, listHref }: ShellView): readonly MenuItem[] {
  if (navigation.some(({ kind, children }) => kind !== "pages" || children.length > 0)) return navigation;
  const pages = navigation.filter(({ path }) => path !== href("/"));
  const shown = sections.filter((name) => !FOOT_SECTIONS.includes(name));
  return [...shown.map((name) => ({ label: labels[name] ?? name, path: listHref(name), url: "", children: [] })), ...pages];
}

function footer({ settings, words, sections, labels, footerHtml, local, listHref }: ShellView): Html {
  const { rss } = settings.feeds;
  const links = [
    rss !== null && html`<a href="${local(rss)}">${words.feed}</a>`,
    ["archive", "tags"].filter((name) => sections.includes(name)).map((name) => html`<a href="${listHref(name)}">${labels[name]}</a>`),
    settings.footerLinks.map(({ label, url }) => html`<a href="${local(url)}">${label}</a>`),
  ];
  const social = settings.social.map(({ label, url }) => html`<a href="${url}" rel="me">${label}</a>`);
  return html`<footer class="site-footer">
<p>${settings.name} ${links}</p>
${social.length > 0 && html`<p>${words.elsewhere}: ${social}</p>`}${rawHtml(footerHtml)}
</footer>`;
}
