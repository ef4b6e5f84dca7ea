import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPagesSite, page, toPageLink } from "../helpers/pages-site.ts";

let site: ReturnType<typeof createPagesSite>;
beforeEach(() => {
  site = createPagesSite();
});
afterEach(() => site.remove());

const slugsOf = async (path: string): Promise<unknown> => ((await site.get(path)).body.items as { slug: string }[]).map(({ slug }) => slug);
const DOCS = toPageLink("docs", "Docs", "/docs/");

describe("pages", () => {
  it("are listed by order, title and slug, each below the nearest folder that is a page", async () => {
    expect(await site.build()).toEqual({
      lines: [],
      notices: [expect.stringContaining("content/pages/404.md is ignored: it is for missing addresses, and this build makes no pages")],
    });
    const { items, pagination } = (await site.get("/pages")).body as { items: Record<string, unknown>[]; pagination: unknown };
    expect(pagination).toMatchObject({ totalItems: 7 });
    expect(items.map(({ slug, path, order, parent }) => [slug, path, order, (parent as { slug: string } | null)?.slug])).toEqual([
      ["docs-install", "/docs/install/", 1, "docs"],
      ["docs", "/docs/", 2, undefined],
      ["tide-guide", "/docs/guide/tides/", 3, "docs"],
      ["docs-later-below", "/docs/later/below/", null, "docs"],
      ["index", "/", null, undefined],
      ["docs-guide-moon", "/moon/", null, "docs"],
      ["uses", "/uses/", null, undefined],
    ]);
    expect(items[0]).toEqual({
      ...toPageLink("docs-install", "Install", "/docs/install/"),
      ...{ excerpt: "Up: docs.", cover: null, tags: [], language: "nb", publishedAt: null, updatedAt: null, order: 1, parent: DOCS },
    });
  });

  it("include their ancestors and children", async () => {
    await site.build();
    expect((await site.get("/pages/docs")).body).toMatchObject({
      parent: null,
      ancestors: [],
      children: [
        toPageLink("docs-install", "Install", "/docs/install/"),
        toPageLink("tide-guide", "Tides", "/docs/guide/tides/"),
        toPageLink("docs-later-below", "Below what is to come", "/docs/later/below/"),
        toPageLink("docs-guide-moon", "Moon", "/moon/"),
      ],
    });
    expect((await site.get("/pages/docs-install")).body).toMatchObject({ ancestors: [DOCS], children: [], toc: [{ id: "linux" }] });
    expect((await site.get("/pages/index")).body).toMatchObject({ parent: null, children: [], path: "/" });
    for (const slug of ["docs-later", "docs-draft", "404", "install"])
      expect([slug, (await site.get(`/pages/${slug}`)).status]).toEqual([slug, 404]);
  });

  it("are filtered, tagged, counted, linked and redirected as other documents are", async () => {
    await site.build();
    expect(await slugsOf("/pages?tag=manual")).toEqual(["docs"]);
    expect(await slugsOf("/pages?language=nb")).toEqual(["docs-install"]);
    expect(await slugsOf("/pages?page=2&pageSize=6")).toEqual(["uses"]);
    expect(await slugsOf("/pages?sort=-updatedAt&pageSize=2")).toEqual(["tide-guide", "docs"]);
    expect(await slugsOf("/pages?sort=-order&pageSize=3")).toEqual(["tide-guide", "docs", "docs-install"]);
    expect((await site.get("/pages?pageSize=0")).status).toBe(400);
    expect((await site.get("/tags/pages")).body).toEqual({ items: [{ slug: "manual", name: "Manual", count: 1, url: null, path: null }] });
    expect((await site.get("/redirects")).body).toEqual({ items: [{ from: "/install.html", to: "/docs/install/" }] });
    const { items } = (await site.get("/kinds")).body as { items: { name: string }[] };
    expect(items.find(({ name }) => name === "pages")).toMatchObject({
      builtIn: true,
      count: 7,
      page: "/{path}/",
      date: "publishedAt",
      tags: true,
    });
    const { bodyHtml } = (await site.get("/posts/hello")).body;
    for (const path of ["/uses/", "/docs/install/#linux", "/"]) expect(bodyHtml).toContain(`href="https://fjord.example${path}"`);
    expect((await site.get("/pages/uses")).body.bodyHtml).toContain('href="https://fjord.example/posts/hello"');
    const sitemap = site.readDist("sitemap.xml");
    expect(Array.from(sitemap.matchAll(/<loc>https:\/\/fjord\.example(.*?)<\/loc>/g), ([, path]) => path)).toEqual([
      ...["/", "/posts/hello", "/docs/install/", "/docs/", "/docs/guide/tides/", "/docs/later/below/", "/moon/", "/uses/"],
    ]);
  });

  it("must have unique addresses", async () => {
    const { lines } = await site.build({
      "content/pages/docs-install.md": page("title: The same slug"),
      "content/pages/posts/hello.md": page("title: The post's address"),
      "content/pages/api/v1/notes.md": page("title: The API's address"),
      "octavo.config.mjs": 'export default { urls: { posts: "/posts/{slug}/" } };',
    });
    expect(lines).toEqual([
      expect.stringContaining("content/pages/api/v1/notes.md:2 its page, /api/v1/notes/, is an address of the API and its files"),
      expect.stringContaining('content/pages/docs/install.md:2 "docs-install" is taken by content/pages/docs-install.md'),
      // The undated document keeps the address.
      expect.stringContaining(
        "content/posts/hello.md:2 its page, /posts/hello/, is also the page of content/pages/posts/hello.md (write a different slug or permalink in one of the two)",
      ),
    ]);
  });

  it("do not exist if the configuration only names other collections", async () => {
    const { lines } = await site.build({
      "octavo.config.mjs": 'export default { collections: { posts: "posts/*.md" }, checks: { brokenLinks: "off", pages: "off" } };',
    });
    expect(lines).toEqual([]);
    expect((await site.get("/pages")).body).toMatchObject({ items: [], pagination: { totalItems: 0 } });
  });

  it("have the files, paths and names from the configuration", async () => {
    const config = {
      collections: { posts: "posts/*.md", pages: ["manual/**/*.md"] },
      urls: { pages: "/handbook/{path}" },
      formerUrls: { pages: "/old/{slug}/" },
      frontMatter: { names: { pages: { place: "order" } }, defaults: { pages: { tags: ["Book"] } } },
      checks: { brokenLinks: "off", pages: "off" },
    };
    const files = { "content/manual/a/b.md": page("title: B\nplace: 7"), "octavo.config.mjs": `export default ${JSON.stringify(config)};` };
    expect((await site.build(files)).lines).toEqual([]);
    expect((await site.get("/pages")).body.items).toMatchObject([
      { slug: "a-b", path: "/handbook/a/b", order: 7, tags: [{ slug: "book" }] },
    ]);
    expect((await site.get("/redirects")).body).toEqual({ items: [{ from: "/old/a-b/", to: "/handbook/a/b" }] });
  });

  it("are found by search", async () => {
    await site.build();
    const { items, facets } = (await site.get("/search?q=linux")).body as { items: Record<string, unknown>[]; facets: unknown };
    expect(items).toEqual([
      expect.objectContaining({
        kind: "page",
        ...toPageLink("docs-install", "Install", "/docs/install/"),
        language: "nb",
        excerpt: "Up: docs.",
      }),
    ]);
    expect(facets).toMatchObject({ page: 1, post: 0 });
    expect(await slugsOf("/search?q=text&kind=page&language=en")).toContain("index");
  });

  it("are below pages in their own language, if there are any", async () => {
    const files = {
      "octavo.config.mjs": 'export default { translations: "suffix" };',
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\nlocales: [en, nb]\n",
      "content/pages/docs/index.nb.md": page("title: Håndbok"),
      "content/pages/docs/guide/tides.nb.md": page("title: Tidevann"),
      "content/pages/docs/guide/moon.nb.md": page("title: Månen"),
      "content/pages/docs/guide/index.md": page("title: Guide"),
    };
    expect((await site.build(files)).lines).toEqual([]);
    const { body } = await site.get("/pages/docs-guide-tides-nb");
    expect(body).toMatchObject({ path: "/nb/docs/guide/tides/", language: "nb", parent: toPageLink("docs-nb", "Håndbok", "/nb/docs/") });
    expect(body.translations).toEqual([{ language: "en", ...toPageLink("tide-guide", "Tides", "/docs/guide/tides/") }]);
    expect((await site.get("/pages/tide-guide")).body).toMatchObject({
      parent: { slug: "docs-guide" },
      ancestors: [DOCS, { slug: "docs-guide" }],
    });
    expect((await site.get("/pages/docs-nb")).body.children).toMatchObject([
      ...[{ slug: "docs-install" }, { slug: "docs-guide-moon-nb" }, { slug: "docs-guide-tides-nb" }],
    ]);
  });
});
