import type { Book, PhotoDocument, Project } from "../../packages/octavo-client/client.ts";
import { formatNumber } from "../dates.ts";
import { attributes, html } from "../html.ts";
import { tagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { cover, gallery, picture } from "../picture.ts";
import { labelOf, type Site } from "../site.ts";
import { bodyHtml, titleHtml } from "../text.ts";
import { fill } from "../words/words.ts";
import { factList, linkList, translationLinks } from "./document-parts.ts";

/** Pages of documents of built-in kinds but posts. */

/** The section that a document's page is in. */
export function sectionOf(kind: string, site: Site): readonly { readonly label: string; readonly path: string }[] {
  return [{ label: labelOf(kind, site, site.words), path: site.listHref(kind) }];
}

export function projectPage(project: Project, site: Site): Page {
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
<h1>${titleHtml(project.title)}</h1>
${project.summary !== null && html`<p class="lead">${project.summary}</p>`}${translationLinks(project.translations)}
</header>
${cover(project.cover, site)}
${factList([
  [words.role, project.role],
  [words.since, project.startedOn === null ? null : days],
  [words.madeWith, project.stack.join(", ")],
  [words.license, project.license],
])}
<div class="prose">${bodyHtml(project.descriptionHtml, site)}</div>
${linkList(links, site)}${gallery(project.gallery, site)}${tagList(project.tags, site)}
</article>`,
  };
}

export function bookPage(book: Book, site: Site): Page {
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
      book.rating !== null && html`<span>${fill(words.rating, { value: formatNumber(book.rating, words) })}</span>`
    }</p>
</div>${book.cover !== null && picture(book.cover, site, { sizes: "10rem", className: "book-cover", isEager: true, isDecorative: true })}</header>
<div class="prose">${bodyHtml(book.reviewHtml, site)}</div>
${factList([
  [words.publisher, [book.publisher, book.publishedYear].filter((value) => value !== null).join(", ")],
  [words.bookPages, book.pageCount],
  ["ISBN", book.isbn13],
  [words.begun, site.day(book.startedOn)],
  [words.finished, site.day(book.finishedOn)],
])}${linkList(book.links, site)}${tagList(book.tags, site)}
</article>`,
  };
}

export function photoPage(photo: PhotoDocument, site: Site): Page {
  const { words } = site;
  const { exif, location, image, album } = photo;
  const camera = [exif?.cameraMake, exif?.cameraModel].filter(Boolean).join(" ");
  const exposure = [
    exif?.focalLengthMm && `${exif.focalLengthMm} mm`,
    exif?.aperture && `f/${exif.aperture}`,
    exif?.shutterSpeed && `${exif.shutterSpeed} s`,
    exif?.iso && `ISO ${exif.iso}`,
  ].filter(Boolean);
  // No higher than the window.
  const ratio = (image.width ?? 1) / (image.height ?? 1);
  const sizes = `min(100vw, 64rem, ${Math.round(ratio * 90)}vh)`;
  const albumHref = album === null ? null : site.groupHref("albums", album.slug);
  return {
    path: photo.path,
    title: photo.title,
    description: image.alt,
    language: photo.language,
    translations: photo.translations,
    image,
    above: sectionOf("photos", site),
    main: html`<article>
<figure class="photo"><a${attributes({ href: site.local(image.url), "aria-label": photo.title })}>${picture(image, site, { sizes, isEager: true })}</a></figure>
<header class="page-header">
<h1>${photo.title}</h1>
${album !== null && html`<p class="meta">${albumHref === null ? html`<span>${album.title}</span>` : html`<a href="${albumHref}">${album.title}</a>`}</p>`}${translationLinks(photo.translations)}
</header>
<div class="prose">${bodyHtml(photo.captionHtml, site)}</div>
${factList([
  [words.taken, site.day(photo.takenAt)],
  [words.place, location === null ? null : [location.name, location.country].filter(Boolean).join(", ")],
  [words.camera, [camera, exif?.lens].filter(Boolean).join(", ")],
  [words.exposure, exposure.join(", ")],
  [words.license, photo.license],
])}${tagList(photo.tags, site)}
</article>`,
  };
}
