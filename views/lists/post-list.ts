import type { PostSummary } from "../../packages/octavo-client/client.ts";
import { languageAttributes, renderTitle } from "../document-text.ts";
import { formatDayOfYear } from "../format-values.ts";
import { attributes, type Html, html } from "../html.ts";
import { ownPoster, renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { fillCounted } from "../words/page-words.ts";

/**
 * Posts with their dates and excerpts.
 * @param level of their headings
 */
export function renderPostList(posts: readonly PostSummary[], site: SiteView, level: 2 | 3 = 2): Html {
  if (posts.length === 0) return html`<p class="quiet">${site.words.nothingYet}</p>`;
  return html`<ol class="posts">${posts.map((post) => postItem(post, site, level))}</ol>`;
}

function postItem(post: PostSummary, site: SiteView, level: 2 | 3): Html {
  const { title, path, publishedAt, readingTimeMinutes, series, excerpt } = post;
  const image = post.cover ?? post.images[0] ?? ownPoster(post.video, site);
  const foreign = attributes(languageAttributes(post.language, site.settings.language));
  const thumbnail = { sizes: "(min-width: 40rem) 10rem, 6rem", isThumbnail: true, isDecorative: true, className: "thumb" };
  return html`
<li class="post${image !== null && " with-cover"}"><div>
${renderHeading(level, html` class="post-title"${foreign}`, html`<a href="${path}">${renderTitle(title)}</a>`)}
<p class="meta">${site.day(publishedAt)}<span>${fillCounted(site.words.minutes, readingTimeMinutes)}</span>${
    series !== null && html`<span>${series.title}, ${series.position}/${series.total}</span>`
  }</p>
<p class="excerpt"${foreign}>${excerpt}</p>
</div>${image !== null && renderPicture(image, site, thumbnail)}</li>`;
}

/** A heading whose level the page chooses. */
export function renderHeading(level: 2 | 3, attributes: Html | null, content: Html): Html {
  return level === 2 ? html`<h2${attributes}>${content}</h2>` : html`<h3${attributes}>${content}</h3>`;
}

/** A post in a list of titles. */
export type TitledPost = Pick<PostSummary, "path" | "title" | "publishedAt" | "language">;

/** Titles and dates of posts of one year. */
export function renderTitleList(posts: readonly TitledPost[], site: SiteView): Html {
  const items = posts.map(({ path, title, publishedAt, language }) => {
    const foreign = attributes(languageAttributes(language, site.settings.language));
    const time =
      publishedAt === null ? null : html`<time class="quiet" datetime="${publishedAt}">${formatDayOfYear(publishedAt, site)}</time>`;
    return html`\n<li><a href="${path}"${foreign}>${renderTitle(title)}</a> ${time}</li>`;
  });
  return html`<ol class="archive">${items}</ol>`;
}
