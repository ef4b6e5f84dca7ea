import type { Post } from "../../packages/octavo-client/client.ts";
import { languageAttributes, renderBody, renderTitle } from "../document-text.ts";
import { attributes, type Html, html } from "../html.ts";
import { renderTagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { renderCover, renderGallery } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { fillCounted, fillText } from "../words/page-words.ts";
import { renderNeighbours } from "./neighbours.ts";
import { renderFilm } from "./render-film.ts";
import { renderContents, renderTranslations } from "./shared-parts.ts";

export function toPostPage(post: Post, site: SiteView): Page {
  const { settings, words } = site;
  const labels = { all: words.posts, previous: words.previous, next: words.next };
  return {
    path: post.path,
    title: post.title,
    description: post.excerpt,
    canonicalUrl: post.canonicalUrl,
    language: post.language,
    translations: post.translations,
    image: post.cover ?? post.video?.poster ?? post.images[0] ?? null,
    isHidden: post.unlisted,
    counted: { slug: post.slug },
    article: {
      publishedAt: post.publishedAt,
      updatedAt: post.updatedAt,
      authors: post.authors.length > 0 || settings.author === null ? post.authors : [settings.author],
      tags: post.tags.map(({ name }) => name),
    },
    above: [{ label: words.posts, path: site.listHref("posts") }],
    main: html`<article>
${renderPost(post, site)}${
  site.hasWriteServer &&
  html`
<p class="live"><octavo-like slug="${post.slug}"></octavo-like></p>`
}
</article>
${seriesBox(post, site)}${renderNeighbours({ previous: post.previousPost, next: post.nextPost }, labels)}${related(post, site)}${comments(post, site)}`,
  };
}

/** The post itself, without visitors' additions and links to other posts. */
export function renderPost(post: Post, site: SiteView): Html {
  const isOwnCover = post.cover !== null && post.images.every(({ url }) => url !== post.cover?.url);
  return html`${header(post, site)}
${isOwnCover && renderCover(post.cover, site)}${renderFilm(post, site)}${renderContents(post.toc, site)}
<div class="prose">${renderBody(post.bodyHtml, site)}</div>
${renderGallery(post.images, site)}${renderTagList(post.tags, site)}`;
}

function header(post: Post, site: SiteView): Html {
  const { words } = site;
  const { series, publishedAt, updatedAt, authors, categories } = post;
  const isChanged = updatedAt !== null && publishedAt !== null && site.day(updatedAt)?.text !== site.day(publishedAt)?.text;
  const group = (name: "categories" | "authors" | "series", slug: string, label: string): Html => {
    const href = site.groupHref(name, slug);
    return href === null ? html`<span>${label}</span>` : html`<a href="${href}">${label}</a>`;
  };
  return html`<header class="page-header">${
    series !== null &&
    html`
<p class="kicker">${group("series", series.slug, series.title)}, ${fillText(words.part, { position: series.position, total: series.total })}</p>`
  }
<h1>${renderTitle(post.title)}</h1>
<p class="meta">${site.day(publishedAt)}${isChanged && html`<span>${words.updated} ${site.day(updatedAt)}</span>`}<span>${fillCounted(
    words.minutes,
    post.readingTimeMinutes,
  )}</span>${authors.length > 1 && html`<span>${words.by} ${authors.map(({ slug, name }, at) => [at > 0 && ", ", group("authors", slug, name)])}</span>`}${categories.map(
    ({ slug, name }) => group("categories", slug, name),
  )}</p>
${renderTranslations(post.translations, site)}</header>`;
}

function seriesBox({ series, slug }: Post, site: SiteView): Html | null {
  if (series === null || series.items.length < 2) return null;
  const href = site.groupHref("series", series.slug);
  const items = series.items.map((item) =>
    item.slug === slug
      ? html`<li><span aria-current="page">${renderTitle(item.title)}</span></li>`
      : html`<li><a href="${item.path}">${renderTitle(item.title)}</a></li>`,
  );
  return html`<nav class="series" aria-label="${series.title}">
<h2>${href === null ? series.title : html`<a href="${href}">${series.title}</a>`}</h2>
<ol>${items}</ol>
</nav>
`;
}

/** Related posts, except the previous and next posts, which the page has already linked to. */
function related({ related: all, previousPost, nextPost }: Post, { words }: SiteView): Html | null {
  const posts = all.filter(({ path }) => path !== previousPost?.path && path !== nextPost?.path);
  if (posts.length === 0) return null;
  const items = posts.map(
    ({ path, title, excerpt }) => html`<li><a href="${path}">${renderTitle(title)}</a><p class="quiet">${excerpt}</p></li>`,
  );
  return html`<section class="related"><h2>${words.related}</h2><ul>${items}</ul></section>
`;
}

/**
 * The page itself contains no comments. The element loads them; without a script, the link opens
 * the server's page of comments.
 */
function comments({ slug, commentsOpen, language }: Post, { hasWriteServer, hasFormPages, settings, words, href }: SiteView): Html | null {
  if (!hasWriteServer || !settings.commentsEnabled || !commentsOpen) return null;
  // Comments and their form are in the site's language, even under a text in another language.
  const own = attributes(languageAttributes(settings.language, language));
  const page = hasFormPages && html`<p><a href="${href(`/comments/${slug}`)}" rel="nofollow">${words.readComments}</a></p>`;
  return html`<octavo-comments slug="${slug}" comments-open="true"${own}>${page}</octavo-comments>`;
}
