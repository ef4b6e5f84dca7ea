import type { Archive, PostSeries, SeriesSummary, TagCount } from "../../packages/octavo-client/client.ts";
import { renderTitle } from "../document-text.ts";
import { formatDay } from "../format-values.ts";
import { type Html, html } from "../html.ts";
import { renderListLanguages } from "../lists/list-language.ts";
import { renderTagList } from "../lists/other-lists.ts";
import { renderTitleList, type TitledPost } from "../lists/post-list.ts";
import type { Page } from "../page.ts";
import { renderCover } from "../render-picture.ts";
import type { GroupSection, SiteView } from "../site-view.ts";
import { fillCounted, fillText } from "../words/page-words.ts";
import { toMonth, toYearPath, UNDATED_YEAR } from "./years.ts";

/** A tag, a category, an author or an album in the list of all of them. */
export interface GroupCount {
  readonly slug: string;
  readonly label: string;
  readonly count: number;
}

/** All members of a group, each with a link to its page. */
export function toGroupIndexPage(group: GroupSection, items: readonly GroupCount[], site: SiteView): Page {
  const label = site.words[group];
  const links = items.map(({ slug, label, count }) => {
    const href = site.groupHref(group, slug);
    return html`<li>${href === null ? label : html`<a href="${href}">${label}</a>`} <span class="quiet">${count}</span></li>`;
  });
  return plainPage(site.listHref(group), label, html`<ul class="tags">${links}</ul>`);
}

/** All tags, by kind. */
export function toTagIndexPage(groups: readonly { readonly kind: string; readonly tags: readonly TagCount[] }[], site: SiteView): Page {
  const { words } = site;
  const shown = groups.filter(({ tags }) => tags.length > 0);
  const sections = shown.map(
    ({ kind, tags }) => html`<section>\n<h2 class="section">${site.labels[kind] ?? kind}</h2>\n${renderTagList(tags, site)}\n</section>\n`,
  );
  return plainPage(site.listHref("tags"), words.tags, html`${sections}`);
}

export function toSeriesIndexPage(all: readonly SeriesSummary[], site: SiteView): Page {
  const { words } = site;
  const items = all.map(({ path, title, description, totalPosts }) => {
    const shown = path === null ? renderTitle(title) : html`<a href="${path}">${renderTitle(title)}</a>`;
    return html`\n<li><h2>${shown}</h2>${description !== null && html`<p>${description}</p>`}<p class="meta"><span>${fillCounted(words.postCount, totalPosts)}</span></p></li>`;
  });
  return plainPage(site.listHref("series"), words.series, html`<ul class="services">${items}</ul>`);
}

/** A series with all of its posts, by position. */
export function toSeriesPage(series: PostSeries, path: string, site: SiteView): Page {
  const { words } = site;
  const items = series.items.map(
    (item) => html`
<li class="post"><div>
<h2 class="post-title"><a href="${item.path}">${renderTitle(item.title)}</a></h2>
<p class="meta"><span>${fillText(words.part, { position: item.position, total: series.totalPosts })}</span>${site.day(item.publishedAt)}</p>
<p class="excerpt">${item.excerpt}</p>
</div></li>`,
  );
  const index = { label: words.series, path: site.listHref("series") };
  return {
    path,
    title: series.title,
    description: series.description,
    image: series.cover,
    above: [index],
    main: html`<header class="page-header">
<p class="kicker"><a href="${index.path}">${index.label}</a></p>
<h1>${renderTitle(series.title)}</h1>
${series.description !== null && html`<p class="lead">${series.description}</p>`}
</header>
${renderCover(series.cover, site)}
<ol class="posts">${items}</ol>`,
  };
}

/** The years of the archive. */
export function toArchivePage({ items, undated }: Archive, site: SiteView): Page {
  const { words, href } = site;
  const years = items.map(
    ({ year, count }) =>
      html`\n<li><a href="${href(toYearPath(String(year)))}">${year}</a> <span class="quiet">${fillCounted(words.postCount, count)}</span></li>`,
  );
  const rest =
    undated > 0 &&
    html`\n<li><a href="${href(toYearPath(UNDATED_YEAR))}">${words.noDate}</a> <span class="quiet">${fillCounted(words.postCount, undated)}</span></li>`;
  const list = html`<ol class="archive">${years}${rest}</ol>`;
  return plainPage(site.listHref("archive"), words.archive, html`${renderListLanguages("posts", site)}${list}`);
}

/**
 * The posts of a year, by month.
 * @param year `2025`, or `undated`
 */
export function toYearPage(year: string, posts: readonly TitledPost[], site: SiteView): Page {
  const { words, href } = site;
  const index = { label: words.archive, path: site.listHref("archive") };
  const months = [...Map.groupBy(posts, ({ publishedAt }) => toMonth(publishedAt, site))];
  const sections = months.map(([month, ofMonth]) => {
    const label = month === "" ? null : html`<h2 class="section"><time datetime="${month}">${formatDay(month, site)}</time></h2>\n`;
    return html`<section>\n${label}${renderTitleList(ofMonth, site)}\n</section>\n`;
  });
  const title = year === UNDATED_YEAR ? words.noDate : year;
  return { ...plainPage(href(toYearPath(year)), title, html`${sections}`, index), above: [index] };
}

function plainPage(path: string, title: string, content: Html, kicker?: { readonly label: string; readonly path: string }): Page {
  return {
    path,
    title,
    main: html`<header class="page-header">
${kicker !== undefined && html`<p class="kicker"><a href="${kicker.path}">${kicker.label}</a></p>\n`}<h1>${title}</h1>
</header>
${content}`,
  };
}
