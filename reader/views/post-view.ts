import type { Post, PostSeriesContext } from "../../packages/octavo-client/client.ts";
import { trackPage } from "../../packages/octavo-client/engagement/track-page.ts";
import { h, prose } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import { apiAddress } from "../reader-facts.ts";
import { facts, pathOf, plainTitle, tagLinks, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import type { ReaderWording } from "../words/reader-wording.ts";
import { contentsBox, languageLinks } from "./document-parts.ts";
import { filmBox } from "./film.ts";

/** One post: text with contents, pictures, series, neighbours, likes and comments. */
export async function showPost({ client, signal, facts: site, wording, onLeave }: Reader, slug: string): Promise<View> {
  const { words, say, number } = wording;
  const post = await client.posts.get(slug, { signal });
  const article = h(
    "article",
    { class: "post", lang: post.language, "data-slug": post.slug },
    h(
      "header",
      {},
      h("h1", { dir: "auto" }, titleNodes(post.title)),
      facts(
        ...days(post, wording),
        say(words.minutes, { n: number(post.readingTimeMinutes) }),
        post.authors.length > 1 || post.author?.name !== site.name ? post.authors.map(({ name }) => name).join(", ") : null,
        post.unlisted && words.unlisted,
      ),
      languageLinks("posts", post.translations),
      tagLinks([...post.categories.filter(({ slug: own }) => !post.tags.some((tag) => tag.slug === own)), ...post.tags], "posts", wording),
    ),
    post.series === null ? null : seriesBox(post.series, post.slug, wording),
    // The gallery has it already.
    post.cover === null || post.images.some(({ url }) => url === post.cover?.url)
      ? null
      : h("figure", { class: "wide" }, pictureFrame(post.cover, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true })),
    filmBox(post, site, wording),
    contentsBox(post.toc, wording),
    prose(post.bodyHtml, { dir: "auto" }),
    post.type === "IMAGE"
      ? h(
          "div",
          { class: "gallery" },
          post.images.map((image) => pictureFrame(image, { sizes: "(min-width: 56rem) 26rem, 100vw" })),
        )
      : null,
  );
  if (site.counted) onLeave(trackPage({ baseUrl: apiAddress(), slug: post.slug, article }));
  return {
    title: plainTitle(post.title),
    language: post.language,
    content: [
      article,
      h("footer", { class: "after" }, post.unlisted ? null : h("octavo-like", { slug: post.slug }), neighbours(post, wording)),
      ...related(post, wording),
      h(
        "section",
        { class: "comments", id: "comments", lang: post.language, "aria-label": words.comments },
        h("octavo-comments", { slug: post.slug }),
      ),
    ],
  };
}

/** The day of publication, and that of the last change if it is another one on the site's calendar. */
function days({ publishedAt, updatedAt }: Post, { words, compose, day }: ReaderWording): (HTMLElement | null)[] {
  const [published, updated] = [day(publishedAt), day(updatedAt)];
  if (published === null || updated === null || updated.textContent === published.textContent) return [published];
  return [published, h("span", {}, compose(words.changed, { date: updated }))];
}

function seriesBox(series: PostSeriesContext, slug: string, { words, number, compose }: ReaderWording): HTMLElement {
  const place = { position: number(series.position), total: number(series.total), title: h("b", {}, series.title) };
  return h(
    "details",
    { class: "series" },
    h("summary", {}, compose(words.part, place)),
    h(
      "ol",
      {},
      series.items.map((item) =>
        h(
          "li",
          {},
          item.slug === slug
            ? h("b", { "aria-current": "page" }, titleNodes(item.title))
            : h("a", { href: pathOf(item.url), "data-place": `posts ${item.slug}` }, titleNodes(item.title)),
        ),
      ),
    ),
    h("p", {}, h("a", { href: `/posts?series=${series.slug}` }, words.wholeSeries)),
  );
}

function neighbours({ previousPost, nextPost }: Post, { words }: ReaderWording): HTMLElement | null {
  if (previousPost === null && nextPost === null) return null;
  const link = (post: Post["nextPost"], label: string, rel: string): HTMLElement =>
    post === null
      ? h("span")
      : h(
          "a",
          { href: pathOf(post.url), rel, "data-place": `posts ${post.slug}` },
          h("small", {}, label),
          h("bdi", {}, titleNodes(post.title)),
        );
  return h(
    "nav",
    { class: "neighbours", "aria-label": words.neighbours },
    link(previousPost, words.older, "prev"),
    link(nextPost, words.newer, "next"),
  );
}

function related({ related: posts }: Post, { words }: ReaderWording): HTMLElement[] {
  if (posts.length === 0) return [];
  return [
    h(
      "section",
      { class: "related" },
      h("h2", {}, words.related),
      h(
        "ul",
        {},
        posts.map(({ slug, title, url, excerpt }) =>
          h(
            "li",
            {},
            h("a", { href: pathOf(url), "data-place": `posts ${slug}`, dir: "auto" }, titleNodes(title)),
            h("p", { dir: "auto" }, excerpt),
          ),
        ),
      ),
    ),
  ];
}
