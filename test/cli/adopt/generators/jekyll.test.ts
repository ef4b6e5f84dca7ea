import { describe, expect, it } from "vitest";
import { moveIn, withFields } from "../moved-blog.ts";

describe("a Jekyll site", () => {
  it("has the permalink, categories and author from its defaults", async () => {
    const { pages, out, posts } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "defaults:",
        "  - scope: { path: '', type: posts }",
        "    values: { layout: post, permalink: '/:categories/:short_month/:title/', category: birds, author: Ines Aas }",
        "  - scope: { path: _posts/en, type: posts }",
        "    values: { lang: en }",
        "  - scope: { type: pages }",
        "    values: { permalink: /x/ }",
      ].join("\n"),
      "_posts/2024-01-02-Grey_heron.md": withFields("title: A"),
      "_posts/2024-02-03-b.md": withFields("title: B\ncategory: reeds\nslug: bittern\npermalink: ''"),
      "_posts/2024-02-04-c.md": withFields("title: C\npermalink: far/away.html"),
    });
    expect(pages).toEqual(["/birds/Jan/Grey_heron/", "/far/away.html", "/reeds/Feb/bittern/"]);
    expect(posts.map(({ authors }) => authors.map(({ name }) => name))).toEqual([["Ines Aas"], ["Ines Aas"], ["Ines Aas"]]);
    expect(out).not.toContain("are not transferred");
  });

  it("uses its fullest collection as posts if it has none, and names the others", async () => {
    const { pages, out } = await moveIn({
      "_config.yml":
        "url: https://a.example\ncollections:\n  walks: { output: true, permalink: '/:collection/:path/' }\n  tools: { output: true }\n  data: {}\n",
      "_walks/north/heron.md": withFields("title: A\ndate: 2024-01-02"),
      "_walks/reeds.md": withFields("title: B\ndate: 2024-01-02"),
      "_tools/saw.md": withFields("title: Saw"),
    });
    expect(pages).toEqual(["/walks/north/heron/", "/walks/reeds/"]);
    expect(out).toContain("note: the collection tools (1 file) is published as pages, at /tools/{path}.html\n");
  });

  it("publishes its other collections as pages, at their addresses", async () => {
    const { config, out, posts } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "collections:",
        "  tools: { output: true }",
        "  people: { output: true, permalink: '/who/:name/' }",
        "  talks: { output: true, permalink: '/:collection/:year/:title/' }",
        "  data: { output: false }",
      ].join("\n"),
      "_posts/2024-01-02-a.md": withFields("title: A"),
      "_tools/deep/saw.md": withFields("title: Saw\nlayout: tool"),
      "_people/ada.md": withFields("name: Ada"),
      "_talks/tides.md": withFields("title: Tides"),
      "_data/x.md": withFields("title: X"),
      "old.txt": "/tools/deep/saw.html\n/who/ada/\n/2024/01/02/a.html\n",
    });
    expect(posts).toHaveLength(1);
    expect(config).toMatchObject({
      collections: { pages: ["_tools/**/*.{md,markdown}", "_people/**/*.{md,markdown}"] },
      urls: { pages: "/{path}/" },
      frontMatter: { folders: { pages: { _tools: { permalink: "/tools/{path}.html" }, _people: { permalink: "/who/{path}/" } } } },
    });
    expect(out).toContain(
      "note: the collection talks (1 file) is not part of the posts and is not published: to publish it, define it as a kind under kinds\n",
    );
    expect(out).toContain("octavo check finds 1 post, 0 errors");
  });

  it("turns a collection with dates in its permalink into a kind, if each document states a date", async () => {
    const config = [
      "url: https://a.example",
      "collections:",
      "  field-notes: { output: true, permalink: '/:collection/:year/:i_month/:title:output_ext' }",
      "  talks: { output: true, permalink: '/talks/:year/:title/' }",
    ].join("\n");
    const files = {
      "_config.yml": config,
      "_posts/2024-01-02-a.md": withFields("title: A"),
      "_field-notes/Reed_Bed.md": withFields("title: Reeds\ndate: 2023-02-03\nlayout: note\nmood: calm\ntags: [ice]"),
      "_talks/2023-02-03-herons.md": withFields("title: Herons"),
    };
    const { out, config: written, otherPages } = await moveIn(files);
    expect(written.kinds).toEqual({
      "field-notes": {
        files: "_field-notes/**/*.{md,markdown}",
        words: { one: "Field note", many: "Field notes" },
        fields: {},
        order: ["-publishedAt", "title"],
        tags: true,
        page: "/field-notes/{year}/{i_month}/{slug_or_name:jekyll}.html",
      },
    });
    expect(otherPages).toEqual(["/field-notes/2023/2/Reed_Bed.html"]);
    expect(out).toContain("note: the collection field-notes (1 file) becomes a separate kind, at /field-notes/{year}/");
    expect(out).toContain("note: the collection talks (1 file) is not part of the posts and is not published: ");
  });

  it("publishes a collection at the permalink in its defaults, like Chirpy's tabs", async () => {
    const { otherPages } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "collections: { tabs: { output: true, sort_by: order } }",
        "defaults:",
        "  - { scope: { path: '', type: posts }, values: { permalink: /posts/:title/ } }",
        "  - { scope: { path: '', type: tabs }, values: { layout: page, permalink: /:title/ } }",
      ].join("\n"),
      "_posts/2024-01-02-a.md": withFields("title: A"),
      "_tabs/more.md": withFields("title: More"),
    });
    expect(otherPages).toEqual(["/more/"]);
  });

  it("accepts posts in HTML like Markdown", async () => {
    const { pages, out } = await moveIn({
      "_config.yml": "url: https://a.example\npermalink: /:title.html\n",
      "_posts/2024-01-02-a.html": withFields("title: A", "<p>Ice.</p>"),
      "_posts/2024-01-03-b.md": withFields("title: B"),
    });
    expect(pages).toEqual(["/a.html", "/b.html"]);
    expect(out).toContain("octavo check finds 2 posts, 0 errors");
  });

  it("applies defaults to folders that a pattern matches, to single files, and to files that a pattern matches", async () => {
    const { pages, posts, out } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "permalink: /:categories/:title/",
        "defaults:",
        "  - scope: { path: '_posts/*/old' }",
        "    values: { categories: attic }",
        "  - scope: { path: _posts/2024-01-04-c.md }",
        "    values: { categories: one, permalink: '/c/:year/:title.html' }",
        "  - scope: { path: '_posts/2024/2024-*.md', type: posts }",
        "    values: { lang: de }",
        "  - scope: { path: '_posts/2025-*.md', type: posts }",
        "    values: { lang: nb }",
        "  - scope: { path: about.md }",
        "    values: { lang: nb }",
      ].join("\n"),
      "_posts/2023/old/2023-01-02-a.md": withFields("title: A"),
      "_posts/2024/2024-01-03-b.md": withFields("title: B"),
      "_posts/2024-01-04-c.md": withFields("title: C"),
    });
    expect(pages).toEqual(["/attic/a/", "/b/", "/c/2024/c.html"]);
    expect(posts.map(({ slug, language, categories }) => [slug, language, categories.map((one) => one.slug)]).sort()).toEqual([
      ["a", null, ["attic"]],
      ["b", "de", []],
      ["c", null, ["one"]],
    ]);
    expect(out).toContain("note: _config.yml: defaults for _posts/2025-*.md are not transferred (lang): write them into those posts\n");
    expect(out).not.toContain("about.md");
  });

  it("has only the categories of the deepest scope if scopes overlap", async () => {
    const { pages, config } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "permalink: /:categories/:title/",
        "defaults:",
        "  - { scope: { path: '', type: posts }, values: { categories: [all] } }",
        "  - { scope: { path: _posts/north, type: posts }, values: { categories: [north] } }",
        "  - { scope: { path: _posts/north/deep, type: posts }, values: { categories: deep } }",
        "  - { scope: { path: _posts/south, type: posts }, values: { category: south } }",
      ].join("\n"),
      "_posts/2024-01-02-a.md": withFields("title: A\ncategories: [own]"),
      "_posts/north/2024-01-02-b.md": withFields("title: B\ncategories: [own]"),
      "_posts/north/deep/2024-01-02-c.md": withFields("title: C"),
      "_posts/south/2024-01-02-d.md": withFields("title: D"),
      "_posts/south/far/2024-01-02-e.md": withFields("title: E"),
    });
    expect(pages).toEqual(["/all/own/a/", "/all/south/d/", "/all/south/e/", "/deep/c/", "/north/own/b/"]);
    expect(config).toMatchObject({
      frontMatter: {
        folders: {
          posts: {
            "_posts/2024-01-02-a.md": { categories: ["all"] },
            "_posts/north/2024-01-02-b.md": { categories: ["north"] },
            "_posts/north/deep": { categories: ["deep"] },
            "_posts/south": { categories: ["all", "south"] },
          },
        },
      },
    });
  });

  it("puts a default category before a post's own, and reports if Jekyll orders them differently", async () => {
    const config =
      "url: https://a.example\npermalink: /:categories/:title/\ndefaults:\n  - { scope: { path: '' }, values: { category: birds } }\n";
    const files = {
      "_config.yml": config,
      "_posts/2024-01-02-a.md": withFields("title: A\ncategories: reeds"),
      "_posts/2024-01-03-b.md": withFields("title: B"),
    };
    const { pages, out } = await moveIn(files);
    expect(pages).toEqual(["/birds/b/", "/birds/reeds/a/"]);
    expect(out).toContain("note: _config.yml: category in defaults comes before a post's own categories, but after them in Jekyll: ");
    const stated = await moveIn({ ...files, "_posts/2024-01-04-c.md": withFields("title: C\ncategory: ice") });
    expect(stated.pages).toEqual(["/birds/b/", "/ice/c/", "/reeds/a/"]);
    expect(stated.out).toContain(
      "note: _config.yml: category in defaults applies only to posts that state neither category nor categories\n",
    );
  });

  it("warns if posts' permalinks are not used", async () => {
    const { out } = await moveIn({
      "_config.yml": "url: https://a.example\n",
      "_posts/2024-01-02-a.md": withFields("title: A\npermalink: /far/a/"),
      "_posts/2024-01-03-b.md": withFields("title: B\npermalink: /:year/b/"),
    });
    expect(out).toContain("\nwarning: permalink of 2 posts is not used but kept in extra, because not all values are paths: ");
  });

  it("uses the date in the file name if the stated one cannot be read", async () => {
    const { pages, warnings } = await moveIn({
      "_config.yml": "url: https://a.example\n",
      "_posts/2024-01-02-a.md": withFields("title: A\ndate: sometime in spring"),
    });
    expect(pages).toEqual(["/2024/01/02/a.html"]);
    expect(warnings).toContain('"sometime in spring" is not a date');
  });

  it("makes posts that its pagination hides unlisted, and says so", async () => {
    const { posts, out } = await moveIn({
      "_config.yml": "url: https://a.example\n",
      "_posts/2024-01-02-a.md": withFields("title: A\nhidden: true"),
    });
    expect(posts.map(({ unlisted }) => unlisted)).toEqual([true]);
    expect(out).toContain("note: posts with hidden: true have pages, but are in no list, feed or search (hidden means unlisted)\n");
  });

  it("names every key of defaults that is not transferred, except defaults of other files", async () => {
    const { out } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "defaults:",
        "  - scope: { type: posts }",
        "    values: { layout: post, image: /a.png, author: Ines Aas }",
        "  - scope: { path: travel }",
        "    values: { categories: [far], image: /b.png, layout: wide }",
        "  - scope: { path: assets/img }",
        "    values: { image: true }",
      ].join("\n"),
      "travel/_posts/2024-01-02-a.md": withFields("title: A"),
    });
    expect(out).toContain("note: _config.yml: defaults for all posts are not transferred (image): write them into those posts\n");
    expect(out).toContain("note: _config.yml: defaults for travel are not transferred (image): write them into those posts\n");
    expect(out).not.toContain("assets/img hold");
  });

  it("gives the posts in a folder its defaults: permalink, language, and categories beside their own", async () => {
    const { pages, posts } = await moveIn({
      "_config.yml": [
        "url: https://a.example",
        "defaults:",
        "  - scope: { path: '', type: posts }",
        "    values: { categories: notes }",
        "  - scope: { path: _posts/de, type: posts }",
        "    values: { lang: de, tags: [reise], permalink: '/de/:categories/:title/' }",
      ].join("\n"),
      "_posts/2024-01-02-a.md": withFields("title: A\ncategories: birds"),
      "_posts/de/2024-01-03-b.md": withFields("title: B\ncategories: [moor]"),
      "_posts/de/2024-01-04-c.md": withFields("title: C\ntags: [schnee]\npermalink: /weg/"),
    });
    expect(pages).toEqual(["/de/notes/moor/b/", "/notes/birds/2024/01/02/a.html", "/weg/"]);
    expect(posts.map(({ language, tags }) => [language, tags.map(({ slug }) => slug)])).toEqual([
      [null, []],
      ["de", ["reise"]],
      ["de", ["schnee"]],
    ]);
  });

  it("has the folders above _posts as categories, before the post's own", async () => {
    const { pages, out } = await moveIn({
      "_config.yml": "url: https://a.example\n",
      "travel/_posts/2022-08-08-harbour.md": withFields("title: Harbour\ncategories: ships"),
      "travel/north/_posts/2022-08-08-oslo.md": withFields("title: Oslo"),
      "_posts/birds/2024-01-02-a.md": withFields("title: A"),
    });
    expect(pages).toEqual(["/2024/01/02/a.html", "/travel/north/2022/08/08/oslo.html", "/travel/ships/2022/08/08/harbour.html"]);
    const config =
      "url: https://a.example\npermalink: /:categories/:title/\ndefaults: [{ scope: { path: '' }, values: { categories: log } }]\n";
    const both = await moveIn({
      "_config.yml": config,
      "travel/north/_posts/2022-08-08-oslo.md": withFields("title: Oslo\ncategories: ships"),
      "travel/_posts/2022-08-08-harbour.md": withFields("title: Harbour"),
      "_posts/2024-01-02-a.md": withFields("title: A"),
    });
    expect(both.pages).toEqual(["/log/a/", "/travel/log/harbour/", "/travel/north/log/ships/oslo/"]);
    expect(out).not.toContain("not taken over");
  });
});
