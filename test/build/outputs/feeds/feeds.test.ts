import { XMLParser, XMLValidator } from "fast-xml-parser";
import sax from "sax";
import { describe, expect, test } from "vitest";
import { createRobots } from "../../../../build/outputs/documents/site-files.ts";
import { choosePosts, type FeedPost, type FeedsInput } from "../../../../build/outputs/feeds/feed-options.ts";
import { createFeeds } from "../../../../build/outputs/feeds/feeds.ts";
import { toSitemapPages } from "../../../../build/outputs/feeds/sitemap-pages.ts";
import { createSitemaps } from "../../../../build/outputs/feeds/sitemaps.ts";
import { FEED_ITEMS_MAX } from "../../../../build/shared/resolved-config.ts";
import type { SiteSettings } from "../../../../contract/schemas/site.ts";
import type { Image, Translation } from "../../../../contract/schemas/values.ts";

const image = (name: string, mimeType = "image/jpeg"): Image => ({
  url: `https://ines.example/media/${name}`,
  width: 640,
  height: 480,
  alt: `${name} & "more"`,
  mimeType,
  thumbhash: "aa",
  dominantColor: "#808080",
  variants: [],
});

const site = (changes: Partial<SiteSettings> = {}): SiteSettings => ({
  name: "Ines & the tides",
  tagline: null,
  description: "Notes from <the> shore",
  url: "https://ines.example",
  logo: image("logo.png", "image/png"),
  favicon: image("favicon.svg", "image/svg+xml"),
  accentColor: null,
  language: "en",
  locales: ["en"],
  timeZone: "Europe/Oslo",
  author: { name: "Ines Ødegård", url: "https://ines.example/about" },
  navigation: [],
  pages: {},
  footerLinks: [],
  social: [],
  feeds: { rss: "https://ines.example/feed.xml", json: "https://ines.example/feed.json" },
  commentsEnabled: true,
  replyNotices: false,
  updatedAt: null,
  ...changes,
});

const post = (slug: string, changes: Partial<FeedPost> = {}): FeedPost => ({
  url: `https://ines.example/posts/${slug}`,
  type: "TEXT",
  title: `On ${slug}`,
  excerpt: "Twice a day",
  bodyHtml: "<p>Twice a day the sea comes in.</p>",
  cover: null,
  images: [],
  video: null,
  tags: [{ slug: "sea", name: "Sea & shore" }],
  language: "en",
  publishedAt: "2024-01-31T09:30:00.000Z",
  updatedAt: "2024-02-01T10:00:00.000Z",
  categories: [{ slug: "coast", name: "Coast" }],
  authors: [
    { slug: "ines", name: "Ines Ødegård", url: "https://ines.example/about", bio: "Weaves.", avatar: null },
    { slug: "bo", name: "Bo", url: null, bio: null, avatar: image("bo.png", "image/png") },
  ],
  ...changes,
});

const input = (changes: Partial<FeedsInput> = {}): FeedsInput => ({ site: site(), posts: [post("tides")], fullText: true, ...changes });

/**
 * Parses strictly: throws unless the XML is well-formed. Text is not trimmed, and a list of one is
 * still an array.
 */
function parseXml(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  const strict = sax.parser(true, { xmlns: true });
  strict.onerror = (error) => {
    throw error;
  };
  strict.write(xml).close();
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    trimValues: false,
    parseTagValue: false,
    isArray: (_, path) => /(?:\.item|\.category|^urlset\.url|\.sitemap)$/.test(String(path)),
  });
  return parser.parse(xml.replace(/>\n\s*</g, "><"));
}

const feedOf = (name: string, changes: Partial<FeedsInput> = {}): string => createFeeds(input(changes))[name] ?? "";
const rss = (changes: Partial<FeedsInput> = {}) => parseXml(feedOf("feed.xml", changes)).rss.channel;
const jsonFeed = (changes: Partial<FeedsInput> = {}) => JSON.parse(feedOf("feed.json", changes));

