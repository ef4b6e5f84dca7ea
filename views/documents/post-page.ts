import type { Post } from "../../packages/octavo-client/client.ts";
import { type Html, html } from "../html.ts";
import { tagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { cover, gallery } from "../picture.ts";
import type { Site } from "../site.ts";
import { bodyHtml, titleHtml } from "../text.ts";
import { fill, fillCount } from "../words/words.ts";
import { contentsBox, translationLinks } from "./document-parts.ts";
import { film } from "./film.ts";

export function postPage(post: Post, site: Site): Page {
  const { settings, words } = site;
  const isOwnCover = post.cover !== null && post.images.every(({ url }) => url !== post.cover?.url);
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
${header(post, site)}
${isOwnCover && cover(post.cover, site)}${film(post, site)}${contentsBox(post.toc, site)}
<div class="prose">${bodyHtml(post.bodyHtml, site)}</div>
${gallery(post.images, site)}${tagList(post.tags, site)}
<p class="live"><octavo-like slug="${post.slug}"></octavo-like></p>
</article>
${seriesBox(post, site)}${neighbours(post, site)}${related(post, site)}${comments(post, site)}`,
  };
}

function header(post: Post, site: Site): Html {
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
<p class="kicker">${group("series", series.slug, series.title)}, ${fill(words.part, { position: series.position, total: series.total })}</p>`
  }
<h1>${titleHtml(post.title)}</h1>
<p class="meta">${site.day(publishedAt)}${isChanged && html`<span>${words.updated} ${site.day(updatedAt)}</span>`}<span>${fillCount(
    words.minutes,
    post.readingTimeMinutes,
  )}</span>${authors.length > 1 && html`<span>${words.by} ${authors.map(({ slug, name }, at) => [at > 0 && ", ", group("authors", slug, name)])}</span>`}${categories.map(
    ({ slug, name }) => group("categories", slug, name),
  )}</p>
${translationLinks(post.translations)}</header>`;
}

function seriesBox({ series, slug }: Post, site: Site): Html | null {
  if (series === null || series.items.length < 2) return null;
  const href = site.groupHref("series", series.slug);
  const items = series.items.map((item) =>
    item.slug === slug
      ? html`<li><span aria-current="page">${titleHtml(item.title)}</span></li>`
      : html`<li><a href="${item.path}">${titleHtml(item.title)}</a></li>`,
  );
  return html`<nav class="series" aria-label="${series.title}">
<h2>${href === null ? series.title : html`<a href="${href}">${series.title}</a>`}</h2>
<ol role="list">${items}</ol>
</nav>
`;
}

function neighbours({ previousPost, nextPost }: Post, { words }: Site): Html | null {
  if (previousPost === null && nextPost === null) return null;
  return html`<nav class="neighbours" aria-label="${words.posts}">${
    previousPost !== null &&
    html`<a href="${previousPost.path}" rel="prev"><span class="quiet">${words.previous}</span> ${titleHtml(previousPost.title)}</a>`
  }${
    nextPost !== null &&
    html`<a href="${nextPost.path}" rel="next" class="later"><span class="quiet">${words.next}</span> ${titleHtml(nextPost.title)}</a>`
  }</nav>
`;
}

function related({ related: posts }: Post, { words }: Site): Html | null {
  if (posts.length === 0) return null;
  const items = posts.map(
    ({ path, title, excerpt }) => html`<li><a href="${path}">${titleHtml(title)}</a><p class="quiet">${excerpt}</p></li>`,
  );
  return html`<section class="related"><h2>${words.related}</h2><ul role="list">${items}</ul></section>
`;
}

/** Files hold no comments: the element loads them, and without a script the link leads to the server's page of them. */
function comments({ slug, commentsOpen }: Post, { settings, words, href }: Site): Html | null {
  if (!settings.commentsEnabled || !commentsOpen) return null;
  return html`<octavo-comments slug="${slug}"><p><a href="${href(`/comments/${slug}`)}" rel="nofollow">${words.readComments}</a></p></octavo-comments>`;
}
