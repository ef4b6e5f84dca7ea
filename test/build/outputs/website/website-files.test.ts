import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, type Files, treeOf, writeOldFiles } from "../../site-folder.ts";

const CONFIG = "export default { website: true };\n";
const SITE: Files = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml":
    "name: Fjord\nurl: https://fjord.example\ntimeZone: Europe/Oslo\naccentColor: '#1f4a5c'\nlogo: { src: rain.svg, alt: Rain }\n",
  "content/about.md": "---\nheadline: Kari\n---\nI write.\n",
  "content/rain.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
  "content/posts/rain.md":
    "---\ntitle: Rain & `<b>`\npublishedAt: 2024-12-31T23:30:00Z\ntags: [Wet & cold]\ncategories: [Marsh]\nauthors: [Kari, Ola]\nseries: { slug: walks, position: 1 }\ncover: { src: ../rain.svg, alt: Rain }\n---\nSee [dry](dry.md).\n",
  "content/posts/dry.md": "---\ntitle: Dry\npublishedAt: 2024-01-02\nseries: { slug: walks, position: 2 }\n---\n```js\nlet a;\n```\n",
  "content/posts/hidden.md": "---\ntitle: Hidden\npublishedAt: 2024-01-03\nunlisted: true\n---\nShh.\n",
  "content/series/walks.yaml": "title: Walks\n",
  "content/projects/loom.md": "---\ntitle: Loom\nsummary: It weaves.\ntags: [Wet & cold]\n---\nWood.\n",
  "content/books/tides.md": "---\ntitle: Tides\nauthors: [Aud]\nstatus: reading\nrating: 4.5\n---\nGood.\n",
  "content/photos/grey.md": "---\ntitle: Grey\nimage: { src: ../rain.svg, alt: Rain }\nalbum: Sea\n---\n",
  "content/services/mending.md": "---\ntitle: Mending\n---\nI mend.\n",
  "content/pages/docs/index.md": "---\ntitle: Docs\n---\nRead.\n",
  "content/pages/docs/install.md": "# Install\n",
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-website-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(files: Files): Promise<ReadonlyMap<string, string>> {
  writeOldFiles(cwd, files);
  const { ok, diagnostics } = await buildIn(cwd, { scripts: async () => ({ "octavo-elements.js": "1;", "octavo-engagement.js": "2;" }) });
  expect({ ok, errors: diagnostics.all() }).toEqual({ ok: true, errors: [] });
  return treeOf(join(cwd, "dist"));
}

const pagesOf = (dist: ReadonlyMap<string, string>): string[] => [...dist.keys()].filter((path) => path.endsWith(".html"));
const pageOf = async (name: string, files: Files = SITE): Promise<string> => (await build(files)).get(name) ?? "";

/** The file that a host of files answers a path with. */
function fileOf(path: string, dist: ReadonlyMap<string, string>): string | undefined {
  const name = decodeURIComponent(path.slice(1));
  return [name, `${name}.html`, `${name}index.html`].find((file) => dist.has(file));
}

