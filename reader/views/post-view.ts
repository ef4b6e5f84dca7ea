import type { Post, PostSeriesContext, TocEntry } from "../../packages/octavo-client/client.ts";
import { trackPage } from "../../packages/octavo-client/engagement/track-page.ts";
import { h, prose } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import { day, facts, outward, pathOf, tagLinks } from "../texts.ts";
import type { Reader, View } from "../view.ts";

/** One post: text with contents, pictures, series, neighbours, likes and comments. */
export async function showPost({ client, signal, facts: site, onLeave }: Reader, slug: string): Promise<View> {
  const post = await client.posts.get(slug, { signal });
  const article = h(
    "article",
    { class: "post", lang: post.language, "data-slug": post.slug },
    h(
      "header",
      {},
      h("h1", { dir: "auto" }, post.title),
      facts(
        day(post.publishedAt),
        isLater(post) && h("span", {}, "changed ", day(post.updatedAt) ?? ""),
        `${post.readingTimeMinutes} min`,
        post.authors.length > 1 || post.author?.name !== site.name ? post.authors.map(({ name }) => name).join(", ") : null,
        post.unlisted && "unlisted",
      ),
      tagLinks([...post.categories.filter(({ slug: own }) => !post.tags.some((tag) => tag.slug === own)), ...post.tags], "posts"),
    ),
    post.series === null ? null : seriesBox(post.series, post.slug),
    post.cover === null
      ? null
      : h("figure", { class: "wide" }, pictureFrame(post.cover, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true })),
    post.video === null ? null : videoBox(post),
    tocBox(post.toc),
    prose(post.bodyHtml, { dir: "auto" }),
    post.type === "IMAGE"
      ? h(
          "div",
          { class: "gallery" },
          post.images.map((image) => pictureFrame(image, { sizes: "(min-width: 56rem) 26rem, 100vw" })),
        )
      : null,
  );
  if (site.counted) onLeave(trackPage({ baseUrl: new URL("/api/v1", location.href).href, slug: post.slug, article }));
  return {
    title: post.title,
    language: post.language,
    content: [
      article,
      h("footer", { class: "after" }, post.unlisted ? null : h("octavo-like", { slug: post.slug }), neighbours(post)),
      ...related(post),
      h("section", { class: "comments", id: "comments", "aria-label": "Comments" }, h("octavo-comments", { slug: post.slug })),
    ],
  };
}

function isLater({ publishedAt, updatedAt }: Post): boolean {
  return publishedAt !== null && updatedAt !== null && updatedAt.slice(0, 10) > publishedAt.slice(0, 10);
}

function tocBox(toc: readonly TocEntry[]): HTMLElement | null {
  if (toc.length < 3) return null;
  const top = Math.min(...toc.map(({ level }) => level));
  return h(
    "details",
    { class: "toc", open: toc.length <= 8 },
    h("summary", {}, "Contents"),
    h(
      "ol",
      {},
      toc.map(({ id, level, title }) => h("li", { class: `level-${level - top}` }, h("a", { href: `#${id}` }, title))),
    ),
  );
}

function seriesBox(series: PostSeriesContext, slug: string): HTMLElement {
  return h(
    "details",
    { class: "series" },
    h("summary", {}, `Part ${series.position} of ${series.total}: `, h("b", {}, series.title)),
    h(
      "ol",
      {},
      series.items.map((item) =>
        h(
          "li",
          {},
          item.slug === slug
            ? h("b", { "aria-current": "page" }, item.title)
            : h("a", { href: pathOf(item.url), "data-place": `posts ${item.slug}` }, item.title),
        ),
      ),
    ),
    h("p", {}, h("a", { href: `/posts?series=${series.slug}` }, "All posts of this series")),
  );
}

function videoBox({ video, title }: Post): HTMLElement | null {
  if (video === null) return null;
  if (video.provider === "file") {
    return h("figure", { class: "wide" }, h("video", { src: video.url, controls: true, preload: "none", poster: video.poster?.url }));
  }
  // Nothing is loaded from elsewhere before somebody asks for it.
  const { embedUrl } = video;
  const link = outward(`Watch “${title}” at ${video.provider}`, video.url);
  const play = (event: Event): void => {
    if (embedUrl === null || !(event.currentTarget instanceof Element)) return;
    event.preventDefault();
    event.currentTarget.replaceWith(h("iframe", { src: embedUrl, title, allow: "fullscreen", class: "embed" }));
  };
  return h(
    "figure",
    { class: "wide video", onclick: play },
    video.poster === null ? null : pictureFrame(video.poster, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true }),
    link,
  );
}

function neighbours({ previousPost, nextPost }: Post): HTMLElement | null {
  if (previousPost === null && nextPost === null) return null;
  const link = (post: Post["nextPost"], label: string, rel: string): HTMLElement =>
    post === null
      ? h("span")
      : h("a", { href: pathOf(post.url), rel, "data-place": `posts ${post.slug}` }, h("small", {}, label), h("bdi", {}, post.title));
  return h(
    "nav",
    { class: "neighbours", "aria-label": "Posts before and after" },
    link(previousPost, "Older", "prev"),
    link(nextPost, "Newer", "next"),
  );
}

function related({ related: posts }: Post): HTMLElement[] {
  if (posts.length === 0) return [];
  return [
    h(
      "section",
      { class: "related" },
      h("h2", {}, "Related posts"),
      h(
        "ul",
        {},
        posts.map(({ slug, title, url, excerpt }) =>
          h("li", {}, h("a", { href: pathOf(url), "data-place": `posts ${slug}`, dir: "auto" }, title), h("p", { dir: "auto" }, excerpt)),
        ),
      ),
    ),
  ];
}
