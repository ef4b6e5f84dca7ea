import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import type { PostEntry } from "../../../build/kinds/post-kind.ts";
import { parseContent } from "../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { linesOf, parseFiles, post, SITE } from "./parse-files.ts";

/** Blogs of other generators, unchanged, with a configuration beside them (fixtures/blogs). */

async function parseBlog(name: string) {
  const cwd = fileURLToPath(new URL(`../../fixtures/blogs/${name}`, import.meta.url));
  const { config, diagnostics: ofConfig } = await loadConfig({ cwd });
  expect(ofConfig.all()).toEqual([]);
  const diagnostics = new Diagnostics();
  const { content, notices } = await parseContent({ contentDir: resolve(config.root, config.content), cwd, config, diagnostics });
  return { posts: content?.posts.map(summary) ?? [], lines: linesOf(diagnostics), notices };
}

function summary({
  slug,
  draft,
  publishedAt,
  updatedAt,
  excerpt,
  tags,
  categories,
  cover,
  aliases,
  authors,
  commentsOpen,
  body,
}: PostEntry) {
  return {
    slug,
    draft,
    publishedAt,
    updatedAt,
    excerpt,
    tags: tags.map(({ name }) => name),
    categories: categories.map(({ name }) => name),
    cover: cover && [cover.src, cover.alt],
    aliases,
    authors: authors.map(({ name }) => name),
    commentsOpen,
    body: body.trim(),
  };
}

const PLAIN = { draft: false, excerpt: null, tags: [], categories: [], cover: null, aliases: [], authors: [], commentsOpen: null };

describe("a blog", () => {
  it("of Hugo is read, in TOML and YAML", async () => {
    const { posts, lines, notices } = await parseBlog("hugo");
    expect(lines).toEqual([expect.stringMatching(/^content\/page\/contact\.md:1:1 {2}warning {2}no collection includes this file /)]);
    expect(posts).toEqual([
      {
        ...PLAIN,
        slug: "first",
        publishedAt: "2021-10-03T16:20:00.000Z",
        updatedAt: "2021-10-04T22:00:00.000Z",
        excerpt: "It goes brown from the top.",
        tags: ["bracken", "walks"],
        categories: ["Nature"],
        cover: ["bracken.jpg", "Brown bracken on a slope"],
        aliases: ["bracken"],
        body: "The tips go first. ![](bracken.jpg)",
      },
      {
        ...PLAIN,
        slug: "second",
        draft: true,
        publishedAt: "2021-11-20T23:00:00.000Z",
        updatedAt: "2021-11-20T23:00:00.000Z",
        tags: ["moss", "walks"],
        authors: ["Ada", "Bo"],
        body: "Moss is patient.",
      },
    ]);
    expect(notices).toEqual([
      "2 section pages (_index.md) ignored: content/_index.md, content/posts/_index.md",
      'posts: keys that are not published: weight (2 files), cover.caption (1 file), toc (1 file); frontMatter: { extra: { posts: { document: ["weight", "cover.caption", "toc"] } } } in octavo.config.ts publishes them',
      'ignored: "date" in favour of "publishDate" (1 file); frontMatter.names in octavo.config.ts decides which one is used',
    ]);
  });

  it("of Jekyll is read, with dates in file names, and drafts", async () => {
    const { posts, lines, notices } = await parseBlog("jekyll");
    expect(lines).toEqual([
      "_posts/2019-04-01-seed-list.markdown:8:1  warning  shortcodes ({{< … >}} or {% … %}) stay as text, 1 time in 1 file: include beans.html (1 file) (markdown.shortcodes in octavo.config.ts translates them: { name: ({ args, named, content }) => Markdown })",
    ]);
    expect(posts).toEqual([
      { ...PLAIN, slug: "compost", draft: true, publishedAt: null, updatedAt: null, body: "Warm in the middle." },
      {
        ...PLAIN,
        slug: "the-first-frost",
        publishedAt: "2019-03-08T00:00:00.000Z",
        updatedAt: "2019-03-10T07:00:00.000Z",
        excerpt: "It came early.",
        tags: ["frost", "garden"],
        categories: ["garden"],
        cover: ["/assets/frost.jpg", "Frost on kale"],
        aliases: ["frost"],
        body: "The kale did not mind.",
      },
      {
        ...PLAIN,
        slug: "seed-list",
        draft: true,
        publishedAt: "2019-04-02T14:30:00.000Z",
        updatedAt: "2019-04-02T14:30:00.000Z",
        commentsOpen: false,
        body: "Peas, and {% include beans.html %}.",
      },
    ]);
    expect(notices).toEqual(["no collection includes index.md"]);
  });

  it("of Astro is read, with MDX", async () => {
    const { posts, lines, notices } = await parseBlog("astro");
    expect(lines).toEqual([]);
    expect(posts).toEqual([
      {
        ...PLAIN,
        slug: "first-post",
        publishedAt: "2022-07-08T00:00:00.000Z",
        updatedAt: "2022-07-08T00:00:00.000Z",
        excerpt: "What a lathe is for",
        cover: ["../../assets/lathe.jpg", "A small lathe"],
        body: "It turns.",
      },
      {
        ...PLAIN,
        slug: "using-mdx",
        publishedAt: "2024-06-01T00:00:00.000Z",
        updatedAt: "2024-06-19T00:00:00.000Z",
        excerpt: "Turning with tools",
        cover: ["../../assets/tool.jpg", "A gouge"],
        body: "Wear *glasses*.\n\n\nChips fly.",
      },
    ]);
    expect(notices).toEqual(["src/content/blog/using-mdx.mdx: dropped <Note>"]);
  });

  it("of Zola is read, with taxonomies and extra", async () => {
    const { posts, lines, notices } = await parseBlog("zola");
    expect(lines).toEqual([expect.stringMatching(/warning {2}extra\.hero: the picture has no alt text/)]);
    expect(posts).toEqual([
      {
        ...PLAIN,
        slug: "tides",
        publishedAt: "2023-02-12T00:00:00.000Z",
        updatedAt: "2023-03-01T08:00:00.000Z",
        tags: ["sea", "moon"],
        categories: ["Notes"],
        cover: ["moon.jpg", null],
        body: "Twice a day, nearly.",
      },
    ]);
    expect(notices).toEqual(["1 section page (_index.md) ignored: content/blog/_index.md"]);
  });
});

