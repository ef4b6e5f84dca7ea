import type { Book, Photo, Project, Tag } from "../../packages/octavo-client/client.ts";
import { renderTitle } from "../document-text.ts";
import { formatAmount } from "../format-values.ts";
import { attributes, type Html, html } from "../html.ts";
import { renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { fillText } from "../words/page-words.ts";
import { renderHeading } from "./post-list.ts";

/** Lists of built-in kinds except posts. */

export function renderProjectList(projects: readonly Project[], site: SiteView, level: 2 | 3 = 2): Html {
  const sizes = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 100vw";
  const items = projects.map(
    ({ path, title, summary, status, cover }) => html`
<li>${cover !== null && renderPicture(cover, site, { sizes, isThumbnail: true, isDecorative: true })}
${renderHeading(level, null, html`<a href="${path}">${renderTitle(title)}</a>`)}
${summary !== null && html`<p>${summary}</p>`}
<p class="meta"><span>${site.words.projectStatus[status]}</span></p></li>`,
  );
  return html`<ul class="cards">${items}</ul>`;
}

export function renderBookList(books: readonly Book[], site: SiteView, level: 2 | 3 = 2): Html {
  const { words } = site;
  const items = books.map(({ path, title, authors, rating, cover, language }) => {
    const jacket = { sizes: "5rem", isThumbnail: true, isDecorative: true, className: "book-thumb" };
    return html`
<li>${cover === null ? html`<span${attributes({ class: "book-thumb", "data-initial": [...title][0] ?? "" })}></span>` : renderPicture(cover, site, jacket)}
<div>${renderHeading(level, attributes({ lang: language }), html`<a href="${path}">${title}</a>`)}
<p class="meta"><span>${authors.map(({ name }) => name).join(", ")}</span>${
      rating !== null && html`<span>${fillText(words.rating, { value: formatAmount(rating, words) })}</span>`
    }</p></div></li>`;
  });
  return html`<ul class="books">${items}</ul>`;
}

/** Linked titles without details. */
export function renderLinkedTitles(documents: readonly { readonly path: string; readonly title: string }[]): Html {
  const items = documents.map(({ path, title }) => html`\n<li><a href="${path}">${renderTitle(title)}</a></li>`);
  return html`<ul class="archive">${items}</ul>`;
}

/**
 * Photos as squares. In the look `gallery`, they form justified rows, and each item has its aspect
 * ratio for the style sheet.
 */
export function renderPhotoGrid(photos: readonly Photo[], site: SiteView): Html {
  const isJustified = site.look === "gallery";
  const items = photos.map(({ path, image, title }) => {
    const ratio = Math.min(Math.max((image.width ?? 1) / (image.height ?? 1), 0.3), 9);
    const sizes = isJustified ? `min(100vw, ${Math.ceil(ratio * 18)}rem)` : "(min-width: 64rem) 20rem, (min-width: 40rem) 33vw, 50vw";
    const picture = renderPicture(image, site, { sizes, isThumbnail: true, isDecorative: true });
    const stated = attributes({ "data-ratio": isJustified && ratio.toFixed(2) });
    return html`\n<li${stated}><a href="${path}">${picture}<span>${title}</span></a></li>`;
  });
  return html`<ul class="photos">${items}</ul>`;
}

/** Links to the pages of tags; only names if tags have no pages. */
export function renderTagList(tags: readonly (Tag & { readonly count?: number })[], site: SiteView): Html | null {
  if (tags.length === 0) return null;
  const items = tags.map(({ slug, name, count }) => {
    const href = site.groupHref("tags", slug);
    const link = href === null ? html`<span>${name}</span>` : html`<a href="${href}" rel="tag">${name}</a>`;
    return html`<li>${link}${count !== undefined && html` <span class="quiet">${count}</span>`}</li>`;
  });
  return html`<ul class="tags">${items}</ul>`;
}

/** Views of lists by kind. Each takes the items as the API returns them. */
export const OTHER_LISTS = { projects: renderProjectList, books: renderBookList, photos: renderPhotoGrid };