describe("feed.xml", () => {
  test("is RSS 2.0 with the site, its language, the feed's own address and the newest change", () => {
    const { item, ...channel } = rss();
    expect(channel).toEqual({
      title: "Ines & the tides",
      link: "https://ines.example/",
      description: "Notes from <the> shore",
      language: "en",
      lastBuildDate: "Thu, 01 Feb 2024 10:00:00 GMT",
      generator: "Octavo",
      "atom:link": { "@href": "https://ines.example/feed.xml", "@rel": "self", "@type": "application/rss+xml" },
      image: { url: "https://ines.example/media/logo.png", title: "Ines & the tides", link: "https://ines.example/" },
    });
    expect(item).toHaveLength(1);
  });

  test("has the full text of each post, with its address as its permanent id", () => {
    expect(rss().item).toEqual([
      {
        title: "On tides",
        link: "https://ines.example/posts/tides",
        guid: { "@isPermaLink": "true", "#text": "https://ines.example/posts/tides" },
        pubDate: "Wed, 31 Jan 2024 09:30:00 GMT",
        description: "Twice a day",
        "dc:creator": ["Ines Ødegård", "Bo"],
        category: ["Coast", "Sea & shore"],
        "content:encoded": "<p>Twice a day the sea comes in.</p>",
      },
    ]);
  });

  test("survives hostile text, which a parser reads back unchanged", () => {
    const title = "]]> & ]]> <script>alert(1)</script> &amp; &lt; \u{1F30A} \"q\" 'a'";
    const bodyHtml = `<p title="]]&gt; ]]&gt;">]]&gt; &amp;amp; \u{1F30A}</p><script>if (a && b) "]]>"</script>`;
    const [item] = rss({ posts: [post("x", { title, bodyHtml, excerpt: "a < b & c" })] }).item;
    expect(item.title).toBe(title);
    expect(item["content:encoded"]).toBe(bodyHtml);
    expect(item.description).toBe("a &lt; b &amp; c");
  });

  test("contains no character that XML forbids, however it was written", () => {
    const nasty = "a\u0000b\u0008c\u000bd\ufffee\ud800f\tg";
    const { "feed.xml": xml = "" } = createFeeds(
      input({
        site: site({ name: nasty }),
        posts: [
          post("x", {
            title: nasty,
            excerpt: nasty,
            bodyHtml: `<p>${nasty}&#1;&#x0b;</p>`,
            tags: [{ slug: "x", name: nasty }],
            categories: [],
            authors: [{ slug: "x", name: nasty, url: null, bio: null, avatar: null }],
          }),
        ],
      }),
    );
    const channel = parseXml(xml).rss.channel;
    const [item] = channel.item;
    for (const text of [channel.title, item.title, item.description, item.category[0], item["dc:creator"]])
      expect(text).toBe("abcde\ufffdf\tg");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(item["content:encoded"]).toMatch(/^<p>a.*g<\/p>$/);
  });

  test("makes every address in a body absolute, and does not change absolute ones", () => {
    const bodyHtml =
      '<p><a href="/about">a</a> <a href="#fn-1">1</a> <a href="other">o</a> <a href="https://x.example/a b">x</a> <a href="mailto:i@x.example">m</a>' +
      '<img src="/media/a.jpg" srcset="/media/a.webp 480w, https://ines.example/media/b.webp 960w"><video poster="//cdn.example/p.jpg"></video></p>';
    const [item] = rss({ posts: [post("tides", { bodyHtml })] }).item;
    expect(item["content:encoded"]).toBe(
      '<p><a href="https://ines.example/about">a</a> <a href="https://ines.example/posts/tides#fn-1">1</a> <a href="https://ines.example/posts/other">o</a> ' +
        '<a href="https://x.example/a b">x</a> <a href="mailto:i@x.example">m</a>' +
        '<img src="https://ines.example/media/a.jpg" srcset="https://ines.example/media/a.webp 480w, https://ines.example/media/b.webp 960w">' +
        '<video poster="https://cdn.example/p.jpg"></video></p>',
    );
  });

  test("encloses the cover, with its size if that is known", () => {
    const posts = [post("x", { cover: image("cover.png", "image/png"), images: [image("a.jpg")] })];
    expect(rss({ posts }).item[0].enclosure).toEqual({
      "@url": "https://ines.example/media/cover.png",
      "@length": "0",
      "@type": "image/png",
    });
    expect(rss({ posts, bytesOf: () => 1234 }).item[0].enclosure["@length"]).toBe("1234");
  });

  test("shows the pictures of an IMAGE post and the film of a VIDEO post before the text", () => {
    const video = {
      provider: "youtube",
      url: "https://www.youtube.com/watch?v=1&t=2",
      embedUrl: null,
      durationSeconds: 60,
      poster: image("poster.jpg"),
    };
    const posts = [post("i", { type: "IMAGE", images: [image("a.jpg"), image("b.jpg")] }), post("v", { type: "VIDEO", video })];
    const [images, film] = rss({ posts }).item;
    expect(images["content:encoded"]).toBe(
      '<p><img src="https://ines.example/media/a.jpg" alt="a.jpg &amp; &quot;more&quot;" width="640" height="480"></p>\n' +
        '<p><img src="https://ines.example/media/b.jpg" alt="b.jpg &amp; &quot;more&quot;" width="640" height="480"></p>\n<p>Twice a day the sea comes in.</p>',
    );
    expect(film["content:encoded"]).toContain(
      '<p><a href="https://www.youtube.com/watch?v=1&amp;t=2"><img src="https://ines.example/media/poster.jpg"',
    );
    expect([images.enclosure["@url"], film.enclosure["@url"]]).toEqual([
      "https://ines.example/media/a.jpg",
      "https://ines.example/media/poster.jpg",
    ]);
  });

  test("of a site without posts, description, author and logo is still a feed, without a date", () => {
    const channel = rss({ site: site({ description: null, author: null, logo: image("logo.svg", "image/svg+xml") }), posts: [] });
    expect(channel).toEqual({
      title: "Ines & the tides",
      link: "https://ines.example/",
      description: "Ines & the tides",
      language: "en",
      generator: "Octavo",
      "atom:link": expect.anything(),
    });
  });
});