describe("former paths", () => {
  it("with the same ending lead to the first post that has them, never to two, and are not a mistake", async () => {
    const { content, lines, notices } = await parseFiles({
      "site.yaml": SITE,
      "posts/a.md": post("title: A\ndate: 2024-01-31\naliases: [/2019/survey/, /x/b/]"),
      "posts/b.md": post("title: B\ndate: 2024-01-31\naliases: [/2020/survey/, /2020/other/index.html]"),
    });
    expect(lines).toEqual([]);
    expect(content?.posts.map(({ aliases }) => aliases)).toEqual([["survey"], ["other"]]);
    expect(notices).toEqual([
      "2 former paths or aliases end in a slug that another post has or had: b (of a), survey (of b). The API finds the other post by that slug; redirects of pages are not affected",
    ]);
  });
});

describe("the configuration of front matter", () => {
  const files = (frontMatter: string) => ({ "site.yaml": SITE, "posts/a.md": post(frontMatter) });

  it("adds names, which take precedence over the usual ones", async () => {
    const config = { frontMatter: { names: { all: { changed: "updatedAt" }, posts: { summary: "excerpt" } } } };
    const { content, lines } = await parseFiles(
      files("title: A\ndate: 2024-01-31\nchanged: 2024-02-01\ndescription: long\nsummary: short"),
      { config },
    );
    expect(lines).toEqual([]);
    expect(content?.posts[0]).toMatchObject({ updatedAt: "2024-01-31T23:00:00.000Z", excerpt: "short" });
  });

  it("ignores a name that it maps to nothing, whatever its value", async () => {
    const config = { frontMatter: { names: { posts: { type: "", "extra.toc": "" } } } };
    const { content, lines } = await parseFiles(files("title: A\ndate: 2024-01-31\ntype: page\nextra: { toc: true }"), { config });
    expect(lines).toEqual([]);
    expect(content?.posts[0]?.type).toBe("TEXT");
  });

  it("explains, at a page that names its parent, that folders define parents, unless unknown keys are ignored", async () => {
    const pages = { "site.yaml": SITE, "pages/a.md": post("title: A\nparent: guide") };
    const hint = "folders determine the parents: guide/knots.md is below guide/index.md or guide.md";
    expect((await parseFiles(pages)).lines).toEqual([`content/pages/a.md:3:1  error  parent: unknown key (${hint})`]);
    expect((await parseFiles(pages, { config: { frontMatter: { unknownKeys: "collect" } } })).lines).toEqual([]);
  });

  it("ignores unknown keys if configured so, but not wrong values", async () => {
    const config = { frontMatter: { unknownKeys: "ignore" as const } };
    const { lines, notices } = await parseFiles(
      files("title: A\ndate: 2024-01-31\nlayout: post\ncover: { src: a.jpg, alt: '', credit: B }\nfeatured: 3"),
      { config },
    );
    expect(lines).toEqual(["content/posts/a.md:6:11  error  featured: 3 is not true or false"]);
    expect(notices).toEqual([]);
  });

  it("gives values to documents that have none", async () => {
    const config = { frontMatter: { defaults: { posts: { lang: "nb", tags: "site", featured: true } } } };
    const { content, lines } = await parseFiles(
      {
        "site.yaml": SITE,
        "posts/a.md": post("title: A\ndraft: true"),
        "posts/b.md": post("title: B\ndraft: true\nlanguage: en\ntags: [own]\nfeatured: false"),
      },
      { config },
    );
    expect(lines).toEqual([]);
    expect(content?.posts.map(({ language, tags, featured }) => [language, tags.map(({ name }) => name), featured])).toEqual([
      ["nb", ["site"], true],
      ["en", ["own"], false],
    ]);
  });

  it("that gives a wrong value is reported at its place", async () => {
    const config = { frontMatter: { defaults: { posts: { featured: "x" } } } };
    const { lines } = await parseFiles(files("title: A\ndraft: true"), { config });
    expect(lines).toEqual(['octavo.config.mjs:1:1  error  featured: "x" is not true or false']);
  });

  it("switches a collection off", async () => {
    const { content, notices } = await parseFiles(
      { ...files("title: A\ndraft: true"), "books/b.md": "B" },
      { config: { collections: { books: [] } } },
    );
    expect(content?.documents.books).toEqual([]);
    expect(notices).toEqual(["no collection includes content/books/b.md"]);
  });
});
