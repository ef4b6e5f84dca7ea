import type { Book, Project } from "../../packages/octavo-client/client.ts";
import { renderBody, renderTitle } from "../document-text.ts";
import { formatAmount } from "../format-values.ts";
import { attributes, html } from "../html.ts";
import { renderTagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { renderCover, renderGallery, renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { fillText } from "../words/page-words.ts";
import { renderFacts, renderLinks, renderTranslations } from "./shared-parts.ts";

/** Pages of documents of built-in kinds except posts. */

/** The section that contains a document's page. */
export function sectionOf(kind: string, site: SiteView): readonly { readonly label: string; readonly path: string }[] {
  return [{ label: site.labels[kind] ?? kind, path: site.listHref(kind) }];
}

function toProjectPage(project: Project, site: SiteView): Page {
  const { words } = site;
  const days = [site.day(project.startedOn), project.endedOn === null ? null : " – ", site.day(project.endedOn)];
  const links = [
    ...(project.demoUrl === null ? [] : [{ url: project.demoUrl, label: words.demo }]),
    ...(project.repositoryUrl === null ? [] : [{ url: project.repositoryUrl, label: words.source }]),
    ...project.links,
  ];
  return {
    path: project.path,
    title: project.title,
    description: project.summary,
    language: project.language,
    translations: project.translations,
    image: project.cover,
    above: sectionOf("projects", site),
    main: html`<article>
<header class="page-header">
<p class="kicker">${words.projectStatus[project.status]}</p>
<h1>${renderTitle(project.title)}</h1>
${project.summary !== null && html`<p class="lead">${project.summary}</p>`}${renderTranslations(project.translations, site)}
</header>
${renderCover(project.cover, site)}
${renderFacts([
  [words.role, project.role],
  [words.since, project.startedOn === null ? null : days],
  [words.madeWith, project.stack.join(", ")],
  [words.license, project.license],
])}
<div class="prose">${renderBody(project.descriptionHtml, site)}</div>
${renderLinks(links, site)}${renderGallery(project.gallery, site)}${renderTagList(project.tags, site)}
</article>`,
  };
}

function toBookPage(book: Book, site: SiteView): Page {
  const { words } = site;
  const authors = book.authors.map(({ name }) => name).join(", ");
  const language = attributes({ lang: book.language });
  return {
    path: book.path,
    title: book.title,
    description: book.subtitle ?? authors,
    image: book.cover,
    above: sectionOf("books", site),
    main: html`<article>
<header class="page-header with-side"><div>
<p class="kicker">${words.bookStatus[book.status]}</p>
<h1${language}>${book.title}</h1>
${book.subtitle !== null && html`<p class="lead"${language}>${book.subtitle}</p>`}
<p class="meta"><span>${authors}</span>${
      book.rating !== null && html`<span>${fillText(words.rating, { value: formatAmount(book.rating, words) })}</span>`
    }</p>
</div>${book.cover !== null && renderPicture(book.cover, site, { sizes: "10rem", className: "book-cover", isEager: true, isDecorative: true })}</header>
<div class="prose">${renderBody(book.reviewHtml, site)}</div>
${renderFacts([
  [words.publisher, [book.publisher, book.publishedYear].filter((value) => value !== null).join(", ")],
  [words.bookPages, book.pageCount],
  ["ISBN", book.isbn13],
  [words.begun, site.day(book.startedOn)],
  [words.finished, site.day(book.finishedOn)],
])}${renderLinks(book.links, site)}${renderTagList(book.tags, site)}
</article>`,
  };
}

/** Views of documents by kind. Each takes the document as the API returns it. */
export const OTHER_PAGES = { projects: toProjectPage, books: toBookPage };
