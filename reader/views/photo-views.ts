import type { Photo } from "../../packages/octavo-client/client.ts";
import { h, prose } from "../element.ts";
import { createFilterMenus, emptyNote, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { facts, pathOf, plainTitle, tagLinks, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";

export async function showPhotos({ client, query, signal, wording }: Reader): Promise<View> {
  const { words, count } = wording;
  const menu = createFilterMenus(query, wording);
  const [list, tags, albums] = await Promise.all([
    client.photos.list({ tag: query.get("tag"), album: query.get("album"), page: Number(query.get("page") ?? 1) }, { signal }),
    client.tags.list("photos", { signal }),
    client.albums.list({ signal }),
  ]);
  const shown = list.items.map((photo, index) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: pathOf(photo.url), "data-place": `photos ${photo.slug}` },
        pictureFrame(
          { ...photo.image, alt: photo.image.alt || plainTitle(photo.title) },
          { sizes: "(min-width: 56rem) 17rem, 50vw", first: index < 4, thumbnail: true },
        ),
      ),
    ),
  );
  return {
    title: words.sections.photos,
    content: [
      h("h1", {}, words.sections.photos),
      h(
        "div",
        { class: "filters" },
        menu(
          words.album,
          "album",
          albums.items.map(({ slug, title, count }) => ({ value: slug, name: title, count })),
        ),
        menu(
          words.tag,
          "tag",
          tags.items.map(({ slug, name, count }) => ({ value: slug, name, count })),
        ),
      ),
      facts(count(words.photos, list.pagination.totalItems)),
      shown.length === 0 ? emptyNote(query, wording) : h("ol", { class: "photos" }, shown),
      h("div", {}, pageLinks(list.pagination, query, wording)),
    ],
  };
}

export async function showPhoto({ client, signal, wording }: Reader, slug: string): Promise<View> {
  const photo = await client.photos.get(slug, { signal });
  const { image, exif } = photo;
  return {
    title: plainTitle(photo.title),
    content: [
      h(
        "article",
        { class: "post" },
        h(
          "figure",
          { class: "wide" },
          pictureFrame({ ...image, alt: image.alt || plainTitle(photo.title) }, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true }),
        ),
        h(
          "header",
          {},
          h("h1", { dir: "auto" }, titleNodes(photo.title)),
          facts(
            wording.day(photo.takenAt === null ? null : photo.takenAt.slice(0, 10)),
            [photo.location?.name, photo.location?.country].filter(Boolean).join(", "),
            photo.album === null ? null : h("a", { href: `/photos?album=${encodeURIComponent(photo.album.slug)}` }, photo.album.title),
            photo.license,
          ),
          exif === null ? null : facts(camera(exif), exif.lens, ...settings(exif)),
          tagLinks(photo.tags, "photos", wording),
        ),
        photo.captionHtml === null ? null : prose(photo.captionHtml, { dir: "auto" }),
      ),
    ],
  };
}

type Exif = NonNullable<Photo["exif"]>;

function camera({ cameraMake, cameraModel }: Exif): string | null {
  if (cameraModel === null) return cameraMake;
  return cameraMake === null || cameraModel.startsWith(cameraMake.split(" ")[0] ?? "") ? cameraModel : `${cameraMake} ${cameraModel}`;
}

function settings({ focalLengthMm, aperture, shutterSpeed, iso }: Exif): (string | null)[] {
  return [
    focalLengthMm === null ? null : `${focalLengthMm} mm`,
    aperture === null ? null : `f/${aperture}`,
    shutterSpeed === null ? null : `${shutterSpeed} s`,
    iso === null ? null : `ISO ${iso}`,
  ];
}
