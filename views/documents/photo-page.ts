import type { PhotoDocument } from "../../packages/octavo-client/client.ts";
import { renderBody } from "../document-text.ts";
import { attributes, type Html, html } from "../html.ts";
import { renderTagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { type Neighbours, renderNeighbours } from "./neighbours.ts";
import { sectionOf } from "./other-pages.ts";
import { renderFacts, renderTranslations } from "./shared-parts.ts";

/** @param beside its neighbours in the list of photos */
export function toPhotoPage(photo: PhotoDocument, site: SiteView, beside: Neighbours = {}): Page {
  const { words } = site;
  const { exif, location, image, album } = photo;
  const camera = [exif?.cameraMake, exif?.cameraModel].filter(Boolean).join(" ");
  const exposure = [
    exif?.focalLengthMm && `${exif.focalLengthMm} mm`,
    exif?.aperture && `f/${exif.aperture}`,
    exif?.shutterSpeed && `${exif.shutterSpeed} s`,
    exif?.iso && `ISO ${exif.iso}`,
  ].filter(Boolean);
  // The photo must be no taller than the window.
  const ratio = (image.width ?? 1) / (image.height ?? 1);
  const sizes = `min(100vw, 64rem, ${Math.round(ratio * 90)}vh)`;
  const albumHref = album === null ? null : site.groupHref("albums", album.slug);
  const place = location === null ? "" : [location.name, location.country].filter(Boolean).join(", ");
  const caption = [
    site.day(photo.takenAt),
    place === "" ? null : html`<span>${place}</span>`,
    album !== null && (albumHref === null ? html`<span>${album.title}</span>` : html`<a href="${albumHref}">${album.title}</a>`),
  ].filter(Boolean);
  return {
    path: photo.path,
    title: photo.title,
    description: image.alt,
    language: photo.language,
    translations: photo.translations,
    image,
    above: sectionOf("photos", site),
    main: html`<article>
<figure class="photo"><a${attributes({ href: site.local(image.url), "aria-label": photo.title })}>${renderPicture(image, site, { sizes, isEager: true })}</a></figure>
<header class="page-header">
<h1>${photo.title}</h1>
${caption.length > 0 && html`<p class="meta">${caption}</p>\n`}${renderTranslations(photo.translations, site)}
</header>
<div class="prose">${renderBody(photo.captionHtml, site)}</div>
${renderFacts([
  [words.camera, isolate([camera, exif?.lens].filter(Boolean).join(", "))],
  [words.exposure, isolate(exposure.join(", "))],
  [words.license, photo.license],
])}${renderTagList(photo.tags, site)}
</article>
${renderNeighbours(beside, { all: words.photos, previous: words.previousPhoto, next: words.nextPhoto, hasKeys: true })}`,
  };
}

/** Numbers and units keep their order within right-to-left text. */
function isolate(text: string): Html | null {
  return text === "" ? null : html`<bdi>${text}</bdi>`;
}
