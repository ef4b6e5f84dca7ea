import { describe, expect, it } from "vitest";
import type { OctavoConfig } from "../../../../contract/config/define-config.ts";
import { parseFiles, post, SITE } from "../../parse/parse-files.ts";

const DATED = "title: Rain\npublishedAt: 2024-02-29T23:30:00Z\n";

type Files = Readonly<Record<string, string>>;

async function parse(files: Files, config: OctavoConfig = {}) {
  const { content, lines, notices } = await parseFiles({ "site.yaml": SITE, ...files }, { config });
  const documents = content === null ? [] : [...content.posts, ...Object.values(content.documents).flat()];
  return {
    lines,
    notices,
    pages: documents.map(({ page }) => page),
    former: documents.flatMap(({ formerPages }) => formerPages),
    slugs: documents.map(({ slug }) => slug),
  };
}

const pageOf = async (pattern: string, path = "posts/2019/02-A Day_Out.md", frontMatter = DATED): Promise<unknown> => {
  const { pages, lines } = await parse({ [path]: post(frontMatter) }, { urls: { posts: pattern } });
  return lines.length > 0 ? lines : pages[0];
};

describe("the page of a post", () => {
  it.each([
    ["/posts/{slug}", "/posts/02-a-day-out"],
    ["/{year}/{month}/{day}/{slug}/", "/2024/03/01/02-a-day-out/"],
    ["/{name}.html", "/02-A%20Day_Out.html"],
    ["/{path}/", "/posts/2019/02-A%20Day_Out/"],
    ["/{lang}/{slug}", "/en/02-a-day-out"],
  ])("has the pattern %s and is at %s", async (pattern, page) => {
    expect(await pageOf(pattern)).toBe(page);
  });

  it("has the name of its folder, and the date in its name in the site's time zone", async () => {
    expect(await pageOf("/{year}-{month}-{day}/{name}", "posts/2024-12-31-Last/index.md", "title: Rain")).toBe("/2024-12-31/Last");
    expect(await pageOf("/{path}", "posts/größe & more.md")).toBe("/posts/gr%C3%B6%C3%9Fe%20&%20more");
  });

  it("has the post's own language, or else the site's", async () => {
    const nb = `${DATED}lang: nb`;
    expect(await pageOf("/{lang}/{slug}", "posts/a.md", nb)).toBe("/nb/a");
    const { pages } = await parse(
      { "site.yaml": `${SITE}language: de\n`, "posts/a.md": post(DATED) },
      { urls: { posts: "/{lang}/{slug}" } },
    );
    expect(pages).toEqual(["/de/a"]);
  });

  it("needs the date that its address contains, except for drafts", async () => {
    expect(await pageOf("/{year}/{slug}", "posts/a.md", "title: Rain")).toEqual([
      "content/posts/a.md:2:1  error  publishedAt: missing: the page's address, /{year}/{slug}, contains the date (write publishedAt: 2024-01-31, or permalink: with the path of its page)",
    ]);
    expect(await pageOf("/{year}/{slug}", "posts/a.md", "title: Rain\ndraft: true")).toBe("/0000/a");
    expect(await pageOf("/{year}/{slug}", "posts/a.md", "title: Rain\npublishedAt: 2024-99-01")).toEqual([
      expect.stringContaining('"2024-99-01" is not a date'),
    ]);
  });

  it("needs the category that its address contains, except for drafts", async () => {
    expect(await pageOf("/{category}/{slug}", "posts/a.md")).toEqual([
      "content/posts/a.md:2:1  error  categories: missing: the page's address, /{category}/{slug}, contains a category (write categories: [name], or permalink: with the path of its page; frontMatter.defaults can set a category for all documents without one)",
    ]);
    expect(await pageOf("/{category}/{slug}", "posts/a.md", `${DATED}draft: true`)).toBe("/uncategorized/a");
  });

  it("has the slugs of its categories, either the first or all", async () => {
    const travels = `${DATED}categories: [Far East, Größe]`;
    expect(await pageOf("/{category}/{slug}/", "posts/a.md", travels)).toBe("/far-east/a/");
    expect(await pageOf("/{categories}/{year}/{name}.html", "posts/a.md", travels)).toBe("/far-east/gr%C3%B6%C3%9Fe/2024/a.html");
  });

  it("omits a part for categories that may be missing", async () => {
    const travels = `${DATED}categories: [Far East, Sea]`;
    expect(await pageOf("/{categories?}/{year}/{slug}/", "posts/a.md", travels)).toBe("/far-east/sea/2024/a/");
    expect(await pageOf("/{categories?}/{year}/{slug}/", "posts/a.md")).toBe("/2024/a/");
    expect(await pageOf("/{slug}/{categories?}", "posts/a.md")).toBe("/a");
    await expect(pageOf("/in-{categories?}/{slug}", "posts/a.md")).rejects.toThrow("next to other text");
  });

  it("is at its permalink, whatever the name of that key", async () => {
    expect(await pageOf("/{year}/{slug}", "posts/a.md", "title: Rain\ndraft: true\npermalink: /My Page/")).toBe("/My%20Page/");
    const config = { frontMatter: { names: { posts: { url: "permalink" } } } };
    expect((await parse({ "posts/a.md": post(`${DATED}url: /a/b.html`) }, config)).pages).toEqual(["/a/b.html"]);
    expect((await parse({ "posts/a.md": post(`${DATED}permalink: https://x.example/a?b`) })).lines).toEqual([
      'content/posts/a.md:4:12  error  permalink: "https://x.example/a?b" is an address, not a path of the site (want only the path: /a)',
    ]);
  });

  it("must not be that of another document, with or without a trailing slash", async () => {
    const { lines } = await parse({
      "posts/a.md": post(`${DATED}permalink: /projects/loom/`),
      "posts/b.md": post(DATED),
      "projects/loom.md": post("title: Loom"),
      "photos/p.md": post("title: P\nimage: { src: a.jpg, alt: '' }\npermalink: /posts/b"),
    });
    expect(lines).toEqual([
      "content/posts/a.md:4:12  error  permalink: its page, /projects/loom/, is also the page of content/projects/loom.md (write a different slug or permalink in one of the two)",
      "content/posts/b.md:2:1  error  slug: its page, /posts/b, is also the page of content/photos/p.md (write a different slug or permalink in one of the two)",
    ]);
  });

  it("must not be an address of the API", async () => {
    expect(await pageOf("/{slug}", "posts/media.md")).toEqual([
      "content/posts/media.md:2:1  error  slug: its page, /media, is an address of the API and its files (write a different slug, or a permalink)",
    ]);
    expect(await pageOf("/{name}", "posts/MEDIA.md")).toEqual([
      "content/posts/MEDIA.md:2:1  error  slug: its page, /MEDIA, is an address of the API and its files (write a different slug, or a permalink)",
    ]);
    for (const path of ["/api/docs/", "/index/v1/x/"])
      expect(await pageOf("/{slug}", "posts/a.md", `title: A\npermalink: ${path}\npublishedAt: 2024-01-01`)).toEqual([
        expect.stringContaining(`permalink: "${path}" is an address of the API and its files`),
      ]);
    for (const path of ["/api/", "/index"])
      expect(await pageOf("/{slug}", "posts/a.md", `title: A\npermalink: ${path}\npublishedAt: 2024-01-01`)).toEqual([
        `content/posts/a.md:3:12  error  permalink: its page, ${path}, is a folder around addresses of the API and its files (write a different slug, or a permalink)`,
      ]);
    expect(await pageOf("/{name}", "posts/_redirects.md")).toEqual([
      "content/posts/_redirects.md:2:1  error  slug: its page, /_redirects, is a file that controls hosts (write a different slug, or a permalink)",
    ]);
  });

  it("that differs from another only in case is a warning, whichever comes first", async () => {
    const warning = (file: string, page: string, other: string) =>
      `content/posts/${file}.md:4:12  warning  permalink: its page, ${page}, differs from ${other} only in case (a host that ignores case shows only one of the two, so write a different slug or permalink)`;
    const pages = (a: string, b: string, c: string) =>
      parse({
        "posts/a.md": post(`${DATED}permalink: ${a}`),
        "posts/b.md": post(`${DATED}permalink: ${b}`),
        "posts/c.md": post(`${DATED}permalink: ${c}`),
      });
    expect((await pages("/rain", "/Rain/", "/RAIN")).lines).toEqual([
      warning("b", "/Rain/", "/rain of content/posts/a.md"),
      warning("c", "/RAIN", "/rain of content/posts/a.md"),
    ]);
    expect((await pages("/Rain", "/rain", "/sun")).lines).toEqual([warning("b", "/rain", "/Rain of content/posts/a.md")]);
    expect((await pages("/%C3%9Cber", "/über", "/Uber")).lines).toEqual([warning("b", "/%C3%BCber", "/%C3%9Cber of content/posts/a.md")]);
  });
});

