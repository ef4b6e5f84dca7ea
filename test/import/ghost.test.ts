import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImportFolder, type ImportFolder, rowOf } from "./import-folder.ts";

let site: ImportFolder;
beforeEach(() => {
  site = createImportFolder();
});
afterEach(() => site.remove());

const POST = {
  id: "a1",
  title: "Hello",
  slug: "hello",
  html: "<p>Words</p>",
  type: "post",
  status: "published",
  visibility: "public",
  published_at: "2021-05-31T21:30:00.000Z",
  updated_at: "2021-05-31T21:30:00.000Z",
  created_at: "2021-05-01T10:00:00.000Z",
  lexical: '{"root":{}}',
};

/** An export as Ghost 5 writes it. */
function toGhost(posts: readonly object[], tables: object = {}): string {
  const data = { posts: posts.map((post) => ({ ...POST, ...post })), ...tables };
  return JSON.stringify({ db: [{ meta: { exported_on: 1_700_000_000_000, version: "5.80.0" }, data }] });
}

async function importJson(text: string, ...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  site.write({ "export.json": text });
  return site.run("ghost", "export.json", ...args);
}

describe("octavo import ghost", () => {
  it("imports a post with everything that front matter can state", async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    site.write({ "images/2021/05/Marsh View.png": "" });
    writeFileSync(join(site.cwd, "images/2021/05/Marsh View.png"), png);
    const tables = {
      tags: [
        { id: "t1", name: "Fog", slug: "fog", visibility: "public" },
        { id: "t2", name: "#internal", slug: "hash-internal", visibility: "internal" },
        { id: "t3", name: "Ice", slug: "ice" },
      ],
      posts_tags: [
        { post_id: "a1", tag_id: "t1", sort_order: 1 },
        { post_id: "a1", tag_id: "t2", sort_order: 2 },
        { post_id: "a1", tag_id: "t3", sort_order: 0 },
      ],
      users: [
        { id: "u1", name: "Ines Aas", slug: "ines", email: "ines@secret.example", website: "https://ines.example", bio: "Weaves." },
        { id: "u2", name: "Bo", slug: "bo", website: "javascript:alert(1)" },
        { id: "u3", name: "Nobody", slug: "nobody" },
      ],
      posts_authors: [
        { post_id: "a1", author_id: "u2", sort_order: 1 },
        { post_id: "a1", author_id: "u1", sort_order: 0 },
      ],
      posts_meta: [{ post_id: "a1", feature_image_alt: "The marsh" }],
      members: [{ id: "m1", email: "reader@secret.example" }],
    };
    const html = `<p>See <a href="__GHOST_URL__/other/">other</a> &amp; <em>fog</em>.</p><!--kg-card-begin: html--><img src="__GHOST_URL__/content/images/size/w600/2021/05/Marsh%20View.png" alt="Marsh"><!--kg-card-end: html--><!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>For members</p><!--kg-gated-block:end--><!--kg-gated-block:begin nonMember:true memberSegment:"" --><p>For all</p><!--kg-gated-block:end--><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A page</div><div class="kg-bookmark-description">About it</div></div></a></figure>`;
    const post = {
      html,
      feature_image: "__GHOST_URL__/content/images/2021/05/Marsh%20View.png",
      featured: 1,
      custom_excerpt: "Short: words",
      updated_at: "2021-06-01T00:00:00.000Z",
      codeinjection_head: "<script>steal()</script>",
      canonical_url: "https://elsewhere.example/hello",
    };
    const { code, out } = await importJson(toGhost([post], tables), "--uploads", "images", "--url", "https://old.example");
    expect(code).toBe(0);
    expect(site.content().get("posts/2021/2021-05-31-hello.md")).toBe(`---
title: Hello
publishedAt: 2021-05-31T21:30:00Z
updatedAt: 2021-06-01T00:00:00Z
permalink: /hello/
authors: [ines, bo]
tags: [Ice, Fog]
excerpt: 'Short: words'
cover: {src: ../../uploads/2021/05/marsh-view.png, alt: The marsh}
featured: true
canonicalUrl: https://elsewhere.example/hello
---

See [other](/other/) & *fog*.

![Marsh](../../uploads/2021/05/marsh-view.png)

For all

[A page](https://x.example/a)
`);
    expect(site.content().get("authors.yaml")).toBe("ines: {name: Ines Aas, url: https://ines.example/, bio: Weaves.}\nbo: Bo\n");
    for (const what of ["internal tags", "parts of posts for members only", "code injection: removed", "members"])
      expect(rowOf(out, what), what).toBe(1);
    const dist = await site.build();
    expect(JSON.parse(dist.get("api/v1/posts/hello.json") ?? "null")).toMatchObject({
      publishedAt: "2021-05-31T21:30:00.000Z",
      authors: [
        { slug: "ines", name: "Ines Aas" },
        { slug: "bo", name: "Bo" },
      ],
      tags: [{ name: "Ice" }, { name: "Fog" }],
      cover: { alt: "The marsh", width: 30 },
    });
    const all = [...dist.values()].join("");
    for (const secret of ["For members", "steal()", "secret.example", "javascript:"]) expect(all).not.toContain(secret);
  });

  it.each([
    ["a draft", { status: "draft", published_at: null }],
    ["sent", { status: "sent" }],
    ["for members", { visibility: "members" }],
    ["paid", { visibility: "paid" }],
    ["for tiers", { visibility: "tiers" }],
    ["for a filter", { visibility: "label:vip" }],
    ["for email only", { email_only: true }],
    ["of an unknown status", { status: "weird" }],
  ])("publishes nothing that is %s", async (_what, post) => {
    const { out } = await importJson(
      toGhost([{ slug: "open" }, { id: "a2", title: "Quiet title", slug: "quiet", html: "<p>Quiet words</p>", ...post }]),
    );
    expect(site.content().get("posts/_drafts/quiet.md")).toMatch(/^---\n# Ghost: .+\ntitle: Quiet title\n(?:.+\n)*draft: true\n/);
    expect(rowOf(out, "posts as drafts: ")).toBe(1);
    for (const [path, text] of await site.build()) expect(text, path).not.toMatch(/quiet/i);
  });

  it("recognizes email-only posts by their table too, and in older exports", async () => {
    const meta = { posts_meta: [{ post_id: "a1", email_only: 1 }] };
    await importJson(toGhost([{}], meta));
    expect([...site.content().keys()]).toContain("posts/_drafts/hello.md");
    const old = {
      ...POST,
      id: 7,
      slug: "old",
      type: undefined,
      page: 0,
      visibility: undefined,
      published_at: 1_400_000_000_000,
      author_id: 1,
    };
    site.write({
      "old.json": JSON.stringify({
        meta: {},
        data: { posts: [old, { ...old, id: 8, page: 1, slug: "about" }], users: [{ id: 1, name: "Ada", slug: "ada" }] },
      }),
    });
    expect((await site.run("ghost", "old.json")).code).toBe(0);
    expect(site.content().get("posts/2014/2014-05-13-old.md")).toContain("publishedAt: 2014-05-13T16:53:20Z\n");
    expect([...site.content().keys()]).toContain("pages/about.md");
  });

  it.each([
    { visibility: ["paid"] },
    { visibility: { tier: 1 } },
    { visibility: "" },
    { email_only: "true" },
  ])("withholds a post that may not be public: %j", async (post) => {
    await importJson(toGhost([post]));
    expect(site.content().get("posts/_drafts/hello.md")).toContain("draft: true");
  });

  describe("of pictures that are not copied", () => {
    const picture = {
      feature_image: "__GHOST_URL__/content/images/2021/05/heron.jpg",
      html: '<p>See <a href="__GHOST_URL__/other/">other</a></p><figure><img src="__GHOST_URL__/content/images/b.jpg" alt="--> A <b>"></figure><p><img src="/assets/c.png">c</p>',
    };

    it("uses the site's address from site.yaml, and names it", async () => {
      const { out } = await importJson(toGhost([picture]));
      const text = site.content().get("posts/2021/2021-05-31-hello.md");
      expect(text).toContain("cover: https://marsh.example/content/images/2021/05/heron.jpg\n");
      expect(text).toContain("(https://marsh.example/content/images/b.jpg)");
      expect(text).toContain("[other](/other/)");
      expect(rowOf(out, "files of the old site: linked at https://marsh.example (--uploads copies pictures)")).toBe(2);
    });

    it("leaves them as comments if the old site's address is unknown, so that the site builds, and does the same the second time", async () => {
      site.remove();
      site = createImportFolder({});
      const { out } = await importJson(toGhost([picture], { settings: [{ key: "title", value: "Marsh" }] }));
      expect(site.content().get("posts/2021/2021-05-31-hello.md")).toBe(`---
title: Hello
publishedAt: 2021-05-31T21:30:00Z
permalink: /hello/
# cover: /content/images/2021/05/heron.jpg
---

See [other](/other/)

<!-- picture: /content/images/b.jpg (- -> A <b>) -->

<!-- picture: /assets/c.png -->c
`);
      expect(rowOf(out, "pictures of the old site, left as comments (--uploads copies them; --url states the site's address)")).toBe(3);
      const dist = await site.build();
      expect(JSON.parse(dist.get("api/v1/posts/hello.json") ?? "null")).toMatchObject({ cover: null });
      expect(dist.get("api/v1/posts/hello.json")).not.toContain("heron.jpg");
      // site.yaml now has a placeholder address.
      expect((await importJson(toGhost([picture], { settings: [{ key: "title", value: "Marsh" }] }))).out).toContain(
        "1 already present, 0 of your files kept",
      );
    });

    it("leaves pictures that --uploads lacks as comments", async () => {
      site.remove();
      site = createImportFolder({ "images/other.txt": "" });
      const { out } = await importJson(toGhost([{ ...picture, feature_image_alt: "A heron" }]), "--uploads", "images");
      expect(site.content().get("posts/2021/2021-05-31-hello.md")).toContain(
        "\n# cover: {src: /content/images/2021/05/heron.jpg, alt: A heron}\n---\n",
      );
      expect(rowOf(out, "pictures: not in the uploads, left as comments")).toBe(2);
    });
  });

  it("refuses text that is not UTF-8, and does not mistake code for a cover", async () => {
    site.write({ "export.json": "" });
    writeFileSync(join(site.cwd, "export.json"), Buffer.from(toGhost([{ title: "\u00ff" }]), "latin1"));
    expect(await site.run("ghost", "export.json")).toMatchObject({ code: 1, err: expect.stringContaining("export.json: not UTF-8") });
    await importJson(toGhost([{ feature_image: "javascript:alert(1)" }]));
    expect([...site.content().values()].join("")).not.toContain("javascript");
  });

  it("never turns a slug into a path, and changes nothing the second time", async () => {
    const text = toGhost([{ slug: "../../etc/passwd" }, { id: "a2", slug: "..", title: "" }]);
    await importJson(text);
    const before = site.bytes();
    expect([...before.keys()]).toEqual(["posts/2021/2021-05-31-etc-passwd.md", "posts/2021/2021-05-31-post-a2.md", "site.yaml"]);
    expect(site.content().get("posts/2021/2021-05-31-etc-passwd.md")).not.toContain("permalink");
    expect((await importJson(text)).out).toContain("0 files written to content, 2 already present, 0 of your files kept");
    expect(site.bytes()).toEqual(before);
  });

  it("imports the plain text of a post without HTML as text", async () => {
    const { out } = await importJson(toGhost([{ html: null, plaintext: "One <b>\n\n# Two" }]));
    expect(site.content().get("posts/2021/2021-05-31-hello.md")).toMatch(/\nOne \\<b>\n\n\\# Two\n$/);
    expect(rowOf(out, "posts without HTML in the export")).toBe(1);
  });

  it.each([
    ["invalid JSON", '{\n  "db": [,]\n}', /^octavo: export\.json:2:\d+: not JSON/],
    ["invalid JSON within a post", '{"db":[{"data":{"posts":[\n{"id":"1"},\n{"id":tru}]}}]}', /^octavo: export\.json:3:\d+: not JSON/],
    ["posts without a comma", '{"db":[{"data":{"posts":[\n{"id":"1"}\n{"id":"2"}]}}]}', /^octavo: export\.json:3:1: not JSON/],
    ["posts after the end", '{"db":[{"data":{"posts":[]}}]}\n{"x":1}', /^octavo: export\.json:2:1: not JSON/],
    ["a truncated export", '{\n  "db": [{"data": {"posts": [', /^octavo: export\.json:2:\d+: the export ends in the middle/],
    ["an empty file", "", /^octavo: export\.json:1:1: the export ends in the middle/],
    ["another JSON", '{"posts": 3}', /^octavo: export\.json: not a Ghost export/],
    ["posts that are not posts", '{"data":{"posts":[1]}}', /data\.posts\[0\] is not a post/],
    ["endlessly nested lists", "[".repeat(200_000), /^octavo: export\.json:1:\d+: the export ends in the middle/],
    ["no posts at all", '{"data":{"posts":[]}}', /the export has no posts/],
  ])("refuses %s, and writes nothing", async (_what, text, message) => {
    const before = site.content();
    const { code, err } = await importJson(text);
    expect(err).toMatch(message);
    expect(err).toMatch(/\nhint: (?!this should not)/);
    expect(code).toBe(1);
    expect(site.content()).toEqual(before);
  });

  it("reports a missing export", async () => {
    expect(await site.run("ghost", "nope.json")).toMatchObject({
      code: 1,
      err: "octavo: nope.json does not exist\nhint: name the file that was exported\n",
    });
  });
});
