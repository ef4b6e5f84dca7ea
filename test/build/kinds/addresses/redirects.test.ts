import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, writeFiles } from "../../site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-redirects-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(root, "dist", path), "utf8");
const post = (frontMatter: string, body = "Rain.\n"): string => `---\ntitle: Rain\n${frontMatter}\n---\n${body}`;

/** Builds a site, and returns the warnings and errors. */
async function build(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  writeFiles(root, { "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n", ...files });
  const { diagnostics } = await buildIn(root);
  return diagnostics.all().map(({ file, line, code }) => `${file}:${line} ${code}`);
}

describe("a site with pages that have moved", () => {
  const FILES = {
    "octavo.config.mjs": 'export default { urls: { posts: "/{year}/{slug}/" }, formerUrls: { posts: "/archive/{slug}.html" } };',
    "content/posts/rain.md": post("date: 2024-01-02\naliases: [drizzle, /2019/wet/]", "## X\n\nRain.\n"),
    "content/posts/snow.md": post(
      "date: 2024-01-03\npermalink: /Snow",
      "See [a](/2024/rain), [b](/2019/wet#x), [c](/archive/rain.html) and [d](/about).\n",
    ),
    "content/posts/secret.md": post("date: 2024-01-04\nunlisted: true\nredirectFrom: /hidden/"),
    "content/posts/later.md": post("date: 2031-01-04\nredirectFrom: /later/"),
    "content/projects/loom.md": "---\ntitle: Loom\nredirectFrom: /loom.php\n---\nWood.\n",
  };

  it("lists the former addresses of each listed page, and uses only the current ones elsewhere", async () => {
    expect(await build(FILES)).toEqual([]);
    expect(JSON.parse(read("api/v1/redirects.json"))).toEqual({
      items: [
        { from: "/2019/wet/", to: "/2024/rain/" },
        { from: "/2024/drizzle/", to: "/2024/rain/" },
        { from: "/archive/drizzle.html", to: "/2024/rain/" },
        { from: "/archive/rain.html", to: "/2024/rain/" },
        { from: "/archive/snow.html", to: "/Snow" },
        { from: "/loom.php", to: "/projects/loom" },
      ],
    });
    const snow = JSON.parse(read("api/v1/posts/snow.json"));
    expect(snow).toMatchObject({
      slug: "snow",
      url: "https://marsh.example/Snow",
      canonicalUrl: "https://marsh.example/Snow",
      previousPost: { url: "https://marsh.example/2024/rain/" },
    });
    expect([...snow.bodyHtml.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://marsh.example/2024/rain/",
      "https://marsh.example/2024/rain/#x",
      "https://marsh.example/2024/rain/",
      "/about",
    ]);
    for (const file of ["sitemap.xml", "feed.xml", "feed.json"]) {
      expect(read(file)).toContain("https://marsh.example/Snow");
      expect(read(file)).not.toMatch(/archive\/rain|posts\/rain/);
    }
    expect(read("api/v1/redirects.json") + read("sitemap.xml")).not.toMatch(/secret|hidden|later/);
  });

  it("does not redirect from the pages that hosts send for other addresses", async () => {
    const files = {
      "content/posts/rain.md": post("date: 2024-01-02\nredirectFrom: [/404.html, /%69ndex.html, /old/]"),
      "content/projects/loom.md": "---\ntitle: Loom\nredirectFrom: /index.html\n---\nWood.\n",
    };
    expect(await build(files)).toEqual([
      "content/posts/rain.md:4 bad-path",
      "content/posts/rain.md:4 bad-path",
      "content/projects/loom.md:3 bad-path",
    ]);
    expect(JSON.parse(read("api/v1/redirects.json"))).toEqual({ items: [{ from: "/old/", to: "/posts/rain" }] });
  });

  it("warns about a link to the page of a post that is not yet public", async () => {
    expect(await build({ ...FILES, "content/posts/snow.md": post("date: 2024-01-03", "See [a](/2031/later/).\n") })).toEqual([
      "content/posts/snow.md:5 unpublished-link",
    ]);
  });
});

describe("a function that makes slugs", () => {
  const config = (code: string): string => `export default { slugs: { posts: ${code} } };`;
  const slugs = (): unknown => JSON.parse(read("api/v1/posts.json")).items.map(({ slug }: { slug: string }) => slug);
  const FILES = { "content/posts/2024/Rain.md": post("date: 2024-01-02T12:00:00Z\nfeatured: true") };

  it("receives the slug, name, path, date and front matter of a file, and keeps the slug by returning null", async () => {
    const whole =
      '({ slug, name, path, date, frontMatter }) => [slug, name, path, date, frontMatter.featured].join("-").toLowerCase().replace(/[^a-z0-9]+/g, "-")';
    expect(await build({ ...FILES, "octavo.config.mjs": config(whole) })).toEqual([]);
    expect(slugs()).toEqual(["rain-rain-posts-2024-rain-2024-01-02-true"]);
    expect(await build({ "octavo.config.mjs": config('({ slug, date }) => date.slice(0, 4) + "-" + slug') })).toEqual([]);
    expect(slugs()).toEqual(["2024-rain"]);
    expect(await build({ "octavo.config.mjs": config("() => null") })).toEqual([]);
    expect(slugs()).toEqual(["rain"]);
  });

  it.each([
    '() => "Not A Slug"',
    "() => 3",
    "async () => 'rain'",
    "async () => { throw new Error('no') }",
    "() => { throw new Error('no') }",
  ])("is reported at each file for which it does not return a slug: %s", async (code) => {
    expect(await build({ ...FILES, "octavo.config.mjs": config(code) })).toEqual(["content/posts/2024/Rain.md:2 bad-slug"]);
  });
});
