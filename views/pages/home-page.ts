import type { Book, OwnDocument, Photo, PostSummary, Project } from "../../packages/octavo-client/client.ts";
import { isPicture } from "../documents/field-value.ts";
import { renderDocumentText } from "../documents/kind-page.ts";
import { type Html, html } from "../html.ts";
import { renderListLanguages } from "../lists/list-language.ts";
import { renderBookList, renderPhotoGrid, renderProjectList } from "../lists/other-lists.ts";
import { renderPostList } from "../lists/post-list.ts";
import type { Page } from "../page.ts";
import { renderCover } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";

/** Documents of each kind that the home page shows. */
export const HOME_COUNTS = { posts: 6, projects: 3, photos: 4, books: 4 } as const;

export interface HomeContent {
  /** The page at `/` that the owner wrote; null: there is none. */
  readonly text: { readonly kind: string; readonly document: OwnDocument } | null;
  readonly posts: readonly PostSummary[];
  readonly projects: readonly Project[];
  readonly photos: readonly Photo[];
  /** Books that are being read. */
  readonly books: readonly Book[];
}

/** The home page: the owner's text, then the newest documents. */
export function toHomePage({ text: own, posts, projects, photos, books }: HomeContent, site: SiteView): Page {
  const text = own?.document ?? null;
  const { settings, words } = site;
  const section = (kind: string, label: string, list: Html): Html =>
    html`<section>\n<h2 class="section"><a href="${site.listHref(kind)}">${label}</a></h2>\n${list}\n${renderListLanguages(kind, site)}</section>\n`;
  const image = text !== null && isPicture(text.cover) ? text.cover : settings.logo;
  return {
    path: site.href("/"),
    title: null,
    description: typeof text?.excerpt === "string" ? text.excerpt : null,
    translations: text?.translations ?? [],
    image,
    main: html`<header class="page-header front">
<h1>${text?.title ?? settings.name}</h1>
${settings.tagline !== null && html`<p class="lead">${settings.tagline}</p>`}
</header>
${own !== null && html`${isPicture(own.document.cover) && renderCover(own.document.cover, site)}${renderDocumentText(own.kind, own.document, site)}`}
${posts.length > 0 && section("posts", words.latest, renderPostList(posts, site, 3))}${
  projects.length > 0 && section("projects", words.projects, renderProjectList(projects, site, 3))
}${photos.length > 0 && section("photos", words.photos, renderPhotoGrid(photos, site))}${
  books.length > 0 && section("books", words.bookStatus.reading, renderBookList(books, site, 3))
}${posts.length + projects.length + photos.length + books.length === 0 && text === null && html`<p class="quiet">${words.nothingYet}</p>`}`,
  };
}
