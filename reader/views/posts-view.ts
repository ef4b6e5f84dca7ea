import type { PostSummary } from "../../packages/octavo-client/client.ts";
import { directionOf } from "../../views/words/text-direction.ts";
import { h } from "../element.ts";
import { createFilterMenus, emptyNote, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import type { ReaderFacts } from "../reader-facts.ts";
import { facts, pathOf, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import type { ReaderWording } from "../words/reader-wording.ts";
import { posterOf } from "./film.ts";
import { languageChoice, languageMenu } from "./language-choice.ts";

/** Posts in view without scrolling; their pictures are loaded first. */
const SEEN_AT_ONCE = 2;

/** Posts with the filters that the API has. */
export async function showPosts(reader: Reader): Promise<View> {
  const { client, query, signal, facts: site, wording } = reader;
  const { words, count, say } = wording;
  const menu = createFilterMenus(query, wording);
  const given = Object.fromEntries(
    ["q", "type", "tag", "category", "author", "series", "publishedFrom", "publishedTo"].map((name) => [name, query.get(name)]),
  );
  const flag = (name: string): boolean | null => (query.get(name) === null ? null : query.get(name) === "true");
  const [list, tags, categories, series, authors, archive] = await Promise.all([
    client.posts.list(
      {
        ...given,
        language: languageChoice("posts", reader).language,
        featured: flag("featured"),
        hasCode: flag("hasCode"),
        page: Number(query.get("page") ?? 1),
        pageSize: 10,
      },
      { signal },
    ),
    client.tags.list("posts", { signal }),
    client.categories.list({ signal }),
    client.series.list({ signal }),
    client.authors.list({ signal }),
    client.archive.get({ signal }),
  ]);
  const byCount = (items: readonly { slug: string; name: string; count: number }[]) =>
    items.slice(0, 200).map(({ slug, name, count: value }) => ({ value: slug, name, count: value }));
  const years = archive.items.map(({ year, count: value }) => ({ value: `${year}-01-01`, name: String(year), count: value }));
  const filters = [
    menu(words.tag, "tag", byCount(tags.items)),
    menu(words.category, "category", byCount(categories.items)),
    menu(
      words.series,
      "series",
      series.items.map(({ slug, title, totalPosts }) => ({ value: slug, name: title, count: totalPosts })),
    ),
    authors.items.length > 1 ? menu(words.author, "author", byCount(authors.items)) : null,
    languageMenu("posts", reader),
    menu(words.since, "publishedFrom", years),
    menu(words.code, "hasCode", [
      { value: "true", name: words.withCode },
      { value: "false", name: words.withoutCode },
    ]),
  ];
  return {
    title: words.sections.posts,
    content: [
      h("h1", {}, words.sections.posts),
      h("div", { class: "filters" }, filters),
      facts(count(words.posts, list.pagination.totalItems), query.get("q") !== null && say(words.quoted, { q: query.get("q") ?? "" })),
      ...(list.items.length === 0 ? [emptyNote(query, wording)] : [postCards(list.items, site, wording)]),
      pageLinks(list.pagination, query, wording) ?? "",
    ].filter((node) => node instanceof Node),
  };
}

export function postCards(posts: readonly PostSummary[], site: ReaderFacts, wording: ReaderWording): HTMLElement {
  return h(
    "ol",
    { class: "cards" },
    posts.map((post, index) => h("li", {}, postCard(post, { first: index < SEEN_AT_ONCE, site, wording }))),
  );
}

interface CardOptions {
  readonly first: boolean;
  readonly site: ReaderFacts;
  readonly wording: ReaderWording;
}

function postCard(post: PostSummary, { first, site, wording: { words, say, count, number, day } }: CardOptions): HTMLElement {
  const image = post.cover ?? posterOf(post.video, site) ?? post.images[0] ?? null;
  return h(
    "article",
    { class: image === null ? "card" : "card pictured", lang: post.language, dir: directionOf(post.language) },
    h(
      "div",
      {},
      h("h2", { dir: "auto" }, h("a", { href: pathOf(post.url), "data-place": `posts ${post.slug}` }, titleNodes(post.title))),
      facts(
        day(post.publishedAt),
        post.type === "TEXT"
          ? say(words.minutes, { n: number(post.readingTimeMinutes) })
          : post.type === "VIDEO"
            ? words.video
            : count(words.pictures, post.images.length),
        post.series === null ? null : post.series.title,
        post.likeCount ? count(words.likes, post.likeCount) : null,
        post.commentCount ? count(words.commentCount, post.commentCount) : null,
      ),
      h("p", { class: "excerpt", dir: "auto" }, post.excerpt),
    ),
    image === null ? null : pictureFrame(image, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first, thumbnail: true }),
  );
}
