import type { Book, Photo, Project, Tag } from "../../packages/octavo-client/client.ts";
import { formatNumber } from "../dates.ts";
import { attributes, type Html, html } from "../html.ts";
import { picture } from "../picture.ts";
import type { Site } from "../site.ts";
import { titleHtml } from "../text.ts";
import { fill } from "../words/words.ts";
import { heading } from "./post-list.ts";

/** Lists of built-in kinds but posts. */

export function projectList(projects: readonly Project[], site: Site, level: 2 | 3 = 2): Html {
  const sizes = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 100vw";
  const items = projects.map(
    ({ path, title, summary, status, cover }) => html`
<li>${cover !== null && picture(cover, site, { sizes, isThumbnail: true, isDecorative: true })}
${heading(level, null, html`<a href="${path}">${titleHtml(title)}</a>`)}
${summary !== null && html`<p>${summary}</p>`}
<p class="meta"><span>${site.words.projectStatus[status]}</span></p></li>`,
  );
  return html`<ul class="cards" role="list">${items}</ul>`;
}

export function bookList(books: readonly Book[], site: Site): Html {
  const { words } = site;
  const items = books.map(({ path, title, authors, rating, cover, language }) => {
    const jacket = { sizes: "5rem", isThumbnail: true, isDecorative: true, className: "book-thumb" };
    return html`
<li>${cover === null ? html`<span class="book-thumb"></span>` : picture(cover, site, jacket)}
<div><h3${attributes({ lang: language })}><a href="${path}">${title}</a></h3>
<p class="meta"><span>${authors.map(({ name }) => name).join(", ")}</span>${
      rating !== null && html`<span>${fill(words.rating, { value: formatNumber(rating, words) })}</span>`
    }</p></div></li>`;
  });
  return html`<ul class="books" role="list">${items}</ul>`;
}

export function photoGrid(photos: readonly Photo[], site: Site): Html {
  const sizes = "(min-width: 64rem) 20rem, (min-width: 40rem) 33vw, 50vw";
  const items = photos.map(
    ({ path, image, title }) =>
      html`\n<li><a href="${path}">${picture(image, site, { sizes, isThumbnail: true, isDecorative: true })}<span>${title}</span></a></li>`,
  );
  return html`<ul class="photos" role="list">${items}</ul>`;
}

/** Links to the pages of tags; names alone if tags have no pages. */
export function tagList(tags: readonly (Tag & { readonly count?: number })[], site: Site): Html | null {
  if (tags.length === 0) return null;
  const items = tags.map(({ slug, name, count }) => {
    const href = site.groupHref("tags", slug);
    const link = href === null ? html`<span>${name}</span>` : html`<a href="${href}" rel="tag">${name}</a>`;
    return html`<li>${link}${count !== undefined && html` <span class="quiet">${count}</span>`}</li>`;
  });
  return html`<ul class="tags" role="list"${attributes({ "aria-label": site.words.tags })}>${items}</ul>`;
}