describe("feed.json", () => {
  test("is a JSON Feed 1.1", () => {
    expect(jsonFeed({ posts: [post("tides", { language: "nb", cover: image("cover.jpg") })] })).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Ines & the tides",
      home_page_url: "https://ines.example/",
      feed_url: "https://ines.example/feed.json",
      description: "Notes from <the> shore",
      icon: "https://ines.example/media/logo.png",
      favicon: "https://ines.example/media/favicon.svg",
      authors: [{ name: "Ines Ødegård", url: "https://ines.example/about" }],
      language: "en",
      items: [
        {
          id: "https://ines.example/posts/tides",
          url: "https://ines.example/posts/tides",
          title: "On tides",
          content_html: "<p>Twice a day the sea comes in.</p>",
          summary: "Twice a day",
          image: "https://ines.example/media/cover.jpg",
          date_published: "2024-01-31T09:30:00.000Z",
          date_modified: "2024-02-01T10:00:00.000Z",
          authors: [
            { name: "Ines Ødegård", url: "https://ines.example/about" },
            { name: "Bo", avatar: "https://ines.example/media/bo.png" },
          ],
          tags: ["Coast", "Sea & shore"],
          language: "nb",
        },
      ],
    });
  });

  test("attaches the pictures of an IMAGE post", () => {
    const { items } = jsonFeed({
      posts: [post("i", { images: [image("a.jpg"), image("b.webp", "image/webp")] })],
      bytesOf: (url) => (url.endsWith("a.jpg") ? 9 : null),
    });
    expect(items[0].attachments).toEqual([
      { url: "https://ines.example/media/a.jpg", mime_type: "image/jpeg", size_in_bytes: 9 },
      { url: "https://ines.example/media/b.webp", mime_type: "image/webp" },
    ]);
  });

  test("has no empty members: unknown ones are left out", () => {
    const feed = jsonFeed({
      site: site({ author: null, logo: null, favicon: null, description: null }),
      posts: [
        post("x", {
          tags: [],
          excerpt: "",
          categories: [],
          authors: [{ slug: "guest", name: "Guest", url: null, bio: null, avatar: null }],
          updatedAt: null,
        }),
      ],
    });
    expect(Object.keys(feed).sort()).toEqual(["feed_url", "home_page_url", "items", "language", "title", "version"]);
    expect(feed.items[0]).toMatchObject({ authors: [{ name: "Guest" }], date_modified: "2024-01-31T09:30:00.000Z" });
    expect(Object.keys(feed.items[0])).not.toContain("tags");
    expect(Object.keys(feed.items[0])).not.toContain("summary");
  });
});

