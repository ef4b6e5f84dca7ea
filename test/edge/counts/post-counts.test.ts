import { describe, expect, it } from "vitest";
import { overlayCounts, parseCounts } from "../../../edge/counts/post-counts.ts";
import { makeDist, makePost, serve, tags, toSummary } from "../site-fixture.ts";

const counts = { posts: { rain: { likeCount: 3, commentCount: 1 }, constructor: { likeCount: 1, commentCount: 0 } } };
const series = {
  slug: "rain",
  title: "S",
  position: 1,
  total: 2,
  description: null,
  previous: null,
  next: { slug: "rain", title: "Rain", url: "https://fjord.example/posts/rain", path: "/posts/next" },
  items: [],
};
const posts = [
  makePost("rain", { tags: tags("snow", "fog"), publishedAt: "2024-01-03T00:00:00.000Z" }),
  makePost("snow", { series, tags: tags("rain"), publishedAt: "2024-01-02T00:00:00.000Z" }),
  makePost("constructor", { publishedAt: "2024-01-01T00:00:00.000Z" }),
];
const expected = { rain: [3, 1], snow: [0, 0], constructor: [1, 0] };
const countsOf = (post: { slug: string; likeCount: number | null; commentCount: number | null }) => [
  post.slug,
  [post.likeCount, post.commentCount],
];

describe("counts", () => {
  it("are added to the first page, filtered pages and posts; a post that is not named has none", async () => {
    const site = serve(makeDist({ posts, counts }));
    for (const path of ["/posts", "/posts?pageSize=3", "/posts?hasCode=false"]) {
      const { items } = await (await site.get(path)).json();
      expect(Object.fromEntries(items.map(countsOf))).toEqual(expected);
    }
    for (const [slug, [likeCount, commentCount]] of Object.entries(expected)) {
      const post = posts.find((candidate) => candidate.slug === slug);
      expect(await (await site.get(`/posts/${slug}`)).json()).toEqual({ ...post, likeCount, commentCount });
    }
  });

  it("change nothing else of an answer", async () => {
    const [plain, counted] = [serve(makeDist({ posts })), serve(makeDist({ posts, counts: { posts: {} } }))];
    for (const path of ["/posts", "/posts?page=1&pageSize=2", "/posts/snow"]) {
      const text = await (await plain.get(path)).text();
      expect(text).toContain('"likeCount":null,"commentCount":null');
      expect(await (await counted.get(path)).text()).toBe(
        text.replaceAll('"likeCount":null,"commentCount":null', '"likeCount":0,"commentCount":0'),
      );
    }
  });

  it("leave the author's own fields alone, whatever they contain", async () => {
    const extra = {
      note: 'a "quote", a \\ and a }',
      odd: { slug: "fog", likeCount: null, commentCount: null },
      list: [{ slug: "snow", likeCount: null, commentCount: null }, "{", {}],
    };
    const site = serve(makeDist({ posts: posts.map((post) => ({ ...post, extra })), counts }));
    for (const path of ["/posts", "/posts?pageSize=3"]) {
      const { items } = await (await site.get(path)).json();
      expect(Object.fromEntries(items.map(countsOf))).toEqual(expected);
      for (const item of items) expect(item.extra).toEqual(extra);
    }
    for (const slug of Object.keys(expected)) expect(await (await site.get(`/posts/${slug}`)).json()).toMatchObject({ slug, extra });
  });

  it("stay null if the counts document is absent, lost or invalid", async () => {
    for (const rubbish of [
      null,
      "",
      "<html>",
      "[]",
      '{"posts":[]}',
      '{"posts":{"rain":{"likeCount":-1,"commentCount":0}}}',
      '{"posts":{"rain":null}}',
    ]) {
      const dist = makeDist({ posts, counts });
      const name = [...dist.keys()].find((path) => path.includes("counts")) ?? "";
      if (rubbish === null) dist.delete(name);
      else dist.set(name, rubbish);
      const response = await serve(dist).get("/posts/rain");
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ likeCount: null, commentCount: null });
    }
  });
});

describe("live counts", () => {
  const live = { posts: { snow: { likeCount: 7, commentCount: 2 } } };

  it("take precedence over the build's counts; a post that they do not name has none", async () => {
    const site = serve(makeDist({ posts, counts }), { counts: async () => live });
    expect(await (await site.get("/posts/snow")).json()).toMatchObject({ likeCount: 7, commentCount: 2 });
    expect(await (await site.get("/posts/constructor")).json()).toMatchObject({ likeCount: 0, commentCount: 0 });
    const { items } = await (await site.get("/posts?pageSize=3")).json();
    expect(Object.fromEntries(items.map(countsOf))).toEqual({ rain: [0, 0], snow: [7, 2], constructor: [0, 0] });
  });

  it.each([
    ["there are none", async () => null],
    ["they fail", () => Promise.reject(new Error("database is locked"))],
  ])("do not change the build's counts if %s", async (_, source) => {
    const site = serve(makeDist({ posts, counts }), { counts: source });
    expect(await (await site.get("/posts/rain")).json()).toMatchObject({ likeCount: 3, commentCount: 1 });
  });
});

describe("overlayCounts", () => {
  it("is not deceived by text that looks like its search strings", () => {
    const decoy = '{"slug":"decoy","likeCount":null,"commentCount":null}';
    const post = toSummary(makePost("rain", { title: decoy, excerpt: decoy }));
    const result = JSON.parse(overlayCounts(JSON.stringify([post, { ...post, slug: "snow" }]), parseCounts(JSON.stringify(counts))));
    expect(result).toEqual([
      { ...post, likeCount: 3, commentCount: 1 },
      { ...post, slug: "snow", likeCount: 0, commentCount: 0 },
    ]);
  });
});
