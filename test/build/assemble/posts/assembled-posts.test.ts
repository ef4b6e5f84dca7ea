import { describe, expect, it } from "vitest";
import { type Assembled, assemble } from "../../../../build/assemble/assemble.ts";
import { Post } from "../../../../contract/schemas/post.ts";
import { makeContent, makePost, makeSeries } from "../../factories.ts";

const day = (date: string): string => `${date}T00:00:00.000Z`;
const tag = (name: string): { slug: string; name: string; field: [] } => ({ slug: name.toLowerCase(), name, field: [] });
const assembleSite = (...content: Parameters<typeof makeContent>): ReturnType<typeof assemble> =>
  assemble(makeContent(...content), { feeds: { rss: true, json: true } });
const postsOf = ({ posts }: Assembled): readonly Post[] => posts.map((post) => post.toPost());
const assemblePosts = (...posts: ReturnType<typeof makePost>[]): readonly Post[] => postsOf(assembleSite({ posts }));

describe("posts", () => {
  it("are ordered newest first, then by slug, with undated posts last", async () => {
    const posts = await assemblePosts(
      makePost("b", { publishedAt: day("2024-05-01") }),
      makePost("undated", { publishedAt: null }),
      makePost("a", { publishedAt: day("2024-05-01") }),
      makePost("newest", { publishedAt: day("2024-06-01") }),
    );
    expect(posts.map(({ slug }) => slug)).toEqual(["newest", "a", "b", "undated"]);
  });

  it("have the older post as previous and the newer one as next", async () => {
    const [newer, middle, older] = await assemblePosts(
      makePost("older", { publishedAt: day("2024-01-01") }),
      makePost("middle", { publishedAt: day("2024-02-01") }),
      makePost("newer", { publishedAt: day("2024-03-01") }),
    );
    expect(middle?.previousPost).toEqual({
      slug: "older",
      title: "Title of older",
      url: "https://rain.example/posts/older",
      path: "/posts/older",
    });
    expect(middle?.nextPost?.slug).toBe("newer");
    expect(newer?.nextPost).toBeNull();
    expect(older?.previousPost).toBeNull();
  });

  it("conform to the contract, with the site's values where the author states none", async () => {
    const [post] = await assemblePosts(makePost("rain"));
    expect(Post.parse(post)).toMatchObject({
      updatedAt: "2024-01-01T00:00:00.000Z",
      language: "en",
      commentsOpen: true,
      canonicalUrl: "https://rain.example/posts/rain",
      author: { name: "Ines", url: null },
      excerpt: "Rain.",
      likeCount: null,
    });
  });

  it("never publish the author's email address", async () => {
    expect(JSON.stringify(postsOf(await assembleSite({ posts: [makePost("rain")] })))).not.toContain("ines@");
  });

  it("use the first spelling of a tag in the order of files, unless tags.yaml has a name", async () => {
    const posts = [makePost("b", { tags: [tag("SQLITE"), tag("LOOM")] }), makePost("a", { tags: [tag("SQLite"), tag("Loom")] })];
    const loom = { name: "The loom", description: "On looms.", cover: null };
    const unused = { name: null, description: "On nothing.", cover: null };
    const tags = new Map(Object.entries({ loom, sqlite: { ...unused, description: null }, unused }));
    const { tagCounts, groupTexts } = await assembleSite({ posts, groups: { tags, categories: new Map(), albums: new Map() } });
    expect(groupTexts).toEqual({ tags: { loom: { description: "On looms.", cover: null } }, categories: {}, albums: {} });
    expect(tagCounts.posts).toEqual([
      { slug: "sqlite", name: "SQLite", count: 2, url: null, path: null },
      { slug: "loom", name: "The loom", count: 2, url: null, path: null },
    ]);
  });
});

describe("series", () => {
  const series = [makeSeries("loom", { description: "On weaving" }), makeSeries("empty")];

  it("sort their posts by position, and give each post its neighbours and the total", async () => {
    const posts = [
      makePost("two", { series: { slug: "loom", position: 2 }, publishedAt: day("2024-01-01") }),
      makePost("one", { series: { slug: "loom", position: 1 }, publishedAt: day("2024-03-01") }),
      makePost("five", { series: { slug: "loom", position: 5 }, publishedAt: day("2024-02-01"), updatedAt: day("2025-01-01") }),
    ];
    const site = await assembleSite({ posts, series });
    const two = postsOf(site).find(({ slug }) => slug === "two");
    expect(two?.series).toMatchObject({
      position: 2,
      total: 3,
      description: "On weaving",
      previous: { slug: "one" },
      next: { slug: "five" },
    });
    expect(two?.series?.items.map(({ slug, position }) => [slug, position])).toEqual([
      ["one", 1],
      ["two", 2],
      ["five", 5],
    ]);
    expect(site.series).toHaveLength(1);
    expect(site.series[0]).toMatchObject({ slug: "loom", totalPosts: 3, updatedAt: day("2025-01-01") });
  });

  it("with many posts list all of them, while each post lists at most the 50 around it", async () => {
    const slugs = Array.from({ length: 120 }, (_, index) => `part-${index}`);
    const posts = slugs.map((slug, index) => makePost(slug, { series: { slug: "loom", position: index + 1 } }));
    const site = await assembleSite({ posts, series });
    const shown = (slug: string): Post["series"] => postsOf(site).find((post) => post.slug === slug)?.series ?? null;
    for (const { series } of postsOf(site)) expect(series?.items).toHaveLength(50);
    const windows = ["part-0", "part-60", "part-119"].map((slug) => shown(slug)?.items.map(({ position }) => position));
    expect(windows.map((positions) => [positions?.at(0), positions?.at(-1)])).toEqual([
      [1, 50],
      [36, 85],
      [71, 120],
    ]);
    expect(shown("part-60")).toMatchObject({ position: 61, total: 120, previous: { slug: "part-59" }, next: { slug: "part-61" } });
    expect(shown("part-0")).toMatchObject({ previous: null, next: { slug: "part-1" } });
    expect(shown("part-119")?.next).toBeNull();
    expect(site.series[0]?.items.map(({ slug }) => slug)).toEqual(slugs);
    expect(() => postsOf(site).map((post) => Post.parse(post))).not.toThrow();
  });

  it("number posts without a position by date, around posts that have one", async () => {
    const posts = [
      makePost("late", { series: { slug: "loom", position: null }, publishedAt: day("2024-03-01") }),
      makePost("early", { series: { slug: "loom", position: null }, publishedAt: day("2024-01-01") }),
      makePost("fixed", { series: { slug: "loom", position: 2 }, publishedAt: day("2024-02-01") }),
    ];
    const [one] = (await assembleSite({ posts, series })).series;
    expect(one?.items.map(({ slug, position }) => `${position} ${slug}`)).toEqual(["1 early", "2 fixed", "3 late"]);
  });
});