describe("a website", () => {
  it("has a file for each document, list, tag, category, series, album and author, the archive, what is missing, style and script", async () => {
    expect(pagesOf(await build(SITE)).sort()).toEqual([
      "404.html",
      "about.html",
      "albums/sea.html",
      "archive.html",
      "archive/2024.html",
      "archive/2025.html",
      "authors.html",
      "authors/kari.html",
      "authors/ola.html",
      "books.html",
      "books/tides.html",
      "categories.html",
      "categories/marsh.html",
      "docs/index.html",
      "docs/install/index.html",
      "index.html",
      "photos.html",
      "photos/grey.html",
      "posts.html",
      "posts/dry.html",
      "posts/hidden.html",
      "posts/rain.html",
      "projects.html",
      "projects/loom.html",
      "search.html",
      "series.html",
      "series/walks.html",
      "services.html",
      "tags.html",
      "tags/wet-cold.html",
    ]);
  });

  it("has no page without `website: true`", async () => {
    const dist = await build({ ...SITE, "octavo.config.mjs": "export default {};\n" });
    expect([...pagesOf(dist), ...[...dist.keys()].filter((path) => path.startsWith("site."))]).toEqual([]);
  });

  it("has no link of its own that leads nowhere, but to the write server's pages", async () => {
    const dist = await build(SITE);
    const broken = pagesOf(dist).flatMap((page) =>
      [...(dist.get(page) ?? "").matchAll(/ (?:href|src)="(\/[^"#]*)"/g)]
        .map(([, path = ""]) => path)
        .filter((path) => fileOf(path, dist) === undefined && !/^\/(?:comments\/|inquiry$)/.test(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  it("has every address that the sitemap names", async () => {
    const dist = await build(SITE);
    const paths = [...(dist.get("sitemap.xml") ?? "").matchAll(/<loc>https:\/\/fjord\.example([^<]*)<\/loc>/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => fileOf(path, dist) === undefined)).toEqual([]);
  });

  it("has no inline script, style element or style attribute", async () => {
    const dist = await build(SITE);
    for (const page of pagesOf(dist)) {
      const text = dist.get(page) ?? "";
      expect(text).not.toMatch(/<style| style=| on\w+="|javascript:/);
      expect(text.replaceAll(/<script type="application\/ld\+json">/g, "")).not.toMatch(/<script(?! src=)/);
    }
  });
});

describe("the head of a page", () => {
  it("names the document, its picture, its date and its way from the home page", async () => {
    const page = await pageOf("posts/rain.html");
    const head = page.slice(0, page.indexOf("</head>"));
    expect(head).toContain("<title>Rain &amp; &lt;b&gt; ");
    expect(head).toContain('<link rel="canonical" href="https://fjord.example/posts/rain">');
    expect(head).toContain('<meta property="og:type" content="article">');
    expect(head).toMatch(/<meta property="og:image" content="https:\/\/fjord\.example\/media\/rain\.[0-9a-f]+\.svg">/);
    expect(head).toContain('<meta property="article:published_time" content="2024-12-31T23:30:00.000Z">');
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
    const { "@graph": graph } = JSON.parse(json);
    expect(graph.map((part: { "@type": string }) => part["@type"])).toEqual(["BlogPosting", "BreadcrumbList"]);
    expect(graph[0]).toMatchObject({ headline: "Rain & <b>", author: [{ name: "Kari" }, { name: "Ola" }] });
  });

  it("keeps search engines from unlisted posts", async () => {
    expect(await pageOf("posts/hidden.html")).toContain('<meta name="robots" content="noindex">');
  });

  it("has the owner's own HTML at its end, and so has the foot of the page", async () => {
    const page = await pageOf("posts/dry.html", {
      ...SITE,
      "content/head.html": '<link rel="me" href="x">',
      "content/footer.html": "<p>Bye</p>",
    });
    expect(page).toContain('<link rel="me" href="x"></head>');
    expect(page).toContain("<p>Bye</p>\n</footer>");
  });
});

describe("a post's page", () => {
  it("has the text, the neighbours, the series and a link to the comments, and no comment", async () => {
    const page = await pageOf("posts/rain.html");
    expect(page).toContain("<h1>Rain &amp; <code>&lt;b&gt;</code></h1>");
    // In Oslo it is the next year.
    expect(page).toContain('<time datetime="2024-12-31T23:30:00.000Z">January 1, 2025</time>');
    expect(page).toContain('<a href="/posts/dry">dry</a>');
    expect(page).toContain('<a href="/posts/dry" rel="prev">');
    expect(page).toContain('<octavo-comments slug="rain"><p><a href="/comments/rain" rel="nofollow">');
  });
});

describe("the style sheet", () => {
  it("has an accent that can be read on both papers, and the owner's theme last", async () => {
    const dist = await build({ ...SITE, "content/theme.css": "h1 { color: red }" });
    expect(dist.get("site.css")).toMatch(/--mark: #1f4a5c;.*prefers-color-scheme: dark.*--mark: #[0-9a-f]{6};.*h1 \{ color: red \}$/s);
    expect(dist.get("site.js")).toBe("1;\n2;");
  });
});

describe("a list's pages", () => {
  it("stay as they are when a post is added", async () => {
    const post = (day: number): Files => ({
      [`content/posts/p${day}.md`]: `---\ntitle: Post ${day}\npublishedAt: ${new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10)}\n---\nText.\n`,
    });
    const site: Files = {
      "octavo.config.mjs": CONFIG,
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
      ...Object.assign({}, ...Array.from({ length: 70 }, (_, at) => post(at + 1))),
    };
    const before = await build(site);
    const after = await build({ ...site, ...post(71) });
    const changed = pagesOf(after).filter((path) => before.get(path) !== after.get(path));
    expect(changed.sort()).toEqual(["archive.html", "archive/2024.html", "index.html", "posts.html", "posts/p70.html", "posts/p71.html"]);
    expect(
      pagesOf(after)
        .filter((path) => path.startsWith("posts/page/"))
        .sort(),
    ).toEqual(["posts/page/1.html", "posts/page/2.html"]);
  });
});
