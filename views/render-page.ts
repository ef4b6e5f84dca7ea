import { renderHead } from "./head.ts";
import { attributes, type Html, html, rawHtml } from "./html.ts";
import type { Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";
import { directionOf } from "./words/text-direction.ts";

/** A whole page, as a file. */
export function renderPage(page: Page, site: SiteView): string {
  const { settings, words, isTranslated } = site;
  const language = page.language ?? settings.language;
  const isForeign = language !== settings.language;
  const mainLanguage = isForeign ? { lang: language, dir: directionOf(language) } : {};
  // PageWords that stand in for missing ones are in English.
  const wordsLanguage = isTranslated ? {} : { lang: words.language, dir: "ltr" };
  return html`<!DOCTYPE html>
<html${attributes({ lang: settings.language, dir: directionOf(settings.language) })}>
<head>
${renderHead(page, site)}</head>
<body>
<a class="skip" href="#main"${attributes(wordsLanguage)}>${words.skip}</a>
${header(page, site)}
<main id="main"${attributes(mainLanguage)}>
${page.main}
</main>
${footer(site)}
</body>
</html>
`.text;
}

function header({ path }: Page, site: SiteView): Html {
  const { settings, words, href } = site;
  const search = { label: words.search, path: site.listHref("search"), url: "", children: [] };
  const current = (address: string | null): "page" | "true" | null => {
    if (address === null || path === null) return null;
    if (trimmed(address) === trimmed(path)) return "page";
    return trimmed(address) !== trimmed(href("/")) && path.startsWith(`${trimmed(address)}/`) ? "true" : null;
  };
  const link = (item: MenuLink): Html =>
    html`<a${attributes({ href: item.path ?? item.url, "aria-current": current(item.path) })}>${item.label}</a>`;
  const items = [...menuOf(site), ...(site.hasSearch ? [search] : [])].map(
    (item) =>
      html`<li>${link(item)}${item.children.length > 0 && html`<ul>${item.children.map((child) => html`<li>${link(child)}</li>`)}</ul>`}</li>`,
  );
  // A popover needs no script. Where there is room, or in a browser without popovers, the list
  // stands open.
  return html`<header class="site-header">
<a class="site-name"${attributes({ href: href("/"), "aria-current": current(href("/")) === "page" && "page" })}>${settings.name}</a>
${
  items.length > 0 &&
  html`<nav${attributes({ "aria-label": words.menu })}>
<button class="menu-button" type="button" popovertarget="menu">${words.menu}</button>
<ul class="menu" id="menu" popover>${items}</ul>
</nav>\n`
}${site.hasSchemeSwitch && html`<button${attributes({ class: "scheme", type: "button", "aria-label": words.switchScheme, hidden: true })}></button>\n`}</header>`;
}

interface MenuLink {
  readonly label: string;
  readonly url: string;
  readonly path: string | null;
}
type MenuItem = MenuLink & { readonly children: readonly MenuLink[] };

/** Sections that the foot of a page or its documents lead to. */
const FOOT_SECTIONS = ["archive", "tags", "categories", "series", "authors"];

/** The menu that site.yaml has; else the sections, then the pages without a parent. */
function menuOf({ settings: { navigation }, menu, href }: SiteView): readonly MenuItem[] {
  if (navigation.some(({ kind, children }) => kind !== "pages" || children.length > 0)) return navigation;
  const pages = navigation.filter(({ path }) => path !== href("/"));
  const sections = menu.filter(({ name }) => !FOOT_SECTIONS.includes(name));
  return [...sections.map(({ label, path }) => ({ label, path, url: path, children: [] })), ...pages];
}

function footer(site: SiteView): Html {
  const { settings, words, menu, local, listHref } = site;
  const { rss } = settings.feeds;
  const archive = menu.find(({ name }) => name === "archive");
  const links = [
    rss !== null && html`<a href="${local(rss)}">${words.feed}</a>`,
    archive !== undefined && html`<a href="${archive.path}">${archive.label}</a>`,
    site.sections.includes("tags") && html`<a href="${listHref("tags")}">${words.tags}</a>`,
    settings.footerLinks.map(({ label, url }) => html`<a href="${local(url)}">${label}</a>`),
  ];
  const social = settings.social.map(({ label, url }) => html`<a href="${url}" rel="me">${label}</a>`);
  return html`<footer class="site-footer">
<p>${settings.name} ${links}</p>
${social.length > 0 && html`<p>${words.elsewhere}: ${social}</p>`}${rawHtml(site.footerHtml)}
</footer>`;
}

function trimmed(path: string): string {
  return path.replace(/(.)\/$/, "$1");
}
