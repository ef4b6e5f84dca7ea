import { describe, expect, it } from "vitest";
import type { Content } from "../../../build/kinds/kinds.ts";
import type { PostEntry } from "../../../build/kinds/post-kind.ts";
import { parseFiles, post, SITE } from "./parse-files.ts";

async function contentOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Content> {
  const { content, lines } = await parseFiles({ "site.yaml": SITE, ...files });
  expect(lines.filter((line) => !line.includes("  warning  "))).toEqual([]);
  if (content === null) throw new Error("no content");
  return content;
}

async function postOf(frontMatter: string, path = "posts/hello.md", body?: string): Promise<PostEntry> {
  const [entry] = (await contentOf({ [path]: post(frontMatter, body) })).posts;
  if (entry === undefined) throw new Error("no post");
  return entry;
}

describe("a post", () => {
  it("has defaults for everything that is not given", async () => {
    const { locate, written, file, ...rest } = await postOf("title: Hello\npublishedAt: 2024-07-01T12:00");
    expect(file).toMatchObject({ path: "content/posts/hello.md", relative: "posts/hello.md" });
    expect(rest).toMatchInlineSnapshot(`
      {
        "aliases": [],
        "authors": [],
        "body": "Rain.
      ",
        "bodyLine": 5,
        "canonicalUrl": null,
        "categories": [],
        "commentsOpen": null,
        "cover": null,
        "draft": false,
        "excerpt": null,
        "expiresAt": null,
        "extra": {
          "document": {},
          "summary": {},
        },
        "featured": false,
        "formerPages": [],
        "images": [],
        "kind": "posts",
        "language": null,
        "ownFormer": [],
        "ownPage": null,
        "page": "/posts/hello",
        "permalink": null,
        "preview": null,
        "publishedAt": "2024-07-01T10:00:00.000Z",
        "redirectFrom": [],
        "series": null,
        "slug": "hello",
        "tags": [],
        "title": "Hello",
        "translationKey": null,
        "type": "TEXT",
        "unlisted": false,
        "updatedAt": "2024-07-01T10:00:00.000Z",
        "video": null,
      }
    `);
  });

  it("keeps everything that is given, in the API's form", async () => {
    const entry = await postOf(`title: " Hello "
slug: greeting
type: VIDEO
excerpt: >-
  Two
  lines
publishedAt: 2024-01-31
updatedAt: "2024-02-01T00:00:00+05:30"
draft: true
tags: [Small servers, TypeScript, small servers, 2024]
aliases: [hi, /2019/old-title.html, /greeting/]
cover: ./a.jpg
images: [{ src: b.jpg, alt: "" }]
video: { url: "https://video.example/w/1", durationSeconds: 185, poster: { src: p.jpg, alt: P } }
language: PT-br
featured: true
commentsOpen: false
canonicalUrl: https://elsewhere.example/post
author: { name: Ada, url: "https://ada.example" }`);
    expect(entry).toMatchObject({
      slug: "greeting",
      type: "VIDEO",
      title: "Hello",
      excerpt: "Two lines",
      publishedAt: "2024-01-30T23:00:00.000Z",
      updatedAt: "2024-01-31T18:30:00.000Z",
      draft: true,
      tags: [
        { slug: "small-servers", name: "Small servers" },
        { slug: "typescript", name: "TypeScript" },
        { slug: "2024", name: "2024" },
      ],
      aliases: ["hi", "old-title"],
      cover: { src: "./a.jpg", alt: null, field: ["cover"] },
      images: [{ src: "b.jpg", alt: "", field: ["images", 0] }],
      video: { url: "https://video.example/w/1", durationSeconds: 185, poster: { src: "p.jpg", alt: "P", field: ["video", "poster"] } },
      language: "pt-BR",
      featured: true,
      commentsOpen: false,
      canonicalUrl: "https://elsewhere.example/post",
      authors: [{ name: "Ada", url: "https://ada.example" }],
    });
  });

  it("has the type of its content", async () => {
    expect((await postOf("title: A\nimages: [{ src: a.jpg, alt: '' }]")).type).toBe("IMAGE");
    expect((await postOf("title: A\nvideo: https://video.example/w/1")).type).toBe("VIDEO");
  });

  it("takes slug and date from its file's name, or its folder's", async () => {
    expect(await postOf("title: A", "posts/2024/2024-07-01-Some Walk.md")).toMatchObject({
      slug: "some-walk",
      publishedAt: "2024-06-30T22:00:00.000Z",
    });
    expect(await postOf("title: A\npublishedAt: 2020-01-01", "posts/2024-07-01-walk/index.md")).toMatchObject({
      slug: "walk",
      publishedAt: "2019-12-31T23:00:00.000Z",
    });
  });

  it("may have a number as its title, and comma-separated tags", async () => {
    expect(await postOf("title: 1984\ntags: a b, C++ , a b")).toMatchObject({
      title: "1984",
      tags: [
        { slug: "a-b", name: "a b" },
        { slug: "c-plus-plus", name: "C++" },
      ],
    });
  });

  it("has its series, with or without a place", async () => {
    const { posts } = await contentOf({
      "series/looms.yaml": "title: Looms\nstatus: complete",
      "posts/a.md": post("title: A\nseries: looms"),
      "posts/b.md": post("title: B\nseries: { slug: looms, position: 2 }"),
    });
    expect(posts.map((entry) => entry.series)).toEqual([
      { slug: "looms", position: null },
      { slug: "looms", position: 2 },
    ]);
  });

  it("treats empty keys as missing", async () => {
    expect(await postOf("title: A\nexcerpt:\ncover:\ntags:\nseries:\nslug: ''\nlanguage: ~")).toMatchObject({
      excerpt: null,
      cover: null,
      tags: [],
      series: null,
      slug: "hello",
      language: null,
    });
  });

  it("is read without its byte order mark, and with \n as its line ends", async () => {
    const files = { "site.yaml": SITE, "posts/a.md": "\ufeff---\r\ntitle: A\r\n---\r\n\r\nOne\r\ntwo\r\n" };
    let place: unknown;
    const { content } = await parseFiles(files, { inspect: ({ posts }) => (place = posts[0]?.locate(["title"])) });
    expect(content?.posts[0]).toMatchObject({ title: "A", body: "\nOne\ntwo\n", bodyLine: 4 });
    expect(place).toMatchObject({ line: 2, column: 8 });
  });

  it("records the places of its fields for later checks", async () => {
    const text = post("title: A\npubDate: 2024-01-01\nheroImage: a.jpg\nheroImageAlt: A\nkeywords: [x]\ntags: [y]");
    const found: unknown[] = [];
    const inspect = ({ posts: [entry] }: Content): void => {
      for (const path of [
        ["publishedAt"],
        ["pubDate"],
        entry?.cover?.field,
        ["cover", "alt"],
        ["tags", 0],
        ["tags", 1],
        ["series", "slug"],
      ]) {
        const at = entry?.locate(path ?? []);
        found.push([path, `${at?.line}:${at?.column}`]);
      }
    };
    await parseFiles({ "site.yaml": SITE, "posts/hello.md": text }, { inspect });
    expect(found).toEqual([
      [["publishedAt"], "3:10"],
      [["pubDate"], "3:10"],
      [["heroImage"], "4:12"],
      [["cover", "alt"], "5:15"],
      [["tags", 0], "7:8"],
      [["tags", 1], "6:12"],
      [["series", "slug"], "2:1"],
    ]);
  });
});

