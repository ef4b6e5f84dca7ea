import { putBelow } from "../../contract/text/base-path.ts";
import type { Book, OwnDocument, Photo, PostSummary, Project } from "../../packages/octavo-client/client.ts";
import { isPicture } from "../documents/field-value.ts";
import { renderDocumentText } from "../documents/kind-page.ts";
import { type Html, html } from "../html.ts";
import { renderListLanguages } from "../lists/list-language.ts";
import { renderBookList, renderLinkedTitles, renderPhotoGrid, renderProjectList } from "../lists/other-lists.ts";
import { renderPostList, renderTitleList } from "../lists/post-list.ts";
import type { Look } from "../looks.ts";
import type { Page } from "../page.ts";
import { renderCover } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { toYear, UNDATED_YEAR } from "./years.ts";

export type ShownKind = "posts" | "projects" | "photos" | "books";

/**
 * Number of documents of each kind on the home page, in the order of their sections. The numbers of
 * cards and photos fill whole rows at every width.
 */
export const HOME_COUNTS: Readonly<Record<Look, Readonly<Record<ShownKind, number>>>> = {
  book: { posts: 6, projects: 4, photos: 6, books: 4 },
  plain: { posts: 40, projects: 6, photos: 0, books: 4 },
  gallery: { photos: 24, posts: 6, projects: 4, books: 4 },
};

/** Filters of the lists on the home page. */
export const HOME_FILTERS: Readonly<Record<ShownKind, Readonly<Record<string, string>>>> = {
  posts: {},
  projects: {},
  photos: {},
  books: { status: "reading" },
};
export const SHOWN_KINDS = Object.keys(HOME_FILTERS) as readonly ShownKind[];

export interface HomeContent {
  /** The page at `/` that the owner wrote; null if there is none. */
  readonly text: { readonly kind: string; readonly document: OwnDocument } | null;
  readonly posts: readonly PostSummary[];
  readonly projects: readonly Project[];
  readonly photos: readonly Photo[];
  /** Books that are being read. */
  readonly books: readonly Book[];
}

/** The home page: the owner's text, then the first documents of each kind. */
export function toHomePage(content: HomeContent, site: SiteView): Page {
  const own = content.text;
  const text = own?.document ?? null;
  const kinds = (Object.keys(HOME_COUNTS[site.look]) as ShownKind[]).filter((kind) => content[kind].length > 0);
  const cover = text?.cover;
  // Social networks crop a logo to the shape of a card.
  const logo = site.card === undefined ? site.settings.logo : null;
  return {
    path: site.href("/"),
    title: null,
    description: typeof text?.excerpt === "string" ? text.excerpt : null,
    translations: text?.translations ?? [],
    image: isPicture(cover) ? cover : logo,
    structuredData: toWebSite(site),
    main: html`${front(text, site)}
${own !== null && html`${isPicture(cover) && renderCover(cover, site)}${renderDocumentText(own.kind, own.document, site)}`}
${kinds.map((kind) => renderSections(kind, content, site))}${kinds.length === 0 && text === null && html`<p class="quiet">${site.words.nothingYet}</p>`}`,
  };
}

/** Describes the site to search engines. */
function toWebSite({ settings, href }: SiteView): object {
  const { name, author, description, language } = settings;
  return {
    "@type": "WebSite",
    name,
    url: putBelow(new URL(settings.url).origin, href("/")),
    inLanguage: language,
    description,
    author: author && { "@type": "Person", name: author.name, url: author.url },
  };
}

/**
 * Every page shows the site's name at the top, so the heading is the title of the owner's text.
 * Without that text, the heading is the name, for screen readers only.
 */
function front(text: OwnDocument | null, { settings }: SiteView): Html {
  const { name, tagline } = settings;
  const heading = text === null ? html`<h1 class="sr-only">${name}</h1>` : html`<h1>${text.title}</h1>`;
  return html`<header class="page-header front">
${heading}${tagline !== null && html`\n<p class="lead">${tagline}</p>`}
</header>`;
}

function renderSections(kind: ShownKind, { posts, projects, photos, books }: HomeContent, site: SiteView): Html {
  const { words, look } = site;
  const section = (label: string, list: Html): Html =>
    html`<section>\n<h2 class="section"><a href="${site.listHref(kind)}">${label}</a></h2>\n<div>${list}\n${renderListLanguages(kind, site)}</div>\n</section>\n`;
  const isPlain = look === "plain";
  switch (kind) {
    case "posts":
      return isPlain ? renderYears(posts, site) : section(words.latest, renderPostList(posts, site, 3));
    case "projects":
      return section(words.projects, isPlain ? renderLinkedTitles(projects) : renderProjectList(projects, site, 3));
    case "photos":
      return section(words.photos, renderPhotoGrid(photos, site));
    case "books":
      return section(words.bookStatus.reading, isPlain ? renderLinkedTitles(books) : renderBookList(books, site, 3));
  }
}

/** Titles with their dates, by year. */
function renderYears(posts: readonly PostSummary[], site: SiteView): Html {
  const { words } = site;
  const years = [...Map.groupBy(posts, ({ publishedAt }) => toYear(publishedAt, site))];
  const sections = years.map(
    ([year, ofYear]) =>
      html`<section>\n<h2 class="section">${year === UNDATED_YEAR ? words.noDate : year}</h2>\n${renderTitleList(ofYear, site)}\n</section>\n`,
  );
  const isCut = posts.length === HOME_COUNTS[site.look].posts;
  return html`${sections}${renderListLanguages("posts", site)}${isCut && html`<p class="more"><a href="${site.listHref("archive")}">${words.allPosts}</a></p>\n`}`;
}
