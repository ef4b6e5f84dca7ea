import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../../site-fixture.ts";
import { createTestIo } from "../../test-io.ts";

let site: SiteFixture;
const servers: Server[] = [];
beforeEach(async () => {
  site = await createSite({
    "content/posts/moved.md": post("Moved", "2026-01-03"),
    "content/posts/draft.md": post("Draft", "2026-01-04", "draft: true\n"),
    "content/posts/led-on.md": post("Led on", "2026-01-05", "redirectFrom: [/2019/led.html]\n"),
  });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  await site.remove();
});

/** Starts a web server on this machine; returns its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function compare(source: string, ...args: string[]) {
  const io = createTestIo({ cwd: site.cwd });
  const code = await main(["adopt", "--compare", source, ...args], io);
  return { code, out: io.out(), err: io.err() };
}

const sitemap = (...paths: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>https://old.example${path}</loc><lastmod>2020-01-01</lastmod></url>`).join("")}</urlset>`;

const PRESENT = ["/posts/first-ice/", "/posts/moved", "/posts/led-on"];

describe("octavo adopt --compare", () => {
  it("shows which pages of a sitemap are present, redirected or missing, the worst first", async () => {
    await site.write(
      "old.xml",
      sitemap("/", "/tags/ice/", "/posts/first-ice/", "/2019/led.html", "/2026/01/moved/", "/posts/draft", "/a%20b"),
    );
    expect(await compare("old.xml")).toEqual({
      code: 1,
      err: "",
      out: [
        "compared with old.xml: 7 addresses",
        "  1  present",
        "  1  redirected",
        "  1  missing: nothing is at this address",
        "       /a%20b",
        "  1  missing: the page is at another address",
        "       /2026/01/moved/ → /posts/moved (content/posts/moved.md)",
        "  1  missing: a draft, or not public because of its dates",
        "       /posts/draft (content/posts/draft.md)",
        "  2  not compared: lists, archives and files, which the front end makes",
        "       /",
        "       /tags/ice/",
        "  1  public here but not on the old site",
        "       /posts/led-on (content/posts/led-on.md)",
        "3 old pages are missing",
        'hint: if nothing is at the address, collections in octavo.config.ts states which files are posts and which are pages (pages: ["contact.md"]); redirects forwards readers of a page that no longer exists',
        "hint: if the address differs, urls in octavo.config.ts sets all addresses; redirectFrom in the front matter keeps a single old one",
        "hint: if the page is a draft, or not public because of its dates, remove draft from the front matter, or fix the date, to publish it; redirects in octavo.config.ts forwards its readers",
        "",
      ].join("\n"),
    });
  });

  it("does not compare posts with errors, whose addresses may differ, and names them", async () => {
    await site.write("content/posts/moved.md", "---\ntitle: Moved\ndate: [2026-01-03\n---\n");
    await site.write("content/posts/other.md", "---\ntitle: Other\ndate: soon\n---\n");
    await site.write("old.txt", ["/posts/first-ice/", "/2026/01/moved/", "/posts/led-on"].join("\n"));
    expect(await compare("old.txt")).toEqual({
      code: 1,
      err: "",
      out: [
        "compared with old.txt: 3 addresses",
        "  2  present",
        "  1  not compared: the file has errors, which may change its address",
        "       /2026/01/moved/ (content/posts/moved.md)",
        "note: not compared: 2 files with errors, content/posts/moved.md, content/posts/other.md: octavo check lists the errors",
        "no compared page is missing; not compared because of errors: 1 page. Run octavo check first",
        "",
      ].join("\n"),
    });
  });

  it("succeeds if every page is present", async () => {
    await site.write("old.txt", PRESENT.join("\n"));
    expect(await compare("old.txt")).toEqual({
      code: 0,
      err: "",
      out: "compared with old.txt: 3 addresses\n  3  present\nnothing differs\n",
    });
  });

  it("does not mistake a post deep below a group for a list, and names the lists", async () => {
    const lost = ["/archives/2019/my-lost-post/", "/topics/ice/how-to-skate.html", "/posts/why-asp.net", "/posts/search", "/page/about"];
    await site.write("old.txt", lost.join("\n"));
    const missing = await compare("old.txt", "--json");
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.out).differences.filter(({ kind }: { kind: string }) => kind === "missing")).toHaveLength(lost.length);
    const lists = ["/", "/en/", "/tags/ice/", "/blog/tags/ice.html", "/archives/2019/05/", "/page/2/", "/tags/ice/page/2/", "/feed.xml"];
    await site.write("old.txt", [...PRESENT, ...lists].join("\n"));
    const { code, out } = await compare("old.txt");
    expect(code).toBe(0);
    expect(out).toContain("  3  present\n");
    expect(out).toContain(
      "  8  not compared: lists, archives and files, which the front end makes\n        /\n        /en/\n        /tags/ice/\n        and 5 more",
    );
    expect(out).toMatch(/\nevery compared page is present; not compared: 8 addresses\n$/);
  });

  it("treats the address above several posts as a section's list, and an address in another case as a moved page", async () => {
    await site.write("old.txt", [...PRESENT, "/posts/", "/far/", "/far/x"].join("\n"));
    const { code, out } = await compare("old.txt");
    expect(code).toBe(1);
    expect(out).toContain("  1  not compared: lists, archives and files, which the front end makes\n       /posts/\n");
    expect(out).toContain("  2  missing: nothing is at this address\n       /far/\n       /far/x\n");
    await site.write("content/posts/moved.md", "---\ntitle: Moved\ndate: 2026-01-03\nslug: other\npermalink: /slides/Test\n---\n");
    await site.write("old.txt", "/slides/test/\n");
    expect((await compare("old.txt")).out).toContain("missing: the page is at another address\n       /slides/test/ → /slides/Test");
    await site.write("old.txt", "/drafts/draft.html\n/tags.html\n");
    expect((await compare("old.txt")).out).toContain(
      "  1  missing: a draft, or not public because of its dates\n       /drafts/draft.html (content/posts/draft.md)\n",
    );
  });

  it("compares whole paths if the site is below a path", async () => {
    await site.write("content/site.yaml", "name: Marsh notes\nurl: https://marsh.example/blog\n");
    await site.write("old.txt", ["/blog/", "/blog/tags/ice", "/blog/2019/led.html", ...PRESENT.map((path) => `/blog${path}`)].join("\n"));
    const { code, out } = await compare("old.txt");
    expect(code).toBe(0);
    expect(out).toContain("  3  present\n  1  redirected\n  2  not compared");
    await site.write("old.txt", PRESENT[0] ?? "");
    expect((await compare("old.txt")).out).toContain("/posts/first-ice/ → /blog/posts/first-ice (content/posts/first-ice.md)");
    await site.write("_site/posts/first-ice/index.html", "<!doctype html><title>First ice</title>");
    expect((await compare("_site")).out).toContain("  1  present\n");
  });

  it.each(["", "/blog"])("counts pages that the configuration redirects below %j", async (base) => {
    await site.write("content/site.yaml", `name: Marsh notes\nurl: https://marsh.example${base}\n`);
    await site.write(
      "octavo.config.mjs",
      'export default { redirects: { "/new-home": "/posts/moved", "/notes/*": "https://notes.example/:splat" } };',
    );
    await site.write("old.txt", ["/new-home/", "/notes/a/b", "/notes", ...PRESENT].map((path) => base + path).join("\n"));
    const { code, out } = await compare("old.txt");
    expect(code).toBe(1);
    expect(out).toContain(`  3  present\n  2  redirected\n  1  missing: nothing is at this address\n       ${base}/notes\n`);
  });

  it.each([
    [
      "feed.xml",
      `<rss version="2.0"><channel><link>https://old.example/</link>
        <item><title>First &#105;ce</title><link>https://old.example/posts/first-ice</link><pubDate>Fri, 02 Jan 2026 00:30:00 +0200</pubDate></item>
        <item><title><![CDATA[Moved]]></title><link>https://old.example/posts/moved</link><pubDate>Wed, 07 Jan 2026 10:00:00 GMT</pubDate></item>
        <item><title>Led off</title><link>https://old.example/posts/led-on</link></item></channel></rss>`,
    ],
    [
      "atom.xml",
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://old.example/"/>
        <entry><title>First ice</title><link rel="self" href="/x"/><link href="https://old.example/posts/first-ice"/><published>2026-01-02T00:30:00+02:00</published></entry>
        <entry><title>Moved</title><link rel="alternate" href="/posts/moved"/><published>2026-01-07</published></entry>
        <entry><title>Led off</title><link href="/posts/led-on"/></entry></feed>`,
    ],
    [
      "feed.json",
      JSON.stringify({
        items: [
          { url: "https://old.example/posts/first-ice", title: "First ice", date_published: "2026-01-02T00:30:00+02:00" },
          { url: "https://old.example/posts/moved", title: "Moved", date_published: "2026-01-07" },
          { id: "https://old.example/posts/led-on", title: "Led off" },
        ],
      }),
    ],
  ])("compares titles and days with the ones in %s", async (name, text) => {
    await site.write(name, text);
    const { code, out } = await compare(name, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ source: name, total: 3, present: 3, redirected: 0, notes: [] },
      differences: [
        { kind: "date", path: "/posts/moved", file: "content/posts/moved.md", now: "2026-01-03T00:00:00.000Z" },
        { kind: "title", path: "/posts/led-on", file: "content/posts/led-on.md", before: "Led off", now: "Led on" },
      ],
    });
  });

  it("reads a folder of HTML, without pages that only redirect", async () => {
    const page = (head: string): string => `<!doctype html><html><head>${head}</head></html>`;
    await site.write("_site/index.html", page("<title>Marsh</title>"));
    await site.write("_site/posts/first-ice/index.html", page("<title>First ice &ndash; Marsh</title>"));
    await site.write("_site/posts/moved.html", page('<meta property="article:published_time" content="2026-01-03T08:00:00Z">'));
    await site.write("_site/old/index.html", page('<meta http-equiv="refresh" content="0; url=/posts/first-ice/">'));
    const { code, out } = await compare("_site");
    expect(code).toBe(1);
    expect(out).toContain("  1  present\n");
    expect(out).toContain("/posts/moved.html → /posts/moved (content/posts/moved.md)");
    expect(out).toContain("note: not compared: 1 page of the folder, which only redirects to another page\n");
  });

  it("reads a sitemap index from a web server, and follows redirects only on that host", async () => {
    let origin = "";
    const asked: string[] = [];
    origin = await serve(({ url = "" }, response) => {
      asked.push(url);
      if (url === "/sitemap.xml") response.writeHead(302, { location: "/sitemap-index.xml" }).end();
      else if (url === "/sitemap-index.xml")
        response.end(
          `<sitemapindex>${Array.from({ length: 52 }, (_, index) => `<sitemap><loc>${origin}/s${index}.xml</loc></sitemap>`).join("")}</sitemapindex>`,
        );
      else response.end(sitemap(PRESENT[Number(/\d+/.exec(url)?.[0]) % 3] ?? "/"));
    });
    const { code, out, err } = await compare(`${origin}/sitemap.xml`);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain(
      [
        "3 addresses",
        "  3  present",
        "note: not compared: 2 of the index's 52 sitemaps, because only 50 are read",
        "every page in the sitemaps that were read is present",
        `not read: 2 sitemaps of the index. Compare each separately, with --compare ${origin}/s50.xml`,
        "",
      ].join("\n"),
    );
    expect(JSON.parse((await compare(`${origin}/sitemap.xml`, "--json")).out).unread).toEqual([`${origin}/s50.xml`, `${origin}/s51.xml`]);
    asked.splice(0, 52);
    expect(asked).toHaveLength(52);
  });

  it("reads the sitemaps of nested indexes, each once", async () => {
    const index = (...names: string[]): string =>
      `<sitemapindex>${names.map((name) => `<sitemap><loc>https://old.example/${name}</loc></sitemap>`).join("")}</sitemapindex>`;
    await site.write("sitemap.xml", index("inner.xml", "a.xml"));
    await site.write("inner.xml", index("sitemap.xml", "a.xml", "b.xml"));
    await site.write("a.xml", sitemap(...PRESENT));
    await site.write("b.xml", sitemap("/lost"));
    const { code, out } = await compare("sitemap.xml");
    expect(code).toBe(1);
    expect(out).toContain("4 addresses\n  3  present\n  1  missing: nothing is at this address\n       /lost\n");
    await site.write("inner.xml", index(...Array.from({ length: 60 }, (_, number) => `${number}.xml`)));
    for (let number = 0; number < 60; number += 1) await site.write(`${number}.xml`, sitemap(PRESENT[0] ?? ""));
    const many = await compare("sitemap.xml");
    expect([many.code, many.out]).toEqual([
      1,
      expect.stringContaining("note: not compared: 12 of the index's 62 sitemaps, because only 50 are read\n"),
    ]);
    expect(many.out).not.toContain("public here");
    await site.write("sitemap.xml", index("sitemap.xml"));
    expect((await compare("sitemap.xml")).err).toContain("octavo: no sitemap in the index lists any pages\nhint: ");
  });

  it("contacts no other host, even if a redirect or a sitemap names it", async () => {
    const other = await serve((_, response) => response.end(sitemap(...PRESENT)));
    const origin = await serve(({ url }, response) => {
      if (url === "/index.xml") response.end(`<sitemapindex><sitemap><loc>${other}/a.xml</loc></sitemap></sitemapindex>`);
      else response.writeHead(301, { location: `${other}/sitemap.xml` }).end();
    });
    const asked = new URL(origin).host;
    expect(await compare(`${origin}/sitemap.xml`)).toEqual({
      code: 1,
      out: "",
      err: `octavo: ${origin}/sitemap.xml redirects to ${new URL(other).host}: only ${asked} is contacted\nhint: if that host has the old site's pages: --compare ${other}/sitemap.xml\n`,
    });
    expect((await compare(`${origin}/index.xml`)).err).toContain(
      `octavo: the sitemap index at ${asked} names ${other}/a.xml, on another host: only ${asked} is contacted\n`,
    );
  });

  it.each<[what: string, listener: RequestListener, message: string]>([
    ["that is missing", (_, response) => response.writeHead(404).end(), "answers 404"],
    ["that redirects in a cycle", (_, response) => response.writeHead(302, { location: "/" }).end(), "redirects more than 5 times"],
    ["of more than 10 MB", (_, response) => response.end(Buffer.alloc(10_000_001, " ")), "is larger than 10 MB"],
    [
      "with its own entities",
      (_, response) => response.end('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset/>'),
      "has a DOCTYPE, which is not supported",
    ],
    ["that is a web page", (_, response) => response.end("<!doctype html><p>Hello</p>"), "is a web page"],
    ["that is cut short", (_, response) => response.end("<urlset><url>"), "not well-formed XML"],
    ["without pages", (_, response) => response.end("<urlset></urlset>"), "lists no page"],
    ["that is nested endlessly", (_, response) => response.end(`<rss>${"<a>".repeat(100)}`), "nests elements more than 40 levels deep"],
  ])("refuses a file %s", async (_, listener, message) => {
    const { code, out, err } = await compare(`${await serve(listener)}/`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(message);
    expect(err).toContain("hint: ");
  });

  it("requests no address with a password, and never shows one", async () => {
    const asked: string[] = [];
    const locations = ["http://u:secretpw@old.example/", "ftp://u:secretpw@old.example/", "http://u:secretpw@bad host/"];
    const origin = await serve(({ url = "" }, response) => {
      asked.push(url);
      response.writeHead(302, { location: locations[Number(url.slice(1))] ?? "/" }).end();
    });
    const named = [origin.replace("//", "//u:secretpw@"), origin.replace("//", "//secretpw@"), ...locations];
    for (const source of [...named, ...locations.keys().map((index) => `${origin}/${index}`)]) {
      const { code, out, err } = await compare(source);
      expect([code, out], source).toEqual([1, ""]);
      expect(err).toMatch(/^octavo: .*(?:has a user name or a password, so it|is not valid|not http or https).*\nhint: .*\n$/);
      expect(err).not.toContain("secretpw");
    }
    expect(asked).toEqual(["/0", "/1", "/2"]);
  });

  it("reports a missing --compare, a missing file, and a file without pages", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["adopt"], io)).toBe(2);
    expect(io.err()).toContain("octavo: adopt needs --compare\nhint: octavo init reads");
    expect((await compare("nowhere.xml")).err).toContain("octavo: nowhere.xml does not exist");
    expect((await compare("content/site.yaml")).err).toContain('lists no pages: "name: Marsh notes" is not an address');
  });
});

describe("octavo init", () => {
  it("compares with the sitemap, the pages or the feed that the old generator left, and fails if a page is missing", async () => {
    await site.write("hugo.toml", 'title = "Marsh"\nbaseURL = "https://old.example"\n');
    await site.write("public/sitemap.xml", sitemap("/posts/first-ice/", "/notes/lost/"));
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["init", "--yes"], io)).toBe(1);
    expect(io.out()).toContain("compared with public/sitemap.xml: 2 addresses\n");
    expect(io.out()).toContain("  1  missing: nothing is at this address\n       /notes/lost/\n");
  });

  it("finds the sitemaps of languages that an index lists below the site's path", async () => {
    const index = ["en", "de"].map((tag) => `<sitemap><loc>https://old.example/blog/${tag}/sitemap.xml</loc></sitemap>`);
    await site.write("public/sitemap.xml", `<sitemapindex>${index.join("")}</sitemapindex>`);
    await site.write("public/en/sitemap.xml", sitemap("/posts/first-ice/"));
    await site.write("public/de/sitemap.xml", sitemap("/de/verloren/", "/de/posts/"));
    const { code, out } = await compare("public/sitemap.xml");
    expect(code).toBe(1);
    expect(out).toContain(
      "compared with public/sitemap.xml: 3 addresses\n  1  present\n  1  missing: nothing is at this address\n       /de/verloren/\n",
    );
  });

  it("does not mistake a template of a sitemap or feed for one", async () => {
    await site.write("hugo.toml", 'title = "Marsh"\nbaseURL = "https://old.example"\n');
    await site.write("sitemap.xml", "---\nlayout: null\n---\n<urlset></urlset>\n");
    await site.write("feed.xml", `<rss><channel><item><link>https://old.example/posts/first-ice/</link></item></channel></rss>`);
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["init", "--yes"], io)).toBe(0);
    expect(io.out()).toContain("compared with feed.xml: 1 address\n  1  present\n");
  });
});