describe("other collections", () => {
  it("keep the given values, in the API's form", async () => {
    const content = await contentOf({
      "projects/loom.md": post("title: Loom\nstartedOn: 2022-04-18\nstack: [Rust, 3]\nrepositoryUrl: https://code.example/loom\norder: -1"),
      "books/b.md": post(
        "title: B\nstatus: finished\nisbn13: 9780306406157\nisbn10: 080442957X\nauthors: Ada\nrating: 4.5\nfinishedOn: 2024\npublishedYear: 1998",
      ),
      "books/c.md": post(
        'title: C\nstatus: reading\nisbn10: 0306406152\nauthors: [Ada, { name: Bo, url: "https://bo.example" }]\nstartedOn: 2024-02',
      ),
      "photos/p.yaml":
        "title: P\nimage: { src: p.jpg, alt: P }\ntakenAt: 2024-01-31 18:05\nalbum: Rain walks\nlocation: { country: Norway }\nexif: { iso: 400 }",
      "photos/q.md": post("title: Q\nimage: { src: q.jpg, alt: Q }\nalbum: { slug: herons, title: The herons }", "Caption.\n"),
      "services/s.md": post("title: S\npricing: { model: fixed, amountMinor: 12500, currency: NOK }\ntimeline: { min: 1, unit: week }"),
      "services/t.md": post("title: T\nid: tee\npublished: false"),
      "series/walks.yaml": "title: Walks",
    });
    expect(content.documents.projects?.[0]?.fields).toMatchObject({
      status: "active",
      startedOn: "2022-04-18",
      endedOn: null,
      stack: ["Rust", "3"],
      order: -1,
      featured: false,
      links: [],
      gallery: [],
    });
    expect(
      content.documents.books?.map(({ fields: { isbn13, isbn10, authors, rating, startedOn, finishedOn, publishedYear } }) => ({
        isbn13,
        isbn10,
        authors,
        rating,
        startedOn,
        finishedOn,
        publishedYear,
      })),
    ).toEqual([
      {
        isbn13: "9780306406157",
        isbn10: "080442957X",
        authors: [{ name: "Ada", url: null }],
        rating: 4.5,
        startedOn: null,
        finishedOn: "2024",
        publishedYear: 1998,
      },
      {
        isbn13: null,
        isbn10: "0306406152",
        authors: [
          { name: "Ada", url: null },
          { name: "Bo", url: "https://bo.example" },
        ],
        rating: null,
        startedOn: "2024-02",
        finishedOn: null,
        publishedYear: null,
      },
    ]);
    expect(content.documents.photos).toMatchObject([
      {
        body: "",
        fields: {
          takenAt: "2024-01-31T18:05:00",
          album: { slug: "rain-walks", title: "Rain walks" },
          location: { name: null, country: "Norway", latitude: null, longitude: null },
          exif: { lens: null, iso: 400 },
        },
      },
      { body: "Caption.\n", fields: { album: { slug: "herons", title: "The herons" }, exif: null, location: null } },
    ]);
    expect(content.documents.services).toMatchObject([
      {
        draft: false,
        fields: {
          id: "s",
          availability: "open",
          pricing: { model: "fixed", amountMinor: 12500, currency: "NOK", taxIncluded: null },
          timeline: { min: 1, max: null, unit: "week" },
        },
      },
      { draft: true, fields: { id: "tee", pricing: { model: "on_request", amountMinor: null }, timeline: null } },
    ]);
    expect(content.series[0]).toMatchObject({ slug: "walks", status: "ongoing", description: null });
  });

  it("are sorted by path", async () => {
    const { posts } = await contentOf({
      "posts/b.md": post("title: B"),
      "posts/B.md": post("title: Upper\nslug: upper"),
      "posts/a/index.md": post("title: A"),
      "posts/é.md": post("title: E"),
    });
    expect(posts.map(({ file }) => file.relative)).toEqual(["posts/B.md", "posts/a/index.md", "posts/b.md", "posts/é.md"]);
  });
});