describe("former pages", () => {
  it("come from the front matter, former slugs and former patterns", async () => {
    const { former, lines } = await parse(
      {
        "posts/a.md": post(`${DATED}aliases: [old, /2019/older/, 2018/oldest]`),
        "projects/loom.md": post("title: Loom\nredirect_from: /loom.html"),
      },
      { urls: { posts: "/{year}/{slug}" }, formerUrls: { posts: ["/blog/{slug}/", "/{month}/{name}"], projects: "/{year}/{slug}" } },
    );
    expect(lines).toEqual([]);
    expect(former).toEqual(["/2019/older/", "/2018/oldest", "/blog/a/", "/03/a", "/2024/old", "/blog/old/", "/loom.html"]);
  });

  it("are ignored if another page is or was there; the ones in the front matter are reported with their place", async () => {
    const { former, lines, notices } = await parse(
      {
        "posts/a.md": post(`${DATED}redirectFrom: [/posts/a/, /posts/b, /was]`),
        "posts/b.md": post(`${DATED}redirectFrom: [/was/]`),
        "projects/a.md": post("title: A"),
      },
      { formerUrls: { posts: "/projects/{slug}" } },
    );
    expect(former).toEqual(["/was", "/projects/b"]);
    expect(lines).toEqual([
      "content/posts/a.md:4:15  warning  redirectFrom: /posts/b is the page of content/posts/b.md, so nothing is redirected from there (remove it from one of the two)",
      "content/posts/b.md:4:15  warning  redirectFrom: /was/ is also a former page of content/posts/a.md, so nothing is redirected from there (remove it from one of the two)",
    ]);
    expect(notices).toContain("1 former page belongs to another document and is ignored: /projects/a (of content/posts/a.md)");
  });

  it("with a query are reported", async () => {
    const { lines, former } = await parse({ "posts/a.md": post(`${DATED}aliases: ["/?p=12"]`) });
    expect(former).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(/^content\/posts\/a\.md:4:11 {2}warning {2}aliases\.0: "\/\?p=12" has a query or a fragment/),
    ]);
  });
});

