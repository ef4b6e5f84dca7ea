import type { PostSummary } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { emptyNote, filterMenu, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { count, day, directionOf, facts, pathOf } from "../texts.ts";
import type { Reader, View } from "../view.ts";

/** Posts of a list that are seen without scrolling: their pictures are loaded first. */
const SEEN_AT_ONCE = 2;

/** Posts with the filters of the API. */
export async function showPosts({ client, query, signal }: Reader): Promise<View> {
  const given = Object.fromEntries(
    ["q", "type", "tag", "category", "author", "series", "language", "publishedFrom", "publishedTo"].map((name) => [name, query.get(name)]),
  );
  const flag = (name: string): boolean | null => (query.get(name) === null ? null : query.get(name) === "true");
  const [list, tags, categories, series, authors, archive] = await Promise.all([
    client.posts.list(
      { ...given, featured: flag("featured"), hasCode: flag("hasCode"), page: Number(query.get("page") ?? 1), pageSize: 10 },
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
    filterMenu("Tag", "tag", byCount(tags.items), query),
    filterMenu("Category", "category", byCount(categories.items), query),
    filterMenu(
      "Series",
      "series",
      series.items.map(({ slug, title, totalPosts }) => ({ value: slug, name: title, count: totalPosts })),
      query,
    ),
    authors.items.length > 1 ? filterMenu("Author", "author", byCount(authors.items), query) : null,
    filterMenu("Since", "publishedFrom", years, query),
    filterMenu(
      "Code",
      "hasCode",
      [
        { value: "true", name: "With code" },
        { value: "false", name: "Without" },
      ],
      query,
    ),
  ];
  return {
    title: "Posts",
    content: [
      h("h1", {}, "Posts"),
      h("div", { class: "filters" }, filters),
      facts(count(list.pagination.totalItems, "post"), query.get("q") !== null && `with “${query.get("q")}”`),
      ...(list.items.length === 0 ? [emptyNote(query, "post")] : [postCards(list.items)]),
      pageLinks(list.pagination, query) ?? "",
    ].filter((node) => node instanceof Node),
  };
}

export function postCards(posts: readonly PostSummary[]): HTMLElement {
  return h(
    "ol",
    { class: "cards" },
    posts.map((post, index) => h("li", {}, postCard(post, index < SEEN_AT_ONCE))),
  );
}

function postCard(post: PostSummary, first: boolean): HTMLElement {
  const image = post.cover ?? post.video?.poster ?? post.images[0] ?? null;
  return h(
    "article",
    { class: image === null ? "card" : "card pictured", lang: post.language, dir: directionOf(post.language) },
    h(
      "div",
      {},
      h("h2", { dir: "auto" }, h("a", { href: pathOf(post.url), "data-place": `posts ${post.slug}` }, post.title)),
      facts(
        day(post.publishedAt),
        post.type === "TEXT" ? `${post.readingTimeMinutes} min` : post.type === "VIDEO" ? "Video" : count(post.images.length, "picture"),
        post.series === null ? null : post.series.title,
        post.likeCount ? count(post.likeCount, "like") : null,
        post.commentCount ? count(post.commentCount, "comment") : null,
      ),
      h("p", { class: "excerpt", dir: "auto" }, post.excerpt),
    ),
    image === null ? null : pictureFrame(image, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first, thumbnail: true }),
  );
}
