// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a name may be anything.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sortKeys } from "../../../cli/adopt/posts/post-keys.ts";
import { main } from "../../../cli/main.ts";
import { createTestIo, type TestIo } from "../test-io.ts";
import { FORMER_SITES } from "./former-sites.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-adopt-")));
});
afterEach(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

async function init(...args: string[]): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd });
  return { code: await main(["init", ...args], io), io };
}

/** The configuration as data: it must be JSON after `export default`, and nothing else. */
async function readConfig(name = "octavo.config.ts"): Promise<unknown> {
  const text = await readFile(join(cwd, name), "utf8");
  const [, json = ""] = /^\/\*\* [\w ,]+\. \*\/\nexport default (\{\n[\s\S]*\n\});\n$/.exec(text) ?? [];
  return JSON.parse(json);
}

describe("octavo init in the folder of another generator's site", () => {
  it.each(Object.entries(FORMER_SITES))("reads the configuration of %s, writes only octavo's, and checks the site", async (name, {
    files,
    config,
    written,
  }) => {
    await write(files);
    const { code, io } = await init();
    expect([code, io.err()]).toEqual([0, ""]);
    expect(io.out()).toContain(`site of    ${name.replace(/,.*/, "")}, read from `);
    expect(await readConfig(written)).toMatchObject(config);
    const there = (await readdir(cwd, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(there.length).toBe(Object.keys(files).length + 1);
    expect(io.out()).toMatch(/octavo check finds [1-9] posts?, 0 errors and \d+ warnings?\n/);
    // The second time, it changes nothing and asks nothing.
    expect((await init("--yes")).io.out()).toMatch(/^kept the existing octavo\.config\.m?ts\. Remove it/);
  });

  it("states in its first lines how it guessed a time zone, and asks for one at a terminal", async () => {
    await write({
      "hugo.toml": 'baseURL = "https://a.example"\n',
      "content/posts/a.md": "---\ntitle: A\ndate: 2024-01-02T10:00:00+01:00\n---\n",
      "content/posts/b.md": "---\ntitle: B\ndate: 2024-07-02T10:00:00+02:00\n---\n",
    });
    expect((await init("--yes", "--dry-run")).io.out()).toContain(
      "\ntime zone  Europe/Berlin, guessed from the dates of posts (+01:00, +02:00): check timeZone in octavo.config.ts\n",
    );
    const io = createTestIo({ cwd, answers: { "time zone": "Europe/Oslo" } });
    expect(await main(["init"], io)).toBe(0);
    expect(await readConfig()).toMatchObject({ site: { timeZone: "Europe/Oslo" } });
  });

  it("accepts a folder of somebody's Markdown unchanged, and writes no sample into it", async () => {
    await write({ "README.md": "# Vault\n", "notes/A heron.md": "# A grey heron\n\nText.\n", "notes/deep/Reeds.md": "Text.\n" });
    const { code, io } = await init("--yes");
    expect([code, io.err()]).toEqual([0, ""]);
    expect(io.out()).toContain("site of    Markdown\n");
    expect(await readConfig()).toMatchObject({ content: "notes", urls: { posts: "/{path}/" } });
    expect((await readdir(cwd)).sort()).toEqual(["README.md", "notes", "octavo.config.ts"]);
  });

  it("names the folders of a vault that it does not use, with counts", async () => {
    await write({
      "index.md": "# Home\n",
      "Notes/A.md": "---\ntitle: A\n---\n",
      "Notes/B.md": "---\ntitle: B\n---\n",
      "Daily Notes/2024-01-02.md": "Rain.\n",
      "Daily Notes/2024-01-03.md": "Fog.\n",
    });
    expect((await init("--yes")).io.out()).toContain(
      '\n\nwarning: only Notes is used. Other folders contain Markdown: Daily Notes (2), this folder (1). To publish them too, set content: "." in octavo.config.ts, and exclude private ones with globs that begin with !\n',
    );
  });

  it("refuses to adopt anything if most of the Markdown is in a folder with its own site, and names that folder", async () => {
    const one = "+++\ntitle = 'A'\ndate = 2024-01-01\n+++\n";
    await write({ "page/config.toml": "base_url = 'https://a.example'\n", "page/content/posts/a.md": one, "README.md": "# Site\n" });
    const { code, io } = await init("--yes");
    expect([code, io.err()]).toEqual([1, "octavo: the Zola site is in page: nothing was written\nhint: octavo init page\n"]);
    expect((await readdir(cwd)).sort()).toEqual(["README.md", "page"]);
    expect((await init("page", "--yes")).io.out()).toContain("site of    Zola, read from config.toml\n");
  });

  it("warns about a site in a folder beside notes, posts of a missing generator, and texts in other formats", async () => {
    const texts = Object.fromEntries(["a", "b", "c"].map((name) => [`notes/${name}.md`, `---\ntitle: ${name}\n---\n`]));
    await write({
      ...{ ...texts, "notes/d.ipynb": "{}", "notes/e.html": "<p>E</p>", "notes/index.html": "<p>All</p>" },
      ...{
        "blog/_config.yml": "title: Blog\n",
        "blog/_posts/2024-01-01-a.md": "---\ntitle: A\n---\n",
        "_posts/2024-01-02-b.md": "---\n---\n",
      },
    });
    const { io } = await init("--yes");
    expect(io.out()).toContain(
      "warning: blog is a separate Jekyll site, whose configuration is not read here: octavo init blog moves it separately\n",
    );
    expect(io.out()).toContain("warning: _posts is where Jekyll and Hexo keep their posts, but there is no _config.yml, ");
    expect(io.out()).toContain("warning: 2 texts beside the posts are not used: notes/d.ipynb, notes/e.html (octavo reads Markdown; ");
  });

  it("uses the folder that contains posts if the generator's own has none, and says so", async () => {
    const one = "---\ntitle: A\ndate: 2024-01-01\n---\n";
    await write({
      "hugo.toml": 'baseURL = "https://a.example"\n',
      "content/_index.md": one,
      "texts/2024/a.md": one,
      "texts/2025/b.md": one,
    });
    const { code, io } = await init();
    expect(code).toBe(0);
    expect(io.out()).toContain("warning: there are no posts in **/*.{md,markdown}: the 2 files in texts are used. If they are not posts, ");
    expect(await readConfig()).toMatchObject({ content: "texts" });
  });

  it("uses a folder with far more dated posts than the generator's own, and says so", async () => {
    const dated = (count: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`articles/p${index}.md`, `---\ntitle: P\ndate: 2024-01-0${index + 1}\n---\n`]),
      );
    const site = { "_config.yml": "url: https://a.example\n", "_posts/2024-01-01-a.md": "---\ntitle: A\n---\n" };
    await write({ ...site, ...dated(5) });
    const { code, io } = await init();
    expect(code).toBe(0);
    expect(io.out()).toContain("warning: there is only 1 post in **/_posts/");
    expect(io.out()).toContain(": the 5 files in articles are used. ");
    expect(await readConfig()).toMatchObject({ collections: { posts: ["articles/**/*.{md,mdx,markdown}"] } });
  });

  it("keeps the generator's own folder if another has only a few more posts, or none with a date", async () => {
    const one = "---\ntitle: A\n---\n";
    const undated = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`docs/${name}.md`, one]));
    await write({
      ...{ "_config.yml": "url: https://a.example\n", "_posts/2024-01-01-a.md": one, ...undated },
      ...{ "articles/2024-01-01-b.md": one, "articles/2024-01-01-c.md": one },
    });
    expect((await init()).io.out()).toContain("posts      1, from **/_posts/");
  });

  it("exits with 1 if its check finds errors, such as posts in reStructuredText beside others", async () => {
    await write({
      "pelicanconf.py": "SITEURL = 'https://pelican.example'\nPATH = 'content'\n",
      "content/heron.md": "Title: A heron\nDate: 2024-01-02 10:00\n\nText.\n",
      "content/reeds.rst": "Reeds\n#####\n\n:date: 2024-01-03\n",
      "content/README.rst": "Notes\n",
    });
    const { code, io } = await init("--yes");
    expect([code, io.err()]).toEqual([1, ""]);
    expect(io.out()).toContain("octavo check finds 1 post, 1 error and ");
    expect(io.out()).toContain(
      "content/reeds.rst:1:1 1 reStructuredText file, which octavo does not read: content/reeds.rst (convert each with pandoc",
    );
    await rm(join(cwd, "octavo.config.ts"));
    expect((await init("--yes", "--quiet")).code).toBe(1);
  });

  it("does not count about.md as a post: a site with only this file in its generator's folder has its posts elsewhere", async () => {
    const one = "---\ntitle: A\ndate: 2024-01-01\n---\n";
    await write({
      "hugo.toml": 'baseURL = "https://a.example"\n',
      "content/about.md": "---\ntitle: About\n---\n",
      ...Object.fromEntries(["a", "b", "c", "d"].map((name) => [`texts/${name}.md`, one])),
    });
    const { code, io } = await init();
    expect(code).toBe(0);
    expect(io.out()).toContain("the 4 files in texts are used. ");
    expect(await readConfig()).toMatchObject({ content: "texts" });
  });

  it("refuses a site without posts, names the fullest folders of Markdown, and writes nothing", async () => {
    await write({
      "hugo.toml": 'baseURL = "https://a.example"\n',
      "content/posts/_index.md": "---\ntitle: Posts\n---\n",
      "content/posts/a.rst": "A\n",
    });
    const { code, io } = await init();
    expect([code, io.out()]).toEqual([1, ""]);
    expect(io.err()).toContain("no posts were found in content/posts/**/*.{md,markdown}: nothing was written\n");
    expect(io.err()).toContain("octavo reads only Markdown; folders with other texts: content/posts (1)");
    expect(await readdir(cwd)).not.toContain("octavo.config.ts");
  });

  it("leaves out a post without a page, keeps keys that mean something else, and reads stated slugs of any form", async () => {
    const file = (front: string): string => `---\ntitle: A\ndate: 2024-01-01\n${front}\n---\n`;
    await write({
      "docusaurus.config.js": 'module.exports = { title: "D", url: "https://d.example", baseUrl: "/" };\n',
      "blog/2024-01-02-a.md": file("slug: 2024/Über/a_b\ntype: problem\nseries: Reeds"),
      "blog/2024-01-01-b.md": file("excerpt: One\ndescription: Two"),
      "blog/2024-01-04-c.md": file("permalink: false"),
    });
    const { code, io } = await init();
    expect(code).toBe(0);
    expect(io.out()).toContain(
      "note: keys that mean something else here are kept in extra, and set no field: type (1), series (1), description (1)\n",
    );
    expect(io.out()).toContain("octavo check finds 2 posts, 0 errors");
    await writeFile(join(cwd, "old.txt"), "https://d.example/blog/2024/%C3%9Cber/a_b\nhttps://d.example/blog/2024/01/01/b\n");
    const compared = createTestIo({ cwd });
    expect([await main(["adopt", "--compare", "old.txt"], compared), compared.out()]).toEqual([0, expect.stringContaining("2  present")]);
  });

  it("reads values as data, never as code", async () => {
    const name = '"}; process.exit(7); // \u2028 `${x}` */';
    await write({
      "hugo.json": JSON.stringify({ title: name, baseURL: "https://a.example", params: { author: name } }),
      "content/posts/a.md": "---\ntitle: A\n---\n",
    });
    expect((await init()).code).toBe(0);
    expect(await readConfig()).toMatchObject({ site: { name: name.replace(/\s+/g, " "), author: name.replace(/\s+/g, " ") } });
  });

  it("never runs a configuration", async () => {
    await write({
      "astro.config.mjs": `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(join(cwd, "ran"))}, "");\nexport default { site: (() => { throw new Error("ran") })(), base: "/b" };\n`,
      "src/content/blog/a.md": "---\ntitle: A\ndate: 2024-01-01\n---\n",
    });
    const { code, io } = await init("--name", "Mine");
    expect(code).toBe(0);
    expect(await readdir(cwd)).not.toContain("ran");
    expect(io.out()).toContain("note: astro.config.mjs:3: site is computed: code is not run");
    expect(io.out()).toContain("note: https://mine.invalid is a placeholder");
  });

  it("keeps every path inside the folder, even through links", async () => {
    await mkdir(join(cwd, "site"));
    await write({
      "secret.ts": "export const SITE = { website: 'https://secret.example', title: 'Secret' };\n",
      "site/astro.config.mjs":
        "import { SITE } from '../secret';\nexport default { site: SITE.website, publicDir: '../../etc', outDir: '/' };\n",
      "site/src/content/blog/a.md": "---\ntitle: A\ndate: 2024-01-01\n---\n",
    });
    await symlink(join(cwd, "secret.ts"), join(cwd, "site/src/consts.ts"));
    const { code, io } = await init("site");
    expect(code).toBe(0);
    expect(io.out()).not.toContain("Secret");
    expect(await readConfig("site/octavo.config.ts")).toMatchObject({
      site: { name: "Site", url: "https://site.invalid" },
      static: ["public"],
    });
  });

  it.each([
    ["hugo.toml", "title = \n", "hugo.toml:1:"],
    ["_config.yml", "title: [\n", "_config.yml:"],
    ["astro.config.mjs", "export default {\n  site: 'x\n};\n", "astro.config.mjs:2:"],
    ["gatsby-config.ts", "enum A { B }\nexport default {};\n", "gatsby-config.ts:"],
  ])("reports where %s is broken, and writes nothing", async (file, text, place) => {
    await write({ [file]: text, "content/posts/a.md": "" });
    const { code, io } = await init();
    expect([code, io.out()]).toEqual([1, ""]);
    expect(io.err()).toContain(place);
    expect(io.err()).toContain("nothing was written: fix the mistakes above\n");
    expect(await readdir(cwd)).toEqual([file, "content"].sort());
  });

  it("reports that it does not read a configuration outside the folder, or one that is too large", async () => {
    await write({ "secret.yml": "title: Secret\n", "site/_posts/2024-01-01-a.md": "", "big/_config.yml": "# x\n".repeat(300_000) });
    await symlink(join(cwd, "secret.yml"), join(cwd, "site/_config.yml"));
    for (const folder of ["site", "big"]) {
      const { code, io } = await init(folder);
      expect([code, io.out()]).toEqual([1, ""]);
      expect(io.err()).toContain("_config.yml:1:1  error  is not read: it is outside the folder, or larger than 1 MB");
    }
  });

  it("does not mistake a link to itself for a configuration", async () => {
    await symlink("_config.yml", join(cwd, "_config.yml"));
    const { code, io } = await init("--yes", "--dry-run");
    expect([code, io.err()]).toEqual([0, ""]);
  });

  it("with --dry-run, shows the configuration and writes nothing", async () => {
    await write(FORMER_SITES.Zola?.files ?? {});
    const { code, io } = await init("--dry-run", "--url", "https://new.example", "--language", "en");
    expect(code).toBe(0);
    expect(io.out()).toContain('"url": "https://new.example",\n    "language": "en"');
    expect(io.out()).toMatch(/nothing was written: --dry-run\n$/);
    expect(await readdir(cwd)).toEqual(["config.toml", "content"]);
  });

  it("with --template, starts a new site beside it", async () => {
    await write({ "next.config.js": "module.exports = {};\n" });
    const { io } = await init("--template", "empty");
    expect(io.out()).toContain("wrote content/site.yaml\n");
  });

  it("maps front matter names, keeps an author's own keys, and leaves possible misspellings to the report", () => {
    const uses = new Map(
      ["title", "date", "url", "layout", "mood", "Tags", "Path", "titel", "hidden", "taxonomies"].map((key) => [key, 1]),
    );
    const keys = { uses, dateKey: null, otherMeanings: new Set<string>() };
    expect(sortKeys(keys, { names: { url: "slug", path: "slug" }, hasAnyCase: true })).toEqual({
      names: { url: "slug", Path: "slug", layout: "", Tags: "tags" },
      own: ["mood"],
    });
    expect(sortKeys(keys, {}).own).toEqual(["Path", "mood", "url"]);
  });

  describe("in a Hugo site with titles in its addresses", () => {
    const hugo = (pattern: string): string => `title = 'A'\nbaseURL = 'https://a.example/'\n[permalinks]\n  posts = '${pattern}'\n`;
    const post = (title: string, more = ""): string => `---\ntitle: ${JSON.stringify(title)}\ndate: 2024-01-02\n${more}---\nText.\n`;

    it("makes slugs from titles if that keeps all addresses", async () => {
      await write({
        "hugo.toml": hugo("/:year/:slug/"),
        "content/posts/one.md": post("What’s new: “fog” – and a party 🎉!"),
        "content/posts/two.md": post("Two", "slug: deux\n"),
        "content/posts/1984.md": post("1984 - the book"),
      });
      const { io } = await init();
      expect(io.out()).not.toContain("titles");
      expect(await readConfig()).toMatchObject({ urls: { posts: "/{year}/{slug}/" }, slugs: { posts: "{title}" } });
      expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
      const posts = JSON.parse(await readFile(join(cwd, "dist/api/v1/posts.json"), "utf8")).items;
      expect(posts.map(({ url }: { url: string }) => url.slice("https://a.example".length)).sort()).toEqual([
        "/2024/1984-the-book/",
        "/2024/deux/",
        "/2024/whats-new-fog-and-a-party/",
      ]);
    });

    it("says nothing if file names give the same addresses", async () => {
      await write({ "hugo.toml": hugo("/:year/:title/"), "content/posts/the-title.md": post("The title") });
      const { io } = await init();
      expect(io.out()).not.toContain("of a title");
      expect(await readConfig()).not.toHaveProperty("slugs");
    });

    it("writes titles into addresses as Hugo does, if Octavo's slugs would differ", async () => {
      await write({
        "hugo.toml": hugo("/:title/"),
        "content/posts/a.md": post("C++ in a day"),
        "content/posts/b.md": post("AT&T"),
        "content/posts/c.md": post("The fog"),
        "content/posts/d.md": post("Rain", "slug: wet\n"),
        "content/posts/e.md": post("Élan", "url: /e/\n"),
      });
      expect((await init()).io.out()).not.toContain("of a title");
      expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
      const posts = JSON.parse(await readFile(join(cwd, "dist/api/v1/posts.json"), "utf8")).items;
      expect(posts.map(({ path }: { path: string }) => path).sort()).toEqual(["/att/", "/c++-in-a-day/", "/e/", "/rain/", "/the-fog/"]);
    });
  });

  it("accepts posts as other generators do: without titles, with empty tags, repeated names, and a theme's own words", async () => {
    await write({
      "hugo.toml": "title = 'A'\nbaseURL = 'https://a.example/'\n",
      "content/entry/2023/01/notes.md":
        "---\ntitle: ''\ndate: 2023-01-02\ntags: ['']\ncategories: [~]\nfeatured: 4\npreview: /img/notes.png\n---\nText.\n",
      "content/entry/2024/02/notes.md": "---\ndate: 2024-02-03\nseries: [Long walks]\n---\n# A *fine* [day](/x)\n\nText.\n",
      "content/entry/2024/02/bare.md": "# No front matter\n",
    });
    const { code, io } = await init();
    expect([code, io.err()]).toEqual([0, ""]);
    expect(await readConfig()).toMatchObject({
      slugs: { posts: "{path}" },
      frontMatter: {
        names: { posts: { featured: "", preview: "", series: "" } },
        extra: { posts: { document: ["featured", "preview", "series"] } },
      },
    });
    expect(io.out()).toContain("octavo check finds 3 posts, 0 errors");
    expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
    const read = async (slug: string) => JSON.parse(await readFile(join(cwd, `dist/api/v1/posts/${slug}.json`), "utf8"));
    expect(await read("entry-2023-01-notes")).toMatchObject({
      title: "notes",
      tags: [],
      featured: false,
      extra: { featured: 4, preview: "/img/notes.png" },
    });
    const fine = await read("entry-2024-02-notes");
    expect(fine).toMatchObject({ title: "A fine day", series: null, extra: { series: ["Long walks"] } });
    expect(fine.url).toBe("https://a.example/entry/2024/02/notes/");
    expect(await read("entry-2024-02-bare")).toMatchObject({ title: "No front matter" });
  });

  it("keeps the addresses of a new Jekyll site: words are categories, and a post without one has none in its address", async () => {
    await write({
      "_config.yml": "title: A\nurl: https://a.example\n",
      "_posts/2024-01-02-welcome.md": "---\ntitle: Welcome\ncategories: jekyll update\ntags: one two\n---\nText.\n",
      "_posts/2024-01-03-bare.md": "---\ntitle: Bare\ntags: [one two]\n---\nText.\n",
      "_posts/2024-01-04-one.md": "---\ntitle: One\ncategory: Far East\ntags: a b, c\n---\nText.\n",
    });
    expect((await init()).io.out()).toContain("octavo check finds 3 posts, 0 errors");
    expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
    const posts = JSON.parse(await readFile(join(cwd, "dist/api/v1/posts.json"), "utf8")).items;
    const read = posts.map(({ url, tags }: { url: string; tags: { name: string }[] }) => [url, tags.map(({ name }) => name)]);
    expect(read).toEqual([
      ["https://a.example/far-east/2024/01/04/one.html", ["a b", "c"]],
      ["https://a.example/2024/01/03/bare.html", ["one two"]],
      ["https://a.example/jekyll/update/2024/01/02/welcome.html", ["one", "two"]],
    ]);
  });

  it("finds pictures that posts refer to outside their folder, as Astro's own template does", async () => {
    await mkdir(join(cwd, "src/assets/2024"), { recursive: true });
    const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: "#369" } })
      .png()
      .toBuffer();
    await writeFile(join(cwd, "src/assets/blog one.png"), picture);
    await writeFile(join(cwd, "src/assets/2024/two.png"), picture);
    await write({
      "astro.config.mjs": "export default { site: 'https://a.example' };\n",
      "src/content/blog/a.md":
        "---\ntitle: A\ndate: 2024-01-01\nheroImage: '../../assets/2024/two.png'\nheroImageAlt: Two\n---\n![One](../../assets/blog%20one.png)\n",
      "src/content/blog/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\n![Out](../../../../../etc/x.png) ![Gone](../../gone/x.png)\n",
    });
    const { io } = await init();
    expect(await readConfig()).toMatchObject({ content: "src/content/blog", static: ["public", "src/assets"] });
    expect(io.out()).not.toContain("a.md:");
    expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
    const post = JSON.parse(await readFile(join(cwd, "dist-octavo/api/v1/posts/a.json"), "utf8"));
    expect(post.cover).toMatchObject({ width: 8, height: 4 });
    expect(JSON.stringify(post)).toContain('width=\\"8\\"');
  });

  it("keeps Zola's path, which has no slashes around it", async () => {
    await write({
      "config.toml": "title = 'A'\nbase_url = 'https://a.example'\n",
      "content/Rust.md": '+++\ntitle = "A"\ndate = 2014-09-15\npath = "2014/09/15/Rust-1.0"\n+++\nText.\n',
    });
    expect((await init()).io.out()).toContain("octavo check finds 1 post, 0 errors");
    expect(await main(["build"], createTestIo({ cwd }))).toBe(0);
    const { url } = JSON.parse(await readFile(join(cwd, "dist/api/v1/posts/rust.json"), "utf8"));
    expect(url).toBe("https://a.example/2014/09/15/Rust-1.0/");
  });

  it("refuses --deploy before there is a configuration, and names the two steps", async () => {
    await write({ "next.config.js": "module.exports = {};\n" });
    const { code, io } = await init("--deploy", "docker");
    expect([code, io.out()]).toEqual([2, ""]);
    expect(io.err()).toContain("hint: run octavo init, read its output, then run octavo init --deploy docker; --template starts");
  });

  it("with --deploy in an adopted site, writes the workflow for the site's own address, and no content", async () => {
    await write({ "hugo.toml": "baseURL = 'https://a.example/blog'\n", "content/posts/a.md": "---\ntitle: A\ndate: 2024-01-01\n---\n" });
    expect((await init("--yes")).code).toBe(0);
    const { code, io } = await init("--yes", "--deploy", "cloudflare", "--package", "octavo@1.2.3");
    expect([code, io.err()]).toEqual([0, ""]);
    expect(io.out()).toContain("wrote .github/workflows/publish.yml\n");
    expect(io.out()).toContain("kept the existing octavo.config.ts\n");
    const workflow = await readFile(join(cwd, ".github/workflows/publish.yml"), "utf8");
    expect(workflow).toContain("-a-example-blog.$SUBDOMAIN.workers.dev");
    expect(await readdir(join(cwd, "content"), { recursive: true })).toEqual(["posts", "posts/a.md"]);
    expect((await init("--yes", "--deploy", "none")).io.out()).toContain("kept the existing octavo.config.ts. Remove it");
  });

  it("names pages that are not posts, and the line that publishes them at their addresses", async () => {
    const page = "---\ntitle: A\ndate: 2024-01-01\n---\n";
    await write({
      "hugo.toml": "baseURL = 'https://a.example'\n",
      "content/_index.md": page,
      "content/posts/a.md": page,
      "content/posts/b.md": page,
      "content/about/index.md": page,
      "content/contact.md": page,
      "content/docs/x.md": page,
      "content/docs/deep/y.md": page,
      "content/themes/z.md": page,
    });
    const { io } = await init("--yes");
    expect(io.out()).toContain(
      "note: content/about/index.md is the text of /api/v1/about, and has no address: your front end makes the page\n",
    );
    expect(io.out()).toContain(
      'note: 3 files with front matter are not posts, and not published: content/contact.md, content/docs/deep/y.md, content/docs/x.md; to publish pages, add to octavo.config.ts pages: ["contact.md", "@(docs)/**/*.{md,mdx,markdown}"] under collections, and pages: "/{path}/" (or without the last /) under urls\n',
    );
    const text = await readFile(join(cwd, "octavo.config.ts"), "utf8");
    await writeFile(
      join(cwd, "octavo.config.ts"),
      text
        .replace('"pages": []', '"pages": ["contact.md", "@(docs)/**/*.{md,mdx,markdown}"]')
        .replace('"urls": {', '"urls": {\n    "pages": "/{path}/",'),
    );
    await writeFile(join(cwd, "old.txt"), ["posts/a", "contact", "docs/x", "docs/deep/y", "about"].map((path) => `/${path}/\n`).join(""));
    const compared = createTestIo({ cwd });
    expect([await main(["adopt", "--compare", "old.txt"], compared), compared.out()]).toEqual([
      0,
      expect.stringMatching(/ {2}4 {2}present\n {2}1 {2}not compared: lists.*\n +\/about\/ \(content\/about\/index\.md\)\n/),
    ]);
  });

  it("does not list Jekyll's configuration, which it has read, and reports that a permalink in about.md sets no address", async () => {
    await write({
      "_config.yml": "title: A\nurl: https://a.example\n",
      "_posts/2024-01-02-a.md": "---\ntitle: A\n---\n",
      "about.md": "---\ntitle: About\npermalink: /about-me/\n---\n",
      "index.markdown": "---\nlayout: home\n---\n",
    });
    const { io } = await init();
    expect(io.out()).toContain("notice: no collection includes index.markdown\n");
    expect(io.out()).toMatch(
      /notice: about: keys that are not published: permalink \(1 file\); permalink does not set the address here, because your front end does/,
    );
  });

  it("ends with the mistakes by kind, with their numbers and places", async () => {
    await write({
      "_config.yml": "title: A\nurl: https://a.example\n",
      "_posts/2024-01-01-a.md": "---\ntitle: A\n---\n[x](nope.md) ![](no.png) [y](nada.md)\n",
      "_posts/2024-01-02-b.md": "---\ntitle: B\npassword: x\n---\n[x](nope.md)\n",
    });
    const { io } = await init();
    const summary = io.out().slice(io.out().indexOf("octavo check finds"));
    expect(summary.split("\n").filter((line) => line.includes("×"))).toEqual([
      "1 × error not-for-all",
      "3 × warning broken-link",
      "1 × warning missing-alt",
      "1 × warning missing-picture",
    ]);
    expect(summary).toContain("    _posts/2024-01-01-a.md:4:5 ");
  });
});