describe("the site", () => {
  it("has defaults for everything except its name and address", async () => {
    const { content } = await parseFiles({
      "site.yaml": "name: Ines\nurl: https://INES.example:443/\n",
      "posts/a.md": post("title: A\npublishedAt: 2024-01-31"),
    });
    const { locate, file, ...site } = content?.site ?? {};
    expect(site).toEqual({
      name: "Ines",
      url: "https://ines.example",
      tagline: null,
      description: null,
      logo: null,
      favicon: null,
      accentColor: null,
      look: "book",
      colorSchemeSwitch: false,
      language: "en",
      locales: ["en"],
      timeZone: "UTC",
      author: null,
      navigation: [],
      footerLinks: [],
      social: [],
      commentsEnabled: true,
      replyNotices: false,
      campaigns: false,
      updatedAt: null,
    });
    expect(content?.posts[0]?.publishedAt).toBe("2024-01-31T00:00:00.000Z");
    expect([content?.about, content?.servicesPage]).toEqual([null, null]);
  });

  it("may be in the configuration, and site.yaml overrides it", async () => {
    const config = { site: { name: "Ines", url: "https://ines.example", timeZone: "Asia/Tokyo", author: "Ines" } };
    const alone = await parseFiles({ "posts/a.md": post("title: A\npublishedAt: 2024-01-31") }, { config });
    expect(alone.lines).toEqual([]);
    expect(alone.content?.site).toMatchObject({ name: "Ines", timeZone: "Asia/Tokyo", author: { name: "Ines", url: null, email: null } });
    expect(alone.content?.posts[0]?.publishedAt).toBe("2024-01-30T15:00:00.000Z");
    const both = await parseFiles({ "site.yaml": "name: Ines Aas\n", "posts/a.md": post("title: A\ndraft: true") }, { config });
    expect(both.content?.site).toMatchObject({ name: "Ines Aas", url: "https://ines.example" });
  });

  it("that is wrong in the configuration is reported there", async () => {
    const { lines } = await parseFiles(
      { "posts/a.md": post("title: A\ndraft: true") },
      { config: { site: { name: "Ines", url: "ines.example" } } },
    );
    expect(lines).toEqual([
      'octavo.config.mjs:1:1  error  url: "ines.example" is not an http or https address (want the public address of the site: https://ines.example)',
    ]);
  });

  it("has an about page and a services page in files of their own", async () => {
    const { about, servicesPage } = await contentOf({
      "about/index.md": post(
        "title: Hi\nportrait: { src: p.jpg, alt: P }\ntranslations: { NB: { headline: Hei, bio: Jeg. } }",
        "I weave.\n",
      ),
      "services-page.yaml":
        "hero: { title: Work }\nprocess: { steps: [{ title: One }] }\ntranslations: { nb: { hero: { title: Arbeid } } }\nupdatedAt: 2024-01-31",
    });
    expect(about).toMatchObject({
      headline: "Hi",
      portrait: { src: "p.jpg" },
      body: "I weave.\n",
      translations: { nb: { headline: "Hei", bio: "Jeg." } },
    });
    expect(servicesPage).toMatchObject({
      locale: null,
      hero: { title: "Work", subtitle: null, image: null, cta: null },
      process: { title: null, steps: [{ title: "One", description: null }] },
      cta: null,
      translations: { nb: { hero: { title: "Arbeid" }, process: null, cta: null } },
      updatedAt: "2024-01-30T23:00:00.000Z",
    });
  });

  it("names its tags, and documents may use the name or the slug", async () => {
    const { groupFiles, posts } = await contentOf({
      "tags.yaml": "web: The Web\n日本語: 日本語\n2024: In 2024\n",
      "posts/a.md": post("title: A\ntags: [the web, web, 日本語]"),
    });
    const names = [...(groupFiles.tags?.listed ?? [])].map(([slug, { name }]) => [slug, name]);
    expect(Object.fromEntries(names)).toEqual({ web: "The Web", 日本語: "日本語", 2024: "In 2024" });
    expect(posts[0]?.tags.map(({ slug }) => slug)).toEqual(["web", "日本語"]);
  });
});

describe("parsing", () => {
  it("keeps the texts that it has read, for code frames", async () => {
    const { report } = await parseFiles({ "site.yaml": SITE, "posts/a.md": "---\r\ntitle: [A]\r\n---\r\n" });
    expect(report).toContain("  2 | title: [A]\n    |        ^^^\n");
  });

  it("handles more than a hundred files", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`posts/p${index}.md`, post(`title: P${index}\npublishedAt: 2024-01-31`)]),
    );
    expect((await contentOf(files)).posts).toHaveLength(120);
  });
});
