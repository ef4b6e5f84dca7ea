import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImportFolder, type ImportFolder, rowOf } from "./import-folder.ts";
import { toWxr, WXR_HEAD } from "./wxr-text.ts";

let site: ImportFolder;
beforeEach(() => {
  site = createImportFolder();
});
afterEach(() => site.remove());

async function importXml(xml: string, ...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  site.write({ "export.xml": xml });
  return site.run("wordpress", "export.xml", ...args);
}

const FIRST = "posts/2019/2019-05-31-first-ice.md";
const BLOCKS = `<!-- wp:paragraph {"align":"center"} -->
<p>Salt &amp; <strong>fog</strong>, see <a href="https://old.example/2019/05/other/">the other</a>.</p>
<!-- /wp:paragraph -->

<!-- wp:list -->
<ul class="wp-block-list"><li>one</li><li>two</li></ul>
<!-- /wp:list -->

<!-- wp:image {"id":9} -->
<figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/2019/05/Heron-300x200.jpg" alt="A heron" class="wp-image-9" srcset="x 2x"/></figure>
<!-- /wp:image -->

<!-- wp:latest-posts {"postsToShow":3} /-->
<script src="https://tracker.example/t.js"></script>
<iframe src="https://www.youtube.com/embed/abc" onload="steal()"></iframe>
<p>[contact-form-7 id="3"] and [sic]</p>`;