describe("the slug of a file", () => {
  it("follows the configured pattern, so that names may be repeated in other years", async () => {
    const files = {
      "posts/2019/Survey.md": post("title: Survey\ndate: 2019-05-31T23:30:00Z"),
      "posts/2020/Survey.md": post("title: Survey\ndate: 2020-05-01"),
      "posts/2021-05-02-survey.md": post("title: Survey"),
      "posts/given.md": post(`${DATED}slug: given-one`),
      "posts/draft.md": post("title: Draft\ndraft: true"),
    };
    const { slugs, lines } = await parse(files, { slugs: { posts: "{year}-{month}-{day}-{name}" } });
    expect(lines).toEqual([]);
    expect(slugs).toEqual(["2019-06-01-survey", "2020-05-01-survey", "2021-05-02-survey", "draft", "given-one"]);
    expect((await parse(files, { slugs: { posts: "{path}" } })).slugs[0]).toBe("posts-2019-survey");
    const { lines: missing } = await parse({ "posts/a.md": post("title: A") }, { slugs: { posts: "{year}-{name}" } });
    expect(missing).toEqual([
      "content/posts/a.md:2:1  error  publishedAt: missing: the document's slug, {year}-{name}, contains the date (write publishedAt: 2024-01-31, or slug:)",
    ]);
  });

  it("is formed from the title if so configured, in any script, or else from the name", async () => {
    const files = {
      "posts/a.md": post("title: What's new?\ndate: 2024-01-31"),
      "posts/b.md": post("title: Привет мир\ndate: 2024-01-31"),
      "posts/c.md": post("title: 1984\ndate: 2024-01-31"),
      "posts/d.md": post("date: 2024-01-31"),
      "posts/e.md": post("title: firefoxの\ndate: 2024-01-31"),
    };
    const { slugs, lines } = await parse(files, { slugs: { posts: "{title}" }, checks: { titles: "off" } });
    expect(slugs.toSorted()).toEqual(["1984", "d", "firefox", "privet-mir", "whats-new"]);
    expect(lines).toEqual([
      'content/posts/e.md:2:1  warning  slug: "の" of the title is lost: firefox remains (write slug: in the front matter)',
    ]);
  });

  it("causes a warning if letters of the name are lost", async () => {
    const { lines, notices, slugs } = await parse({
      "posts/firefoxの遅い起動.md": post(DATED),
      "posts/遅い起動.md": post(DATED),
      "posts/Привет.md": post(DATED),
    });
    expect(lines).toEqual([
      'content/posts/firefoxの遅い起動.md:2:1  warning  slug: "の遅い起動" of the file\'s name is lost: firefox remains (write slug: in the front matter)',
    ]);
    expect(slugs.toSorted()).toEqual(["b0c42e65", "firefox", "privet"]);
    expect(notices).toEqual([
      "1 name is in letters that cannot be transliterated, so the slug is a hash (slug: in the front matter sets another): 遅い起動 → b0c42e65",
    ]);
  });

  it("becomes lower case if it has capital letters, with a notice", async () => {
    const { lines, notices, slugs } = await parse({ "posts/a.md": post(`${DATED}slug: My-Post`), "posts/b.md": post(`${DATED}slug: B`) });
    expect([lines, slugs]).toEqual([[], ["my-post", "b"]]);
    expect(notices).toEqual(["2 slugs have capital letters, and are converted to lower case: My-Post → my-post, B → b"]);
  });

  it("gets hyphens in place of dots, with a notice, except if it comes from the file's name", async () => {
    const { notices, slugs } = await parse({ "posts/a.md": post(`${DATED}slug: Lencr.org`) });
    expect([notices, slugs]).toEqual([["1 slug has dots, which become hyphens: Lencr.org → lencr-org"], ["lencr-org"]]);
    const { lines } = await parse({ "posts/b.md": post(`${DATED}slug: b.md`) });
    expect(lines).toEqual(['content/posts/b.md:4:7  error  slug: "b.md" is not a slug (want b)']);
  });
});
