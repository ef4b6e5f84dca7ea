import { describe, expect, it } from "vitest";
import { moveIn, withFields } from "../moved-blog.ts";

const dated = (fields: string): string => withFields(`date: 2024-01-02\n${fields}`);

describe("addresses of a moved site", () => {
  it("of Pelican have dates in any strftime format", async () => {
    const { pages } = await moveIn({
      "pelicanconf.py": "SITEURL = 'https://a.example'\nARTICLE_URL = '{date:%Y}/{date:%b}/{date:%d-%H}/{slug}.html'\n",
      "content/a.md": "Title: A\nDate: 2024-03-04 05:06\nSlug: a\n\nText.\n",
    });
    expect(pages).toEqual(["/2024/Mar/04-05/a.html"]);
  });

  it("of Eleventy have folders and names as written, without the date in the name or the index", async () => {
    const { pages, posts } = await moveIn({
      "eleventy.config.js": "export default (config) => ({});\n",
      "posts/2024-03-04-First_Ice.md": withFields("title: A\nslug: other"),
      "posts/heron/2024-03-05-index.md": withFields("title: B"),
      "posts/2023/c.md": dated("title: C\npermalink: far/c.html"),
    });
    expect(pages).toEqual(["/far/c.html", "/posts/First_Ice/", "/posts/heron/"]);
    expect(posts.map(({ publishedAt }) => publishedAt?.slice(0, 10)).sort()).toEqual(["2024-01-02", "2024-03-04", "2024-03-05"]);
  });

  it.each([
    [
      "posts.json",
      '{ "permalink": "/{{ page.date | date: \'%Y/%m\' }}/{{ page.fileSlug | slugify }}/index.html", "lang": "nb", "tags": "post" }',
    ],
    ["posts.11tydata.js", 'module.exports = { permalink: "{{ page.date | date: \'%Y/%m\' }}/{{ page.fileSlug }}/", lang: "nb" };'],
  ])("of Eleventy follow the data of their folder (%s)", async (name, data) => {
    const { pages, posts, out } = await moveIn({
      ".eleventy.js": "module.exports = () => ({});\n",
      [`posts/${name}`]: data,
      "posts/2024-03-04-ice.md": withFields("title: A"),
    });
    expect(pages).toEqual(["/2024/03/ice/"]);
    expect(posts.map(({ language }) => language)).toEqual(["nb"]);
    expect(out).toContain(`read from .eleventy.js, posts/${name}\n`);
  });

  it("are dated by a key with another name, if posts have no common one", async () => {
    const dates = "dateCreated: 2019-02-21\ndateModified: 2020-01-01";
    const { pages, posts, out } = await moveIn({
      "_config.yml": "url: https://a.example\npermalink: /:year/:title/\n",
      "package.json": '{ "dependencies": { "hexo": "7" } }',
      "source/_posts/a.md": withFields(`title: A\n${dates}`),
      "source/_posts/b.md": withFields(`title: B\n${dates}`),
    });
    expect(pages).toEqual(["/2019/a/", "/2019/b/"]);
    expect(posts[0]?.publishedAt).toBe("2019-02-21T00:00:00.000Z");
    expect(out).toContain("note: posts have no date under a common name: dateCreated is used as publishedAt\n");
  });

  it.each([
    ["/blog/heron) and [b](https://a.example/blog/reeds#top) and [c](/blog/ice", "/blog/heron"],
    ["/blog/heron/) and [b](https://a.example/blog/reeds/) and [c](/blog/ice/", "/blog/heron/"],
    ["/blog/heron) and [b](https://a.example/blog/reeds/) and [c](/blog/ice", "/blog/heron/"],
    ["https://b.example/heron) and [b](https://b.example/reeds) and [c](https://b.example/ice", "/blog/heron/"],
  ])("of Astro end like links between posts, if the configuration does not state it: %s", async (links, page) => {
    const files = {
      "src/pages/blog/[slug].astro": "",
      "src/content/blog/heron.md": withFields("title: A\ndate: 2024-01-02", `[a](${links})`),
      "src/content/blog/reeds.md": withFields("title: B\ndate: 2024-01-03"),
      "src/content/blog/ice.md": withFields("title: C\ndate: 2024-01-04"),
    };
    const config = (more: string): Record<string, string> => ({
      "astro.config.mjs": `export default { site: 'https://a.example'${more} };\n`,
    });
    expect((await moveIn({ ...config(""), ...files })).pages).toContain(page);
    expect((await moveIn({ ...config(", trailingSlash: 'always'"), ...files })).pages).toContain("/blog/heron/");
  });

  it("of a vault on Obsidian Publish are written as Publish writes them", async () => {
    const { pages } = await moveIn({
      ".obsidian/publish.json": "{}",
      ".obsidian/app.json": "{}",
      "My notes/Grey heron.md": "# Grey heron\n",
    });
    expect(pages).toEqual(["/My+notes/Grey+heron"]);
  });

  it("of Eleventy use the data of inner folders, and posts without pages are drafts", async () => {
    const { pages, posts, out } = await moveIn({
      ".eleventy.js": "module.exports = () => ({});\n",
      "posts/2019/2019.json": '{ "lang": "de", "permalink": "/alt/{{ page.fileSlug }}/" }',
      "posts/2019/may/a.md": withFields("title: A\ndate: 2019-05-01"),
      "posts/sketches/sketches.11tydata.js": "module.exports = { permalink: false };\n",
      "posts/sketches/b.md": withFields("title: B\ndate: 2024-01-02"),
      "posts/c.md": withFields("title: C\ndate: 2024-01-03"),
    });
    expect(pages).toEqual(["/alt/a/", "/posts/c/", "/posts/sketches/b/"]);
    expect(posts.map(({ language, draft }) => [language, draft])).toEqual([
      ["de", false],
      [null, false],
      [null, true],
    ]);
    expect(out).toContain("posts/sketches/sketches.11tydata.js: permalink: false: the posts in posts/sketches have no pages");
  });

  it("of Eleventy whose folder data is not supported are reported", async () => {
    const { out } = await moveIn({
      ".eleventy.js": "module.exports = () => ({});\n",
      "posts/posts.json": '{ "permalink": "/{{ section }}/{{ page.fileSlug }}/" }',
      "posts/2024-03-04-ice.md": withFields("title: A"),
    });
    expect(out).toContain(
      "note: posts/posts.json: permalink /{{ section }}/{{ page.fileSlug }}/ applies to the posts in posts: write it as urls:",
    );
  });

  it("of Docusaurus have the languages of i18n/, as translations", async () => {
    const { pages, posts, out } = await moveIn({
      "docusaurus.config.js":
        "module.exports = { title: 'A', url: 'https://a.example', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'nb'] } };\n",
      "blog/2024-01-02-heron.md": withFields("title: Heron"),
      "blog/2024-01-03-reeds/index.md": withFields("title: Reeds\nslug: tall-reeds"),
      "i18n/fr/docusaurus-plugin-content-blog/2024-01-02-heron.md": withFields("title: Aigrette"),
      "i18n/fr/docusaurus-plugin-content-blog/2024-01-03-reeds/index.md": withFields("title: Roseaux\nslug: tall-reeds"),
    });
    expect(pages).toEqual(["/blog/2024/01/02/heron", "/blog/tall-reeds", "/fr/blog/2024/01/02/heron", "/fr/blog/tall-reeds"]);
    const keys = posts.map(({ translationKey }) => translationKey);
    expect(new Set(keys).size).toBe(2);
    expect(out).toContain("note: posts without a translation have one page: Docusaurus also shows them under /fr\n");
  });

  it("of Zola have the sections sorted by date, their folders and stated slugs", async () => {
    const zola = (fields: string): string => `+++\n${fields}\n+++\nText.\n`;
    const { pages } = await moveIn({
      "config.toml": 'base_url = "https://a.example"\n',
      "content/entries/_index.md": zola('sort_by = "date"'),
      "content/entries/2024/2024-01-02-first.md": zola('title = "A"'),
      "content/letters/_index.md": zola('sort_by = "date"'),
      "content/letters/b.md": zola('title = "B"\ndate = 2024-01-02\nslug = "second"'),
      "content/letters/c.md": zola('title = "C"\ndate = 2024-01-02\npath = "far/c"'),
      "content/about.md": zola('title = "About"'),
    });
    expect(pages).toEqual(["/entries/2024/first/", "/far/c/", "/letters/second/"]);
  });

  it("of Zola include posts beside the root section's _index.md, and folders with dated pages", async () => {
    const zola = (fields: string): string => `+++\n${fields}\n+++\nText.\n`;
    const { pages } = await moveIn({
      "config.toml": 'base_url = "https://ines.example"\n',
      "content/_index.md": zola('sort_by = "date"'),
      "content/first.md": zola('title = "A"\ndate = 2024-01-02'),
      "content/second/index.md": zola('title = "B"\ndate = 2024-01-03'),
      "content/readings/_index.md": zola('sort_by = "date"'),
      "content/readings/c.md": zola('title = "C"\ndate = 2024-01-04'),
      "content/pages/about.md": zola('title = "About"\npath = "about"'),
    });
    expect(pages).toEqual(["/first/", "/readings/c/", "/second/"]);
  });

  it("of Zola have the language of translations", async () => {
    const zola = (fields: string): string => `+++\n${fields}\ndate = 2024-01-02\n+++\nText.\n`;
    const { pages } = await moveIn({
      "config.toml": 'base_url = "https://a.example"\ndefault_language = "en"\n[languages.fr]\n',
      "content/blog/ice.md": zola('title = "Ice"'),
      "content/blog/ice.fr.md": zola('title = "Glace"'),
    });
    expect(pages).toEqual(["/blog/ice/", "/fr/blog/ice/"]);
  });

  it("of Docusaurus have the date in the path, whatever date is stated", async () => {
    const { pages } = await moveIn({
      "docusaurus.config.js": "module.exports = { url: 'https://a.example', baseUrl: '/' };\n",
      "blog/2024-01-02-ice.md": withFields("title: A\ndate: 2023-12-31"),
      "blog/2024/01/03/heron/index.md": withFields("title: B"),
      "blog/birds/2024-01-04-bittern.md": withFields("title: C"),
      "blog/old.md": dated("title: D"),
      "blog/2024-01-05-e.md": withFields("title: E\nslug: stated"),
    });
    expect(pages).toEqual([
      "/blog/2024/01/02/ice",
      "/blog/2024/01/03/heron",
      "/blog/2024/01/04/birds/bittern",
      "/blog/old",
      "/blog/stated",
    ]);
  });

  it("of Astro cover every pattern of its loader", async () => {
    const { pages } = await moveIn({
      "package.json": '{ "type": "module" }',
      "astro.config.mjs": "export default { site: 'https://a.example' };\n",
      "src/content.config.ts":
        "const blog = defineCollection({ loader: glob({ base: './src/content/blog', pattern: ['**/*.md', '!drafts/**'] }) });\nexport const collections = { blog };\n",
      "src/content/blog/a.md": dated("title: A"),
      "src/content/blog/deep/b.md": dated("title: B"),
      "src/content/blog/drafts/c.md": dated("title: C"),
    });
    expect(pages).toEqual(["/blog/a/", "/blog/deep/b/"]);
  });

  it("of Astro are found in another source folder, and below a part that code may change", async () => {
    const { pages, config } = await moveIn({
      "package.json": '{ "type": "module" }',
      "astro.config.mjs": "export default { site: 'https://a.example', srcDir: './source', trailingSlash: 'never' };\n",
      "source/pages/[...blog]/[slug].astro": "",
      "source/pages/apps/[slug].astro": "",
      "source/content/apps/one.md": dated("title: One"),
      "source/content/apps/two.md": dated("title: Two"),
      "source/content/blog/a.md": dated("title: A"),
    });
    expect(config.content).toBe("source/content/blog");
    expect(pages).toEqual(["/blog/a"]);
  });

  it("of Next are stated slugs, otherwise file names with their dates", async () => {
    const { pages } = await moveIn({
      "package.json": '{ "type": "module" }',
      "next.config.mjs": "export default {};\n",
      "app/blog/[slug]/page.tsx": "",
      "posts/2024-03-04-青鷺.md": withFields("title: A"),
      "posts/2024-03-05-b.md": withFields("title: B\nslug: reeds"),
    });
    expect(pages).toEqual([`/blog/2024-03-04-${encodeURIComponent("青鷺")}`, "/blog/reeds"]);
  });

  it("of Pelican have the folder as the category if articles state none", async () => {
    const { pages } = await moveIn({
      "pelicanconf.py": "SITEURL = 'https://a.example'\nPATH = 'content'\nARTICLE_URL = '{category}/{slug}/'\n",
      "content/birds/a.md": "Title: A\nDate: 2024-03-04\nSlug: a\n\nText.\n",
      "content/plants/b.md": "Title: B\nDate: 2024-03-04\nSlug: b\n\nText.\n",
      "content/pages/about-us.md": "Title: Us\nCategory: none\n\nText.\n",
    });
    expect(pages).toEqual(["/birds/a/", "/plants/b/"]);
  });

  it("of Eleventy begin with its prefix, not with the path in a theme's address", async () => {
    const { config } = await moveIn({
      "eleventy.config.js": "export default (config) => ({ pathPrefix: '/marsh/' });\n",
      "_data/metadata.json": '{ "url": "https://a.example/blog" }',
      "posts/a.md": dated("title: A"),
    });
    expect(config.site?.url).toBe("https://a.example/marsh");
  });

  it("of Eleventy begin with the address in site data of any name", async () => {
    const { config } = await moveIn({
      "eleventy.config.js": "export default (config) => ({});\n",
      "_data/globalMetaData.js": 'module.exports = { title: "Marsh", baseUrl: "https://a.example" };\n',
      "_data/faq.js": 'module.exports = { url: "https://b.example" };\n',
      "posts/a.md": dated("title: A"),
    });
    expect(config.site).toMatchObject({ name: "Marsh", url: "https://a.example" });
  });

  it("of Gatsby use only the folder of posts if the source is all of src", async () => {
    const source = '{ resolve: "gatsby-source-filesystem", options: { name: "src", path: __dirname + "/src" } }';
    const { pages, out } = await moveIn({
      "gatsby-config.js": `module.exports = { plugins: [${source}] };\n`,
      "src/pages/posts/2019-05/hooks/index.md": dated("title: A\npath: /hooks/"),
      "src/pages/posts/ice.md": dated("title: B"),
      "src/pages/projects/boat.md": dated("title: C"),
    });
    expect(pages).toEqual(["/hooks/", "/ice/"]);
    expect(out).toContain("warning: only src/pages/posts is used. Other folders of src contain Markdown: src/pages/projects (1)\n");
  });

  it("of Next have language folders, whose posts are translations", async () => {
    const { pages, posts } = await moveIn({
      "next.config.mjs": "export default {};\n",
      "app/[lang]/posts/[slug]/page.tsx": "",
      "data/posts/en/ice.md": dated("title: Ice"),
      "data/posts/ru/ice.md": dated("title: Is"),
    });
    expect(pages).toEqual(["/en/posts/ice", "/ru/posts/ice"]);
    expect(posts.map(({ slug }) => slug).sort()).toEqual(["ice", "ice-ru"]);
    const categories = { "posts/ml/net.md": dated("title: A"), "posts/os/disk.md": dated("title: B") };
    expect((await moveIn({ "next.config.mjs": "export default {};\n", ...categories })).pages).toEqual(["/posts/disk", "/posts/net"]);
  });

  it("do not use canonical addresses that are only paths, which stay in extra", async () => {
    const { config, out } = await moveIn({
      "astro.config.mjs": 'export default { site: "https://a.example" };\n',
      "src/content/blog/a.md": dated("title: A\ncanonicalUrl: /blog/a"),
    });
    expect(config.frontMatter?.names).toEqual({ posts: { canonicalUrl: "" } });
    expect(out).toContain("note: keys that mean something else here are kept in extra, and set no field: canonicalUrl (1)\n");
  });

  it("of a template are reported", async () => {
    const { out } = await moveIn({ "hugo.toml": 'baseURL = "https://example.org/"\n', "content/posts/a.md": dated("title: A") });
    expect(out).toContain("note: https://example.org is a template's address: put the real one into the configuration ");
  });

  it("of Hugo include posts in HTML, but no HTML without front matter", async () => {
    const { pages } = await moveIn({
      "hugo.toml": 'baseURL = "https://a.example"\n',
      "content/posts/a.html": dated("title: A"),
      "content/posts/b.md": dated("title: B"),
      "content/posts/map.html": "<p>Map</p>\n",
    });
    expect(pages).toEqual(["/posts/a/", "/posts/b/"]);
  });

  it("come from paths if names repeat and paths differ, and are no longer than needed", async () => {
    const files = { "hugo.toml": 'baseURL = "https://a.example"\n', "content/posts/a/reeds.md": dated("title: A") };
    const apart = await moveIn({ ...files, "content/posts/b/reeds.md": dated("title: B") });
    expect(apart.posts.map(({ slug }) => slug).sort()).toEqual(["posts-a-reeds", "posts-b-reeds"]);
    const alike = await moveIn({ ...files, "content/posts/a/Reeds_.md": withFields("date: 2024-05-06\ntitle: B") });
    expect(alike.posts.map(({ slug }) => slug).sort()).toEqual(["reeds", "reeds-2024-05-06"]);
    expect(alike.config.slugs).toEqual({ posts: { repeat: "dated" } });
  });

  it("of plain Markdown come from the files, except files about the repository", async () => {
    const { pages, out } = await moveIn({
      "README.md": "# Notes\n",
      "CONTRIBUTING.md": "# Please\n",
      "LICENSE.md": "MIT\n",
      "a.md": "# A heron\n\nText.\n",
      "notes/b.md": "# Reeds\n",
    });
    expect(pages).toEqual(["/a/", "/notes/b/"]);
    expect(out).toContain("note: no file has front matter: the Markdown here is treated as posts without dates.");
  });
});

describe("a moved Obsidian vault", () => {
  it.each([
    ["Obsidian", { ".obsidian/app.json": "{}" }, ""],
    ["Quartz", { "quartz.config.ts": 'export default { configuration: { pageTitle: "A" } };\n' }, "content/"],
  ])("has wiki links and other page names, and no comments (%s)", async (_name, files: Readonly<Record<string, string>>, folder) => {
    const { posts, out, config, warnings } = await moveIn({
      ...files,
      [`${folder}marsh.md`]: dated("title: Marsh\naliases: [Grey heron]"),
      [`${folder}reeds.md`]: "---\ntitle: Reeds\ndate: 2024-01-03\n---\n\nOf the [[Grey heron]]. %%private: 555 1234%%\n",
    });
    expect(config.markdown).toEqual({ wikiLinks: true });
    expect(out).toContain("0 errors and 0 warnings");
    expect(out).not.toContain("aliases");
    expect(posts.length).toBe(2);
    expect(warnings).toEqual([]);
  });
});
