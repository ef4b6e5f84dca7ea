import type { PostSummary } from "../../packages/octavo-client/client.ts";
import { attributes, type Html, html } from "../html.ts";
import { ownPoster, picture } from "../picture.ts";
import type { Site } from "../site.ts";
import { languageAttributes, titleHtml } from "../text.ts";
import { fillCount } from "../words/words.ts";

/** Posts with their dates and excerpts. @param level of their headings */
export function postList(posts: readonly PostSummary[], site: Site, level: 2 | 3 = 2): Html {
  if (posts.length === 0) return html`<p class="quiet">${site.words.nothingYet}</p>`;
  return html`<ol class="posts" role="list">${posts.map((post) => postItem(post, site, level))}</ol>`;
}

function postItem(post: PostSummary, site: Site, level: 2 | 3): Html {
  const { title, path, publishedAt, readingTimeMinutes, series, excerpt } = post;
  const image = post.cover ?? post.images[0] ?? ownPoster(post.video, site);
  const foreign = attributes(languageAttributes(post.language, site.settings.language));
  const thumbnail = { sizes: "(min-width: 40rem) 10rem, 6rem", isThumbnail: true, isDecorative: true, className: "thumb" };
  return html`
<li class="post${image !== null && " with-cover"}"><div>
${heading(level, html` class="post-title"${foreign}`, html`<a href="${path}">${titleHtml(title)}</a>`)}
<p class="meta">${site.day(publishedAt)}<span>${fillCount(site.words.minutes, readingTimeMinutes)}</span>${
    series !== null && html`<span>${series.title}, ${series.position}/${series.total}</span>`
  }</p>
<p class="excerpt"${foreign}>${excerpt}</p>
</div>${image !== null && picture(image, site, thumbnail)}</li>`;
}

/** A heading of a level that the page decides. */
export function heading(level: 2 | 3, attributes: Html | null, content: Html): Html {
  return level === 2 ? html`<h2${attributes}>${content}</h2>` : html`<h3${attributes}>${content}</h3>`;
}

/** Titles and dates alone. */
export function titleList(posts: readonly PostSummary[], site: Site): Html {
  const items = posts.map(({ path, title, publishedAt, language }) => {
    const foreign = attributes(languageAttributes(language, site.settings.language));
    const time = publishedAt === null ? null : html`<span class="quiet">${site.day(publishedAt)}</span>`;
    return html`\n<li><a href="${path}"${foreign}>${titleHtml(title)}</a> ${time}</li>`;
  });
  return html`<ol class="archive" role="list">${items}</ol>`;
}