describe("both feeds", () => {
  test("contain only excerpts if configured so", () => {
    const posts = [post("x", { excerpt: "a < b" }), post("y", { excerpt: "" })];
    expect(rss({ posts, fullText: false }).item.map((item: Record<string, string>) => item["content:encoded"])).toEqual([
      "<p>a &lt; b</p>",
      "",
    ]);
    expect(jsonFeed({ posts, fullText: false }).items.map((item: Record<string, string>) => item.content_html)).toEqual([
      "<p>a &lt; b</p>",
      "",
    ]);
  });

  test("contain posts in the given order", () => {
    const posts = ["b", "a", "c"].map((slug) => post(slug));
    const urls = posts.map(({ url }) => url);
    expect(rss({ posts }).item.map(({ link }: { link: string }) => link)).toEqual(urls);
    expect(jsonFeed({ posts }).items.map(({ url }: { url: string }) => url)).toEqual(urls);
  });

  test("contain the newest posts up to the limit; posts without a date are left out and not counted", () => {
    const dates = [null, "2024-03-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z"];
    const posts = dates.map((publishedAt) => ({ facets: { publishedAt } }));
    expect(FEED_ITEMS_MAX).toBe(50);
    expect(choosePosts(posts, 2)).toEqual(posts.slice(1, 3));
    expect(choosePosts(posts, FEED_ITEMS_MAX)).toEqual(posts.slice(1));
    expect(() => rss({ posts: [post("undated", { publishedAt: null })] })).toThrow("has no date");
  });

  test("are the same bytes in every time zone and at every time", () => {
    const zone = process.env.TZ;
    const feeds: unknown[] = [];
    try {
      for (const TZ of ["Pacific/Kiritimati", "America/Los_Angeles"]) {
        process.env.TZ = TZ;
        feeds.push(createFeeds(input()), createFeeds(input({ posts: [] })));
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    expect(feeds.slice(2)).toEqual(feeds.slice(0, 2));
    expect(JSON.stringify(feeds)).not.toContain(String(new Date().getUTCFullYear()));
  });
});

/** A post in the form that the sitemap needs. */
const pageOf = (slug: string, canonicalUrl = `https://ines.example/posts/${slug}`) => ({
  facets: { url: `https://ines.example/posts/${slug}`, updatedAt: "2024-02-01T10:00:00.000Z", language: "en" },
  canonicalUrl,
  translations: [] as readonly Translation[],
});

const SITE = "https://ines.example";
const sitemap = (changes: Partial<Parameters<typeof toSitemapPages>[0]>, added: readonly string[] = []) => {
  const documents = { posts: [pageOf("tides")], kinds: [], groupPages: [], ...changes };
  const pages = toSitemapPages(documents, { site: SITE, canonical: SITE }, added);
  return parseXml(createSitemaps(SITE, pages)["sitemap.xml"]).urlset.url;
};

describe("sitemap.xml", () => {
  test("lists the site, posts and documents that have a page, with their last change", () => {
    const urls = sitemap({
      kinds: [
        {
          kind: { page: "/projects/{slug}" },
          documents: [{ item: { url: "https://ines.example/projects/loom", updatedAt: "2024-03-01T00:00:00.000Z" }, translations: [] }],
        },
        {
          kind: { page: "/books/{slug}" },
          documents: [{ item: { url: "https://ines.example/books/a?b&c", updatedAt: null }, translations: [] }],
        },
        {
          kind: { page: null },
          documents: [{ item: { url: "https://ines.example/services", updatedAt: "2025-03-01T00:00:00.000Z" }, translations: [] }],
        },
      ],
    });
    expect(urls).toEqual([
      { loc: "https://ines.example/", lastmod: "2024-03-01T00:00:00.000Z" },
      { loc: "https://ines.example/posts/tides", lastmod: "2024-02-01T10:00:00.000Z" },
      { loc: "https://ines.example/projects/loom", lastmod: "2024-03-01T00:00:00.000Z" },
      { loc: "https://ines.example/books/a?b&c" },
    ]);
  });

  test("names the translations of a page, including its own language", () => {
    const translations = [{ language: "de", slug: "tides-de", url: "https://ines.example/de/tides", path: "/de/tides", title: "Gezeiten" }];
    const [, post] = sitemap({ posts: [{ ...pageOf("tides"), translations }] });
    expect(post["xhtml:link"]).toHaveLength(2);
    const pages = [{ url: "https://ines.example/a", lastModified: null, languages: [{ language: "de", url: "https://ines.example/b" }] }];
    expect(createSitemaps("https://ines.example", pages)["sitemap.xml"]).toContain(
      '<xhtml:link rel="alternate" hreflang="de" href="https://ines.example/b"/>',
    );
  });

  test("leaves out posts that first appeared elsewhere, and lists only the home page of an empty site", () => {
    expect(sitemap({ posts: [pageOf("x", "https://magazine.example/x")] })).toEqual([{ loc: "https://ines.example/" }]);
  });

  test("is split before a file exceeds its limit, and lists the parts", () => {
    const pages = Array.from({ length: 5 }, (_, index) => ({ url: `https://ines.example/p${index}`, lastModified: null }));
    const files = createSitemaps("https://ines.example", pages, 2);
    expect(Object.keys(files)).toEqual(["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]);
    expect(parseXml(files["sitemap.xml"]).sitemapindex.sitemap).toEqual(
      [1, 2, 3].map((part) => ({ loc: `https://ines.example/sitemap-${part}.xml` })),
    );
    const listed = [1, 2, 3].flatMap((part) =>
      parseXml(files[`sitemap-${part}.xml`] ?? "").urlset.url.map(({ loc }: { loc: string }) => loc),
    );
    expect(listed).toEqual(pages.map(({ url }) => url));
    expect(Object.keys(createSitemaps("https://ines.example", pages, 5))).toEqual(["sitemap.xml"]);
  });

  test("lists additional pages, each once", () => {
    expect(sitemap({}, ["/about", "/", "/posts/tides", "/søk"]).map(({ loc }: { loc: string }) => loc)).toEqual([
      "https://ines.example/",
      "https://ines.example/about",
      "https://ines.example/s%C3%B8k",
      "https://ines.example/posts/tides",
    ]);
  });
});

describe("robots.txt", () => {
  const discovery = {
    feeds: { rss: true, json: true },
    inFeeds: { posts: 50, fullText: true },
    sitemap: { add: [] },
    robots: { disallow: [] },
    llms: { full: true },
  };

  test("allows everything and names the sitemap", () => {
    expect(createRobots(SITE, discovery)).toBe("User-agent: *\nAllow: /\n\nSitemap: https://ines.example/sitemap.xml\n");
  });

  test("keeps some crawlers out, and all of them out of some paths", () => {
    const robots = { disallow: ["GPTBot", "/private/", "CCBot"] };
    expect(createRobots(SITE, { ...discovery, robots, sitemap: null })).toBe(
      "User-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nAllow: /\n",
    );
  });
});

test("a feed that is turned off is not written", () => {
  const feeds = { rss: null, json: "https://ines.example/feed.json" };
  expect(Object.keys(createFeeds(input({ site: site({ feeds }) })))).toEqual(["feed.json"]);
});
