import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, type Files, treeOf, writeFiles, writeOldFiles } from "../../site-folder.ts";

const DEFINE_KIND = new URL("../../../../contract/config/define-kind.ts", import.meta.url).href;
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

const SCRIPTS = {
  "octavo-site.js": "1;",
  "octavo-engagement.js": "2;",
  "octavo-elements.en.json": '{"send":"Send","like":"Like"}',
  "octavo-elements.de.json": '{"send":"Senden"}',
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-website-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(files: Files): Promise<ReadonlyMap<string, string>> {
  writeOldFiles(cwd, files);
  const { ok, diagnostics } = await buildIn(cwd, { scripts: async () => SCRIPTS });
  expect({ ok, errors: diagnostics.all() }).toEqual({ ok: true, errors: [] });
  return treeOf(join(cwd, "dist"));
}

const pagesOf = (dist: ReadonlyMap<string, string>): string[] => [...dist.keys()].filter((path) => path.endsWith(".html"));
const pageOf = async (name: string, files: Files = SITE): Promise<string> => (await build(files)).get(name) ?? "";

/** The file that a static host serves at a path. */
function fileOf(path: string, dist: ReadonlyMap<string, string>): string | undefined {
  const name = decodeURIComponent(path.slice(1));
  return [name, `${name}.html`, `${name}index.html`].find((file) => dist.has(file));
}

describe("a website", () => {
  it("has a file for each document, list, tag, category, series, album and author, the archive, and the page for missing addresses", async () => {
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

  it("has no broken internal links, except those to the write server's pages", async () => {
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

  it("describes the owner on the page about the owner, if the site names one", async () => {
    const partsOf = (page: string): object[] =>
      [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].flatMap(([, json = ""]) => JSON.parse(json)["@graph"]);
    expect(partsOf(await pageOf("about.html"))).toEqual([]);
    const files = {
      ...SITE,
      "content/site.yaml": `${SITE["content/site.yaml"]}author: { name: Kari Vik, url: https://kari.example }\n`,
      "content/about.md":
        "---\nheadline: Kari\nportrait: { src: rain.svg, alt: Kari }\nlinks: [{ label: Forge, url: https://forge.example/kari }]\n---\nI write.\n",
    };
    expect(partsOf(await pageOf("about.html", files))).toEqual([
      {
        "@type": "Person",
        name: "Kari Vik",
        url: "https://kari.example",
        image: expect.stringMatching(/^https:\/\/fjord\.example\/media\/rain\./),
        sameAs: ["https://forge.example/kari"],
      },
    ]);
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
  it("names the document, its picture, its date and its breadcrumbs", async () => {
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

  it("ends with the owner's own HTML, and so does the foot of the page", async () => {
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
    // In Oslo, the next year has begun.
    expect(page).toContain('<time datetime="2024-12-31T23:30:00.000Z">January 1, 2025</time>');
    expect(page).toContain('<a href="/posts/dry">dry</a>');
    expect(page).toContain('<a href="/posts/dry" rel="prev">');
    expect(page).toContain('<octavo-comments slug="rain" comments-open="true"><p><a href="/comments/rain" rel="nofollow">');
  });
});

describe("the home page", () => {
  it("shows the site's name once: its heading is for screen readers only", async () => {
    const page = await pageOf("index.html");
    const name = /<a class="site-name"[^>]*>([^<]+)<\/a>/.exec(page)?.[1];
    expect(page).toContain(`<header class="page-header front">\n<h1 class="sr-only">${name}</h1>\n</header>`);
  });
});

describe("the style sheet", () => {
  it("has an accent that is readable on both backgrounds, and the owner's theme last", async () => {
    const dist = await build({ ...SITE, "content/theme.css": "h1 { color: red }" });
    expect(dist.get("site.css")).toMatch(/--mark: light-dark\(#1f4a5c, #[0-9a-f]{6}\);\n\}\nh1 \{ color: red \}$/);
  });

  it.each([
    ["theme.css", "content/theme.css", "h1 { color: red }", []],
    [
      "the accent colour",
      "content/site.yaml",
      SITE["content/site.yaml"]?.replace("#1f4a5c", "#8a3324") ?? "",
      ["api/v1/openapi.json", "api/v1/site-settings.json"],
    ],
  ])("is the only page file that changes with %s", async (_, path, text, others) => {
    await build(SITE);
    writeFiles(cwd, { [path]: text });
    const { changed } = await buildIn(cwd, { scripts: async () => SCRIPTS });
    expect(changed).toEqual([...others, "site.css"]);
  });
});

describe("the script", () => {
  const words = { de: { send: "Senden" }, en: { send: "Send", like: "Like" } };

  it.each([
    ["en", { language: "en", texts: words.en }],
    ["de-AT", { language: "de", texts: { ...words.en, ...words.de } }],
    ["nb", { language: "en", texts: words.en }],
  ])("consists of its parts, preceded by the texts for a site in %s", async (language, texts) => {
    const site = `${SITE["content/site.yaml"]}language: ${language}\n`;
    const dist = await build({ ...SITE, "content/site.yaml": site });
    expect(dist.get("site.js")).toBe(`const OCTAVO_TEXTS=${JSON.stringify(texts).replaceAll(/"(\w+)":/g, "$1:")};\n1;\n2;`);
    expect([dist.has("octavo-site.js"), dist.has("octavo-engagement.js")]).toEqual([false, true]);
  });
});

describe("the script that counts readers", () => {
  it("names campaigns, and the server stores them, only if site.yaml says so", async () => {
    const scripts = async (settings: string) => {
      const dist = await build({ ...SITE, "content/site.yaml": `${SITE["content/site.yaml"]}${settings}` });
      const { published } = JSON.parse(dist.get("index/v1/manifest.json") ?? "");
      const { campaigns = null } = JSON.parse(dist.get(`index/v1/${published}`) ?? "");
      return [dist.get("octavo-engagement.js"), dist.get("site.js")?.split("\n").slice(2).join("\n"), campaigns];
    };
    expect(await scripts("")).toEqual(["2;", "2;", null]);
    expect(await scripts("campaigns: false\n")).toEqual(["2;", "2;", null]);
    const on = "var OCTAVO_CAMPAIGNS=true;\n2;";
    expect(await scripts("campaigns: true\n")).toEqual([on, on, true]);
  });
});

describe("the card of a page for social networks", () => {
  it("is large for a picture of 600 pixels or more, and small for a logo or a smaller picture", async () => {
    const svg = (width: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="400"/>`;
    const site = { "content/site.yaml": SITE["content/site.yaml"]?.replace("rain.svg", "wide.svg") ?? "", "content/wide.svg": svg(600) };
    const post = (cover: string): string =>
      `---\ntitle: Rain\npublishedAt: 2024-01-02\ncover: { src: ../${cover}, alt: Rain }\n---\nWet.\n`;
    const posts = {
      "content/posts/wide.md": post("wide.svg"),
      "content/narrow.svg": svg(599),
      "content/posts/narrow.md": post("narrow.svg"),
    };
    const dist = await build({ ...SITE, ...site, ...posts });
    const cardOf = (file: string): string | undefined => /<meta name="twitter:card" content="([^"]+)">/.exec(dist.get(file) ?? "")?.[1];
    expect(["posts/wide.html", "posts/narrow.html", "index.html", "posts/dry.html"].map(cardOf)).toEqual([
      "summary_large_image",
      ...["summary", "summary", "summary"],
    ]);
    expect(dist.get("index.html")).toMatch(/<meta property="og:image" content="[^"]+\/wide\.[^"]+">/);
  });
});

describe("a list's pages", () => {
  it.each([
    ["in the middle of a page", 70, ["posts/page/3.html"]],
    ["that begins a page", 79, ["posts/page/3.html", "posts/page/4.html"]],
  ])("stay as they are when a newer post is added, %s", async (_, count, unfinished) => {
    const post = (day: number): Files => ({
      [`content/posts/p${day}.md`]: `---\ntitle: Post ${day}\npublishedAt: ${new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10)}\n---\nText.\n`,
    });
    const site: Files = {
      "octavo.config.mjs": CONFIG,
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
      ...Object.assign({}, ...Array.from({ length: count }, (_, at) => post(at + 1))),
    };
    const before = await build(site);
    const after = await build({ ...site, ...post(count + 1) });
    const changed = pagesOf(after).filter((path) => before.get(path) !== after.get(path));
    const posts = [`posts/p${count}.html`, `posts/p${count + 1}.html`];
    expect(changed.sort()).toEqual(["archive.html", "archive/2024.html", "index.html", "posts.html", ...posts, ...unfinished].sort());
    // The number after the last page leads to the first one, and names it for search engines.
    expect(after.get(unfinished.at(-1) ?? "")).toBe(after.get("posts.html"));
    expect(after.get("posts.html")).toContain('<link rel="canonical" href="https://fjord.example/posts">');
  });
});

describe("404.md", () => {
  it("is the text of 404.html, and no other file contains or names it", async () => {
    const dist = await build({ ...SITE, "content/pages/404.md": "---\ntitle: Lost\ntags: [sea]\n---\nThe tide took it.\n" });
    expect(dist.get("404.html")).toContain("<h1>Lost</h1>");
    expect(dist.get("404.html")).toContain("The tide took it.");
    const others = [...dist].filter(([path, text]) => path !== "404.html" && /The tide took it|\/404\b|"slug":"404"/.test(text));
    expect(others.map(([path]) => path)).toEqual([]);
  });
});

describe("a site with several languages", () => {
  it("shows its main language in lists, on the home page and in the archive, and links to the others", async () => {
    const german = "---\ntitle: Regen\npublishedAt: 2025-03-02\nlanguage: de-AT\n---\nEs regnet.\n";
    const dist = await build({ ...SITE, "content/posts/regen.md": german });
    const way = '<p class="meta"><a href="/de/posts" hreflang="de" lang="de">Deutsch</a></p>';
    for (const page of ["index.html", "posts.html", "archive.html"]) {
      expect([page, dist.get(page)?.includes(way)]).toEqual([page, true]);
      expect([page, dist.get(page)?.includes("Regen")]).toEqual([page, false]);
    }
    expect(dist.get("archive/2025.html")).not.toContain("Regen");
    expect(dist.get("de/posts.html")).toContain('<a href="/posts/regen">Regen</a>');
    expect(dist.get("de/posts.html")).toContain('<a href="/posts" hreflang="en" lang="en">English</a>');
  });

  it("shows all documents if none is in the site's language", async () => {
    const dist = await build({
      "octavo.config.mjs": CONFIG,
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
      "content/posts/regen.md": "---\ntitle: Regen\npublishedAt: 2025-03-02\nlanguage: de\n---\nEs regnet.\n",
      "content/posts/pluie.md": "---\ntitle: Pluie\npublishedAt: 2025-03-02\nlanguage: fr\n---\nIl pleut.\n",
    });
    for (const title of ["Regen", "Pluie"]) expect(dist.get("posts.html")).toContain(`>${title}</a>`);
  });
});

describe("content in a page", () => {
  it("does not become a script on a page, not even in an attribute", async () => {
    const page = await pageOf("posts/x.html", {
      ...SITE,
      "octavo.config.mjs": 'export default { website: true, markdown: { rawHtml: "escape" } };\n',
      "content/posts/x.md": "---\ntitle: X\npublishedAt: 2024-01-02\n---\n![<pre onerror=alert(1) x](https://e.example/b.png)\n",
    });
    expect(page).toMatch(/ alt="(?:<|&lt;)pre onerror=alert\(1\) x"/);
  });

  it("keeps the site's address in the query of a link to another site", async () => {
    const share = "https://x.example/share?u=https://fjord.example/posts/dry";
    const page = await pageOf("posts/x.html", {
      ...SITE,
      "content/posts/x.md": `---\ntitle: X\npublishedAt: 2024-01-02\n---\n[x](${share})\n`,
    });
    expect(page).toContain(`<a href="${share}">`);
  });

  it("in a field of the site's own kinds is text or HTML, as the field's type says, and its links lead only to pages", async () => {
    const dist = await build({
      ...SITE,
      "octavo.config.mjs": `import { defineKind, field } from ${JSON.stringify(DEFINE_KIND)};
const link = field.object({ label: field.text(), url: field.text() });
const reference = field.object({ slug: field.text(), title: field.text(), path: field.text() });
const file = field.object({ url: field.text(), bytes: field.number() });
const fields = { introHtml: field.text(), about: field.markdown(), good: link, bad: link, reference, file };
export default { website: true, kinds: { talks: defineKind({ words: { one: "Talk", many: "Talks" }, fields, page: "/talks/{slug}" }) } };\n`,
      "content/talks/a.md": `---
title: A
introHtml: <img src=x onerror=alert(1)>
about: "*Wind*"
good: { label: Mail, url: "mailto:a@b.example" }
bad: { label: Bad, url: "javascript:alert(1)" }
reference: { slug: s, title: Ref, path: "javascript:alert(2)" }
file: { url: "javascript:alert(3)", bytes: 5 }
---
Rain.
`,
    });
    const page = dist.get("talks/a.html");
    // Views that know only the API use this to distinguish text from HTML.
    const [kind] = JSON.parse(dist.get("api/v1/kinds.json") ?? "").items.slice(-1);
    expect(Object.keys(kind.schema.properties)).toContain("introHtml");
    expect(Object.keys(kind.schema.properties)).not.toContain("aboutHtml");
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).toContain("<em>Wind</em>");
    expect(page).toContain('<a href="mailto:a@b.example">Mail</a>');
    expect(page).not.toContain('href="javascript:');
    expect(page).toContain("Bad");
  });

  it("in a field with the name of a member of pages is shown like any other", async () => {
    const dist = await build({
      ...SITE,
      "octavo.config.mjs": `import { defineKind, field } from ${JSON.stringify(DEFINE_KIND)};
const names = field.list(field.text());
const fields = { order: field.number(), parent: field.reference("people").optional(), ancestors: names, children: names };
export default { website: true, kinds: { people: defineKind({ words: { one: "Person", many: "People" }, fields, page: "/people/{slug}" }) } };\n`,
      "content/people/ada.md": "---\ntitle: Ada\norder: 7\nchildren: [Byron Junior]\n---\nA.\n",
      "content/people/bo.md": "---\ntitle: Bo\norder: 9\nparent: ada\nancestors: [Old Lovelace]\n---\nB.\n",
    });
    const [ada, bo] = ["ada", "bo"].map((slug) => dist.get(`people/${slug}.html`) ?? "");
    expect(ada).toContain("<dt>Order</dt><dd>7</dd>");
    expect(ada).toContain("<dt>Children</dt><dd>Byron Junior</dd>");
    expect(bo).toContain('<dt>Parent</dt><dd><a href="/people/ada">Ada</a></dd>');
    expect(bo).toContain("<dt>Ancestors</dt><dd>Old Lovelace</dd>");
    expect(`${ada}${bo}`).not.toContain("undefined");
  });

  it.each(["theme.css", "head.html", "footer.html"])("that is a symbolic link out of the site's folders is an error: %s", async (name) => {
    writeFiles(cwd, { ...SITE, ".env": "SECRET=1" });
    symlinkSync("../.env", join(cwd, "content", name));
    const { ok, diagnostics } = await buildIn(cwd);
    expect(ok).toBe(false);
    expect(diagnostics.all()).toMatchObject([{ code: "link-outside-content", file: `content/${name}`, severity: "error" }]);
    expect(diagnostics.all()[0]?.message).toContain(`is a symbolic link to ${join(realpathSync(cwd), ".env")}, outside the site's folders`);
  });

  it("that is a symbolic link within the site's folders is read", async () => {
    writeFiles(cwd, { ...SITE, "content/own/foot.html": "<p>Bye</p>" });
    symlinkSync("own/foot.html", join(cwd, "content/footer.html"));
    expect((await buildIn(cwd)).ok).toBe(true);
    expect(treeOf(join(cwd, "dist")).get("posts/dry.html")).toContain("<p>Bye</p>\n</footer>");
  });
});