describe("octavo import wordpress", () => {
  it.each([
    "[caption]",
    "[caption a",
    "<!-- wp:a {",
    "[abc ",
    "[gallery ",
    "[embed ",
    "[mood ",
  ])("reads a long body of %s in linear time", async (piece) => {
    const { code } = await importXml(toWxr([{ name: "long", html: piece.repeat(200_000 / piece.length) }]));
    expect([code, site.content().has("posts/2019/2019-05-31-long.md")]).toEqual([0, true]);
  });

  it("withholds text that a shortcode shows only to some readers, whatever its attributes contain", async () => {
    const html = '[members_only message="see [here]"]secret[/members_only]';
    await importXml(toWxr([{ name: "gated", html }]));
    expect(site.content().get("posts/_drafts/gated.md")).toContain("draft: true");
  });

  it("imports a post with everything that front matter can state", async () => {
    const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    site.write({ "up/2019/05/Heron.jpg": "" });
    writeFileSync(join(site.cwd, "up/2019/05/Heron.jpg"), jpeg);
    const { code, out } = await importXml(
      toWxr([
        {
          id: 5,
          title: 'First: "ice" &amp; <em>fog</em>',
          name: "first-ice",
          html: BLOCKS,
          excerpt: "What the <b>ice</b> did",
          modified: ["2019-06-02 10:00:00", "2019-06-02 08:00:00"],
          terms: [
            ["category", "Walks &amp; fog"],
            ["category", "Uncategorized"],
            ["post_tag", "Ice"],
          ],
          meta: { _thumbnail_id: "9", _wp_old_slug: "erst-ice", mood: "calm" },
          more: "<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>hidden words</wp:comment_content></wp:comment>",
        },
        {
          id: 9,
          type: "attachment",
          status: "inherit",
          more: "<wp:attachment_url>https://old.example/wp-content/uploads/2019/05/Heron.jpg</wp:attachment_url>",
          meta: { _wp_attachment_image_alt: "A heron in fog" },
        },
      ]),
      "--uploads",
      "up",
    );
    expect(code).toBe(0);
    expect(site.content().get(FIRST)).toBe(`---
title: 'First: "ice" & fog'
publishedAt: 2019-05-31T23:30:00+02:00
updatedAt: 2019-06-02T10:00:00+02:00
permalink: /2019/05/first-ice/
redirectFrom: [/2019/05/erst-ice/]
authors: [ines-aas]
categories: [Walks & fog]
tags: [Ice]
excerpt: What the ice did
cover: {src: ../../uploads/2019/05/heron.jpg, alt: A heron in fog}
---

Salt & **fog**, see [the other](/2019/05/other/).

- one
- two

![A heron](../../uploads/2019/05/heron.jpg)

<iframe src="https://www.youtube.com/embed/abc"></iframe>

\\[contact-form-7 id="3"] and \\[sic]
`);
    expect(site.bytes().get("uploads/2019/05/heron.jpg")).toEqual(jpeg);
    expect(site.content().get("authors.yaml")).toBe("ines-aas: Ines Aas\n");
    const rows = Object.fromEntries(
      [
        "posts",
        "pictures",
        "iframe of www.youtube.com",
        "comments",
        "custom field mood",
        "block latest-posts",
        "script of tracker.example",
        "shortcode [contact-form-7]",
        "attribute onload",
      ].map((what) => [what, rowOf(out, what)]),
    );
    expect(new Set(Object.values(rows)), JSON.stringify(rows)).toEqual(new Set([1]));
    expect(out).not.toContain("[sic]");

    const dist = await site.build();
    expect(JSON.parse(dist.get("api/v1/posts/first-ice.json") ?? "null")).toMatchObject({
      title: 'First: "ice" & fog',
      url: "https://marsh.example/2019/05/first-ice/",
      publishedAt: "2019-05-31T21:30:00.000Z",
      updatedAt: "2019-06-02T08:00:00.000Z",
      excerpt: "What the ice did",
      authors: [{ name: "Ines Aas", slug: "ines-aas" }],
      categories: [{ name: "Walks & fog" }],
      tags: [{ name: "Ice" }],
      cover: { alt: "A heron in fog", width: 30, height: 20 },
    });
    expect(JSON.parse(dist.get("api/v1/redirects.json") ?? "null").items).toEqual([
      { from: "/2019/05/erst-ice/", to: "/2019/05/first-ice/" },
    ]);
    const all = [...dist.values()].join("");
    for (const secret of ["tracker.example", "steal()", "hidden words", "ines@secret.example"]) expect(all).not.toContain(secret);
  });

  it.each([
    ["private", { status: "private" }],
    ["draft", { status: "draft" }],
    ["pending", { status: "pending" }],
    ["trash", { status: "trash" }],
    ["a plugin's status", { status: "archived" }],
    ["password", { password: "hunter2" }],
    ["members", { meta: { _jetpack_newsletter_access: "paid_subscribers" } }],
    ["a paywall block", { html: "<!-- wp:jetpack/paywall /-->\n<p>Quiet words</p>" }],
    ["a members' shortcode", { html: "[members_only]Quiet words[/members_only]" }],
  ])("publishes nothing that is %s", async (_what, post) => {
    const { out } = await importXml(
      toWxr([{ name: "open" }, { id: 2, title: "Quiet title", name: "quiet", html: "<p>Quiet words</p>", ...post }]),
    );
    expect(site.content().get("posts/_drafts/quiet.md")).toMatch(/^---\n# WordPress: .+\ntitle: Quiet title\n(?:.+\n)*draft: true\n/);
    expect(site.content().get("posts/_drafts/quiet.md")).not.toContain("hunter2");
    expect(rowOf(out, "posts as drafts: ")).toBe(1);
    const dist = await site.build();
    expect(JSON.parse(dist.get("api/v1/posts.json") ?? "null").items.map(({ slug }: { slug: string }) => slug)).toEqual(["open"]);
    for (const [path, text] of dist) expect(text, path).not.toMatch(/quiet/i);
  });

  it("leaves out revisions, menus and other types, and names them; pages go to pages/", async () => {
    const { out } = await importXml(
      toWxr([
        { type: "page", name: "about", title: "About", html: "<p>Me</p>" },
        { type: "page", name: "plans", title: "Plans", status: "private" },
        { type: "revision", status: "inherit" },
        { type: "nav_menu_item" },
        { type: "product", title: "Boat" },
      ]),
    );
    expect([...site.content().keys()].filter((path) => path.endsWith(".md"))).toEqual(["pages/_drafts/plans.md", "pages/about.md"]);
    expect(rowOf(out, "pages")).toBe(1);
    expect(rowOf(out, "pages as drafts: private")).toBe(1);
    expect(rowOf(out, "revisions and automatic drafts")).toBe(1);
    expect(rowOf(out, "entries of type product")).toBe(1);
  });

  it("never turns a name into a path, and gives two entries with the same name separate files", async () => {
    await importXml(
      toWxr([
        { id: 1, name: "../../etc/passwd" },
        { id: 2, name: "hello" },
        { id: 3, name: "hello" },
        { id: 4, name: "%e3%83%86%e3%82%b9%e3%83%88", title: "テスト" },
        { id: 5, name: "", title: "No name at all" },
        { id: 6, name: "C:\\con\u0000", title: "" },
      ]),
    );
    const names = [...site.content().keys()].filter((path) => path.endsWith(".md"));
    expect(names).toHaveLength(6);
    for (const name of names) expect(name).toMatch(/^posts\/2019\/2019-05-31-[a-z0-9-]+\.md$/);
    expect(names).toEqual(
      expect.arrayContaining(
        ["etc-passwd", "hello", "hello-3", "no-name-at-all", "c-con"].map((name) => `posts/2019/2019-05-31-${name}.md`),
      ),
    );
  });

  it("copies pictures only from the uploads, and checks their content", async () => {
    const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    site.write({
      "up/page.jpg": "<html><body>not a picture</body></html>",
      "secret.png": "",
      "up/evil.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><script/></svg>",
      "up/cut.png": "",
    });
    writeFileSync(join(site.cwd, "secret.png"), png);
    writeFileSync(join(site.cwd, "up/really-png.jpg"), png);
    writeFileSync(join(site.cwd, "up/cut.png"), png.subarray(0, 12));
    symlinkSync(join(site.cwd, "secret.png"), join(site.cwd, "up/link.png"));
    const names = [
      "page.jpg",
      "evil.svg",
      "cut.png",
      "link.png",
      "..%2fsecret.png",
      "../secret.png",
      "missing.jpg",
      "really-png.jpg",
      "%00.png",
    ];
    const html = names.map((name) => `<img src="https://old.example/wp-content/uploads/${name}" alt="x">`).join("\n\n");
    const { code, out } = await importXml(toWxr([{ html }]), "--uploads", "up");
    expect(code).toBe(0);
    const files = [...site.content().keys()].filter((path) => path.startsWith("uploads/"));
    expect(files).toEqual(["uploads/really-png.png"]);
    expect(rowOf(out, "not a picture, despite its name")).toBe(3);
    expect(rowOf(out, "outside the uploads")).toBe(2);
    const text = site.content().get("posts/2019/2019-05-31-hello.md");
    expect(text).toContain("](../../uploads/really-png.png)");
    expect(text).toContain("](https://old.example/wp-content/uploads/page.jpg)");
  });

  it("changes nothing the second time, and never a file that its author edited", async () => {
    const xml = toWxr([
      { id: 1, name: "one", html: "<p>One</p>" },
      { id: 2, name: "two", html: "<p>Two</p>" },
    ]);
    await importXml(xml);
    const before = site.bytes();
    const again = await importXml(xml);
    expect(again.out).toContain("0 files written to content, 3 already present, 0 of your files kept");
    expect(site.bytes()).toEqual(before);
    site.write({ "content/posts/2019/2019-05-31-one.md": "---\ntitle: Mine\n---\n" });
    const third = await importXml(xml);
    expect(third.out).toContain("kept posts/2019/2019-05-31-one.md: it already exists, and differs from the export");
    expect(site.content().get("posts/2019/2019-05-31-one.md")).toBe("---\ntitle: Mine\n---\n");
  });

  it("removes the remains of a killed import, and nothing that another one is writing", async () => {
    const killed = spawnSync(process.execPath, ["--version"]).pid;
    site.write({ [`content/.octavo-import-${killed}/file`]: "half", [`content/.octavo-import-${process.ppid}/file`]: "half" });
    await importXml(toWxr([{}]));
    expect([...site.content().keys()].filter((path) => path.includes("octavo-import"))).toEqual([`.octavo-import-${process.ppid}/file`]);
  });

  it("with --dry-run, prints the same and writes nothing", async () => {
    const before = site.content();
    const { out } = await importXml(toWxr([{}]), "--dry-run");
    expect(out).toContain("2 files would be written to content");
    expect(site.content()).toEqual(before);
  });

  const rss = (inner: string): string => `${WXR_HEAD}<rss><channel><wp:wxr_version>1.2</wp:wxr_version>${inner}</channel></rss>`;
  it.each([
    [
      "a DOCTYPE that reads files",
      toWxr([{}]).replace("<rss", '<!DOCTYPE rss [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>\n<rss'),
      /^octavo: export\.xml:3:\d+: a DOCTYPE/,
    ],
    ["an undeclared entity", rss("<title>&xxe;</title>"), /^octavo: export\.xml:3:\d+: not well-formed: invalid character entity/],
    ["endlessly nested elements", rss("<a>".repeat(100_000)), /^octavo: export\.xml:3:\d+: more than 20 nested elements/],
    ["a truncated export", toWxr([{}]).slice(0, -60), /^octavo: export\.xml:\d+:\d+: the export ends within <wp:post_password>/],
    [
      "an element that is not closed",
      toWxr([{}]).replace("</wp:status>", ""),
      /^octavo: export\.xml:\d+:\d+: not well-formed: unexpected close tag/,
    ],
    ["a page instead of the export", "<html><body>Log in</body></html>", /^octavo: export\.xml:1:\d+: the first element is <html>/],
    ["another feed", "<rss><channel><title>x</title></channel></rss>", /not a WordPress export: it has no wp:wxr_version/],
    ["an empty file", "", /^octavo: export\.xml:1:1: the file is empty/],
    ["no posts at all", rss(""), /the export has no posts/],
    [
      "another encoding",
      toWxr([{}]).replace("UTF-8", "ISO-8859-1"),
      /^octavo: export\.xml:1:\d+: the export states that its encoding is ISO-8859-1/,
    ],
  ])("refuses %s, and writes nothing", async (_what, xml, message) => {
    const before = site.content();
    const { code, out, err } = await importXml(xml);
    expect(err).toMatch(message);
    expect(err).toMatch(/\nhint: /);
    expect(err).not.toContain("this should not happen");
    expect([code, out]).toEqual([1, ""]);
    expect(site.content()).toEqual(before);
  });

  it("refuses text that is not UTF-8, with its line", async () => {
    writeFileSync(join(site.cwd, "export.xml"), Buffer.from(toWxr([{ title: "Gr\u00fcn" }]), "latin1"));
    const { code, err } = await site.run("wordpress", "export.xml");
    expect([code, err]).toEqual([1, expect.stringContaining("is not UTF-8")]);
  });

  it("names arguments missing from the command line", async () => {
    expect((await site.run("wordpress")).err).toContain("import wordpress needs <export.xml>");
    expect((await site.run("wordpress", "nowhere.xml")).err).toContain("nowhere.xml");
    expect((await importXml(toWxr([{}]), "--uploads", "nowhere")).err).toContain("--uploads nowhere is missing");
    expect((await site.run("wordpres", "export.xml")).err).toContain('did you mean "wordpress"?');
  });
});
