import { type Html, html } from "../html.ts";
import { toListPagePath } from "../list-paths.ts";
import { renderListLanguages } from "../lists/list-language.ts";
import type { RenderItems } from "../lists/render-items.ts";
import type { Page } from "../page.ts";
import type { GroupSection, SiteView } from "../site-view.ts";

/** The documents of a kind on a page. */
export interface KindItems {
  readonly kind: string;
  /** The items as the kind's list in the API returns them. */
  readonly items: readonly object[];
}

/** A page's position among the pages of its list. */
export interface ListPlace {
  /** Path of the list, including the site's base. */
  readonly path: string;
  /** Null for the first page. */
  readonly number: number | null;
  /** Numbers of the pages before and after it; undefined if there is none. */
  readonly newer: number | undefined;
  readonly older: number | undefined;
}

export type HeadLinks = readonly { readonly label: string; readonly path: string; readonly count: number }[];

export interface ListHead {
  readonly title: string;
  /** A word before the title, such as "Tagged", and its link. */
  readonly kicker?: { readonly label: string; readonly path: string | null };
  readonly description?: string | null;
  readonly image?: Page["image"];
  /** Links under the title, such as the albums of photos. */
  readonly links?: HeadLinks;
  /** Kind and language of a list that shows one language. */
  readonly of?: { readonly kind: string; readonly language: string | null };
}

/** Links to the albums that have a page. */
export function toAlbumLinks(
  albums: readonly { readonly slug: string; readonly title: string; readonly count: number }[],
  site: SiteView,
): HeadLinks {
  return albums.flatMap(({ slug, title, count }) => {
    const path = site.groupHref("albums", slug);
    return path === null ? [] : [{ label: title, path, count }];
  });
}

/**
 * The head of the list of a kind.
 * @param options `language` if it differs from the site's own
 */
export function toKindHead(
  kind: string,
  { links = [], language = null }: { readonly links?: HeadLinks | undefined; readonly language?: string | null },
  site: SiteView,
): ListHead {
  const label = site.labels[kind] ?? kind;
  return { title: language === null ? label : `${label}, ${site.languageNames[language] ?? language}`, links, of: { kind, language } };
}

/** Groups whose members each have a list. */
export type MemberGroup = Exclude<GroupSection, "series">;

/** The head of the list of a tag, a category, an author or an album. */
export function toGroupHead(
  group: MemberGroup,
  { label, description, cover }: { readonly label: string; readonly description: string | null; readonly cover: ListHead["image"] },
  site: SiteView,
): ListHead {
  const { words } = site;
  const kicker = { tags: words.taggedWith, categories: words.inCategory, authors: words.by, albums: words.photos }[group];
  // Albums are named in the list of photos.
  const path = site.listHref(group === "albums" ? "photos" : group);
  return { title: label, kicker: { label: kicker, path }, description, image: cover };
}

/** A page of a list: of a kind, a tag, a category, an author or an album. */
export function toListPage(head: ListHead, groups: readonly KindItems[], place: ListPlace, site: SiteView, render: RenderItems): Page {
  const listOf = (group: KindItems, hasHeading: boolean): Html => kindItems(group, site, hasHeading, render);
  const { kicker, description = null, links = [], of: shown } = head;
  const [first, ...others] = groups;
  return {
    path: toListPagePath(place.path, place.number),
    title: place.number === null ? head.title : `${head.title}, ${site.words.page} ${place.number}`,
    description,
    image: head.image ?? null,
    above: kicker === undefined || kicker.path === null ? [] : [{ label: kicker.label, path: kicker.path }],
    main: html`<header class="page-header">
${kicker !== undefined && html`<p class="kicker">${kicker.path === null ? kicker.label : html`<a href="${kicker.path}">${kicker.label}</a>`}</p>`}
<h1>${head.title}</h1>
${description !== null && html`<p class="lead">${description}</p>`}${
  links.length > 0 &&
  html`<p class="meta">${links.map(({ label, path, count }) => html`<span><a href="${path}">${label}</a> ${count}</span>`)}</p>`
}${shown !== undefined && renderListLanguages(shown.kind, site, shown.language)}${place.number !== null && html`<p class="quiet">${site.words.page} ${place.number}</p>`}
</header>
${first === undefined ? html`<p class="quiet">${site.words.nothingYet}</p>` : listOf(first, first.kind !== "posts" && others.length > 0)}
${others.map((group) => listOf(group, true))}
${pager(place, site)}`,
  };
}

/** @param hasHeading whether the list is one of several */
function kindItems({ kind, items }: KindItems, site: SiteView, hasHeading: boolean, render: RenderItems): Html {
  const list = render(kind, items, site, hasHeading ? 3 : 2);
  return hasHeading ? html`<section>\n<h2 class="section">${site.labels[kind] ?? kind}</h2>\n${list}\n</section>\n` : list;
}

function pager({ path, newer, older }: ListPlace, { words }: SiteView): Html | null {
  if (!older && !newer) return null;
  return html`<nav class="neighbours" aria-label="${words.pages}">${
    older && html`<a href="${toListPagePath(path, older)}" rel="next">${words.older}</a>`
  }${newer && html`<a href="${toListPagePath(path, newer)}" rel="prev" class="later">${words.newer}</a>`}</nav>`;
}
