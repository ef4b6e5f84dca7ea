import { describe, expect, it } from "vitest";
import { moveIn, withFields } from "../moved-blog.ts";

const HUGO = "title = 'A'\nbaseURL = 'https://a.example/'\n";
const dated = (fields: string): string => withFields(`date: 2024-01-02\n${fields}`);

describe("a Hugo site", () => {
  it("keeps its paths, with a stated slug in place of the file name", async () => {
    const { pages } = await moveIn({
      "hugo.toml": HUGO,
      "content/posts/2024/2024-01-02-First Ice.md": dated("title: A"),
      "content/posts/2024/b.md": dated("title: B\nslug: Second Ice"),
      "content/posts/heron/index.md": dated("title: C\nslug: grey-heron"),
      "content/posts/d.md": dated("title: D\nurl: far/away"),
    });
    expect(pages).toEqual(["/far/away/", "/posts/2024/2024-01-02-first-ice/", "/posts/2024/second-ice/", "/posts/grey-heron/"]);
  });

  it("with several sections, has each in its addresses, with the section's own permalinks", async () => {
    const files = {
      "content/news/a.md": dated("title: A\nslug: one"),
      "content/essays/b.md": dated("title: B"),
    };
    const params = "[params]\n  mainSections = ['news', 'essays']\n";
    expect((await moveIn({ "hugo.toml": HUGO + params, ...files })).pages).toEqual(["/essays/b/", "/news/one/"]);
    const permalinks = "[permalinks]\n  news = '/:section/:year/:slugorfilename/'\n  essays = '/:slug/'\n";
    expect((await moveIn({ "hugo.toml": HUGO + params + permalinks, ...files })).out).toContain(
      "note: hugo.toml: the address essays: /:slug/ has :slug that our patterns cannot express",
    );
    const own = "[permalinks]\n  essays = '/:year/:title/'\n";
    expect((await moveIn({ "hugo.toml": HUGO + params + own, ...files })).pages).toEqual(["/2024/b/", "/news/one/"]);
    const first = "[permalinks]\n  news = '/:year/:title/'\n";
    expect((await moveIn({ "hugo.toml": HUGO + params + first, ...files })).pages).toEqual(["/2024/a/", "/essays/b/"]);
  });

  it("prefers config/_default to the configuration file, table by table", async () => {
    const { config } = await moveIn({
      "hugo.toml": "baseURL = 'https://example.org/'\ntitle = 'My New Hugo Site'\n[permalinks]\n  posts = '/:year/:filename/'\n",
      "config/_default/hugo.toml": "baseurl = 'https://a.example/'\n[params]\n  author = 'Ines Aas'\n",
      "content/posts/a.md": dated("title: A"),
    });
    expect(config.site).toMatchObject({ url: "https://a.example", name: "My New Hugo Site", author: "Ines Aas" });
    expect(config.urls?.posts).toBe("/{year}/{name:hugo}/");
  });

  it("reads permalinks of config/_default beside a hugo.toml", async () => {
    const { pages } = await moveIn({
      "hugo.toml": HUGO,
      "config/_default/permalinks.toml": "posts = '/:year/:month/:filename/'\n",
      "content/posts/a.md": dated("title: A"),
    });
    expect(pages).toEqual(["/2024/01/a/"]);
  });

  it("has months, days and sections as its permalinks state them", async () => {
    const files = {
      "content/posts/a.md": dated("title: A"),
      "content/posts/deep/c.md": dated("title: C"),
    };
    const pagesOf = async (permalink: string, more = {}): Promise<readonly string[]> =>
      (await moveIn({ "hugo.toml": `${HUGO}[permalinks]\n  posts = '${permalink}'\n`, ...files, ...more })).pages;
    expect(await pagesOf("/:monthname/:weekdayname/:weekday/:yearday/:06/:Jan/:2/:filename/")).toEqual([
      "/january/tuesday/2/2/24/jan/2/a/",
      "/january/tuesday/2/2/24/jan/2/c/",
    ]);
    // Without an _index.md, a folder does not count as a section.
    const slices = "/x:sections[last]/:sections[:last]/:sections[1:]/:sections[0]/:filename/";
    expect(await pagesOf(slices)).toEqual(["/xposts/posts/a/", "/xposts/posts/c/"]);
    const nested = { "content/posts/deep/_index.md": withFields("title: D") };
    expect(await pagesOf("/:sections[1:]/:sections[0]/:filename/", nested)).toEqual(["/deep/posts/c/", "/posts/a/"]);
    expect(await pagesOf("/:sections/:slugorfilename/", nested)).toEqual(["/posts/a/", "/posts/deep/c/"]);
  });

  it("reports the part of a permalink that no pattern can express", async () => {
    const { out } = await moveIn({
      "hugo.toml": `${HUGO}[permalinks]\n  posts = '/:sections[last]/:slug/'\n`,
      "content/posts/deep/_index.md": withFields("title: D"),
      "content/posts/deep/a.md": dated("title: A"),
    });
    expect(out).toContain("note: hugo.toml: the address /:sections[last]/:slug/ has :sections[last] that our patterns cannot express:");
  });

  it("has titles in any script in its addresses if its permalinks do", async () => {
    const { pages } = await moveIn({
      "hugo.toml": `${HUGO}[permalinks]\n  posts = '/:year/:slug/'\n`,
      "content/posts/a.md": dated("title: 你好 世界"),
      "content/posts/b.md": dated("title: Un été\nslug: summer"),
    });
    expect(pages.map(decodeURIComponent)).toEqual(["/2024/你好-世界/", "/2024/summer/"]);
  });

  it("keeps repeated slugs in its addresses, and adds dates to the slugs of later posts", async () => {
    const { pages, posts, config } = await moveIn({
      "hugo.toml": `${HUGO}[permalinks]\n  posts = '/:year/:slug/'\n`,
      "content/posts/a.md": withFields("title: A\ndate: 2023-01-02\nslug: notes"),
      "content/posts/b.md": withFields("title: B\ndate: 2024-03-04\nslug: notes"),
    });
    expect(pages).toEqual(["/2023/notes/", "/2024/notes/"]);
    expect(posts.map(({ slug }) => slug).sort()).toEqual(["notes", "notes-2024-03-04"]);
    expect(config.slugs).toEqual({ posts: { repeat: "dated" } });
  });

  it("reports posts whose offset gives another day than the site's time zone", async () => {
    const { pages, out } = await moveIn({
      "hugo.toml": 'baseURL = "https://a.example"\ntimeZone = "Europe/Oslo"\n[permalinks]\nposts = "/:year/:month/:day/:slug/"\n',
      "content/posts/a.md": withFields("title: A\ndate: 2020-01-06T00:10:00+02:00"),
      "content/posts/b.md": withFields("title: B\ndate: 2020-01-06T00:10:00+01:00"),
    });
    expect(pages).toEqual(["/2020/01/05/a/", "/2020/01/06/b/"]);
    expect(out).toContain(
      "warning: 1 post states an offset at which the day differs from the day in Europe/Oslo, so the address changes: posts/a.md (2020-01-06, here 2020-01-05). Add permalink: to keep it\n",
    );
  });

  it("drops dates from names if its configuration reads them as dates", async () => {
    const { pages } = await moveIn({
      "hugo.toml": `${HUGO}[frontmatter]\n  date = [':filename', ':default']\n`,
      "content/posts/2024-01-02-first.md": withFields("title: A"),
    });
    expect(pages).toEqual(["/posts/first/"]);
  });

  it("has translations by file suffix or by folder, with their language in addresses", async () => {
    const languages = "defaultContentLanguage = 'en'\n[languages.en]\n  weight = 1\n[languages.zh-cn]\n  weight = 2\n";
    const bySuffix = await moveIn({
      "hugo.toml": HUGO + languages,
      "content/posts/ice/index.md": dated("title: Ice"),
      "content/posts/ice/index.zh-cn.md": dated("title: Bing"),
      "content/posts/b.md": dated("title: B\nslug: bee"),
      "content/posts/b.zh-cn.md": dated("title: B\nslug: bee"),
    });
    expect(bySuffix.pages).toEqual(["/posts/bee/", "/posts/ice/", "/zh-cn/posts/bee/", "/zh-cn/posts/ice/"]);
    expect(bySuffix.posts.map(({ slug, language }) => [slug, language]).sort()).toEqual([
      ["bee", null],
      ["bee-zh-cn", "zh-CN"],
      ["ice", null],
      ["ice-zh-cn", "zh-CN"],
    ]);
    const folders = HUGO + languages.replaceAll(/(?<=\[languages\.(.*)\]\n)/g, "  contentDir = 'content/$1'\n");
    const byFolder = await moveIn({
      "hugo.toml": folders,
      "content/en/posts/2024/ice.md": dated("title: Ice"),
      "content/zh-cn/posts/2024/ice.md": dated("title: Bing"),
    });
    expect(byFolder.pages).toEqual(["/posts/2024/ice/", "/zh-cn/posts/2024/ice/"]);
    expect(new Set(byFolder.posts.map(({ translationKey }) => translationKey)).size).toBe(1);
  });

  it("uses the folder with the most posts if no section is stated, and names the others before the notes", async () => {
    const posts = (section: string, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`content/${section}/p${index}.md`, dated(`title: P ${index}`)]));
    const most = await moveIn({ "hugo.toml": HUGO, ...posts("posts", 1), ...posts("notes", 8) });
    expect(most.pages.length).toBe(8);
    expect(most.out).toContain(
      "\n\nwarning: mainSections is not set: content/notes (8) is used for the posts. Not used: content/posts (1); add their globs to collections.posts in octavo.config.ts if they are posts\n",
    );
    const spread = await moveIn({ "hugo.toml": HUGO, ...posts("posts", 3), ...posts("notes", 2), ...posts("about", 1) });
    expect(spread.pages.length).toBe(3);
    expect(spread.out).toContain("warning: mainSections is not set: content/posts (3) is used for the posts. Not used: content/notes (2);");
    const one = await moveIn({ "hugo.toml": HUGO, ...posts("posts", 3), ...posts("about", 1) });
    expect(one.out).not.toContain("warning:");
  });
});
