import { renderHead } from "./head.ts";
import { attributes, html, rawHtml } from "./html.ts";
import type { Page } from "./page.ts";
import type { SiteView } from "./site-view.ts";
import { directionOf } from "./words/text-direction.ts";

/** A whole page as a file. */
export function renderPage(page: Page, site: SiteView): string {
  const { settings, shell } = site;
  const language = page.language ?? settings.language;
  const mainLanguage = language === settings.language ? {} : { lang: language, dir: directionOf(language) };
  const header = shell.header.map(([text, link]) => text + markCurrent(link, page.path, site)).join("");
  return html`${rawHtml(shell.start)}${renderHead(page, site)}${rawHtml(header)}${attributes(mainLanguage)}>
${page.main}
${rawHtml(shell.end)}`.text;
}

/**
 * Returns the attribute that marks a menu link to the current page or section.
 * @param path the page's path
 */
function markCurrent(link: string | null, path: string | null, { href }: SiteView): string {
  if (link === null || path === null) return "";
  if (trimmed(link) === trimmed(path)) return ' aria-current="page"';
  return trimmed(link) !== trimmed(href("/")) && path.startsWith(`${trimmed(link)}/`) ? ' aria-current="true"' : "";
}

function trimmed(path: string): string {
  return path.replace(/(.)\/$/, "$1");
}
