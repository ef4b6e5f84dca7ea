import { describe, expect, it } from "vitest";
import { parseFiles, post, SITE } from "./parse-files.ts";

/** Leftovers in posts from fifteen years of other tools. */

describe("a day that its month does not have", () => {
  const files = {
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2015-02-30 10:00\nupdated: 2015-06-31"),
    "posts/2016-02-30-b.md": post("title: B"),
  };

  it("is an error", async () => {
    const { lines } = await parseFiles(files);
    expect(lines).toEqual([
      'content/posts/2016-02-30-b.md:2:1  error  the file\'s name begins with a date, but "2016-02-30" is not a date: February 2016 has 29 days (want 2024-01-31 or 2024-01-31T09:30:00Z)',
      'content/posts/a.md:3:7  error  date: "2015-02-30 10:00" is not a date: February 2015 has 28 days (want 2024-01-31 or 2024-01-31T09:30:00Z)',
      'content/posts/a.md:4:10  error  updated: "2015-06-31" is not a date: June 2015 has 30 days (want 2024-01-31 or 2024-01-31T09:30:00Z)',
    ]);
  });

  it("is the last day of the month if the configuration says so, with or without a warning", async () => {
    const { content, lines } = await parseFiles(files, { config: { checks: { dates: "warning" } } });
    expect(content?.posts.map(({ publishedAt }) => publishedAt)).toEqual(["2016-02-28T23:00:00.000Z", "2015-02-28T09:00:00.000Z"]);
    expect(content?.posts[1]?.updatedAt).toBe("2015-06-29T22:00:00.000Z");
    expect(lines).toEqual([
      'content/posts/2016-02-30-b.md:2:1  warning  the file\'s name begins with a date, but "2016-02-30" is not a day of its month (read as 2016-02-29)',
      'content/posts/a.md:3:7  warning  date: "2015-02-30 10:00" is not a day of its month (read as 2015-02-28 10:00)',
      'content/posts/a.md:4:10  warning  updated: "2015-06-31" is not a day of its month (read as 2015-06-30)',
    ]);
    expect((await parseFiles(files, { config: { checks: { dates: "off" } } })).lines).toEqual([]);
  });

  it("never publishes a post before a later date that it states", async () => {
    const embargo = { "site.yaml": SITE, "posts/a.md": post("title: A\ndate: 2015-02-30\npublishDate: 2031-01-01") };
    const { content } = await parseFiles(embargo, { config: { checks: { dates: "off" } } });
    expect(content?.posts[0]?.publishedAt).toBe("2030-12-31T23:00:00.000Z");
  });

  it("is still an error if no month has it", async () => {
    const { lines } = await parseFiles(
      { "site.yaml": SITE, "posts/a.md": post("title: A\ndate: 2015-02-32\nupdated: 2015-13-01") },
      { config: { checks: { dates: "warning" } } },
    );
    expect(lines.filter((line) => line.includes("  error  "))).toHaveLength(2);
  });
});

it("a title that was written as HTML is text", async () => {
  const { content } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post('title: "Q &amp; A &#8212; it&rsquo;s &amp;lt; &copy AT&T"\ndate: 2024-01-01'),
  });
  expect(content?.posts[0]?.title).toBe("Q & A — it’s &lt; &copy AT&T");
});

describe("an HTML post", () => {
  it("is read if a glob includes it, and its body is not Markdown", async () => {
    const files = { "site.yaml": SITE, "posts/2019-01-02-old.html": post("title: Old", "<p>One</p>\n\n    <p>*Two*</p>\n") };
    const { content, lines } = await parseFiles(files, { config: { collections: { posts: "posts/**/*.{md,html}" } } });
    expect(lines).toEqual([]);
    expect(content?.posts[0]).toMatchObject({
      slug: "old",
      publishedAt: "2019-01-01T23:00:00.000Z",
      body: "<p>One</p>\n\n    <p>*Two*</p>\n",
    });
  });

  it("without front matter is an error that says how to begin", async () => {
    const { lines } = await parseFiles(
      { "site.yaml": SITE, "posts/old.html": "<p>One</p>\n" },
      { config: { collections: { posts: "posts/*.html" } } },
    );
    expect(lines).toEqual([
      "content/posts/old.html:1:1  error  has no front matter (begin the file with a line of ---, a line with title: …, and another line of ---)",
    ]);
  });
});

it("in MDX the end of an excerpt is a comment in braces, on a line of its own", async () => {
  const body = "One.\n\n{/* truncate */}\n\nTwo {/* more */} three.\n\n{/* a note */}\n";
  const files = { "site.yaml": SITE, "posts/a.mdx": post("title: A\ndate: 2024-01-01", body) };
  const { content } = await parseFiles(files);
  expect(content?.posts[0]?.body.split("\n").map((line) => line.trimEnd())).toEqual([
    "One.",
    "",
    "<!-- truncate -->",
    "",
    "Two  three.",
    "",
    "",
    "",
  ]);
});

it("an alias that is a name for wiki links does not fail the build if checks.slugs is a warning", async () => {
  const files = { "site.yaml": SITE, "posts/heron.md": post("title: Heron\ndate: 2024-01-31\naliases: [Grey bird, reiher, /old/heron/]") };
  const { content, lines } = await parseFiles(files, { config: { checks: { slugs: "warning" } } });
  expect(content?.posts[0]).toMatchObject({ aliases: ["reiher"], redirectFrom: ["/old/heron/"] });
  expect(lines).toEqual([
    'content/posts/heron.md:4:10  warning  aliases: "Grey bird" is not a former slug or path, so it is left out (markdown: { wikiLinks: true } in octavo.config.ts uses such names for wiki links)',
  ]);
  const single = { ...files, "posts/heron.md": post("title: Heron\ndate: 2024-01-31\naliases: Grey bird") };
  expect((await parseFiles(single, { config: { checks: { slugs: "off" } } })).lines).toEqual([]);
});

it("an alias that is the post's own slug, or that another post has, does not fail the build if checks.slugs is a warning", async () => {
  const files = {
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-31\naliases: [a, b, old, former]"),
    "posts/b.md": post("title: B\ndate: 2024-01-31\naliases: [old]"),
    "posts/c.md": post("title: C\ndate: 2024-01-31\naliases: c"),
  };
  for (const config of [{ checks: { slugs: "warning" } }, { markdown: { wikiLinks: true } }] as const) {
    const { content, lines } = await parseFiles(files, { config });
    expect(content?.posts.map(({ slug, aliases }) => [slug, aliases])).toEqual([
      ["a", ["old", "former"]],
      ["b", []],
      ["c", []],
    ]);
    expect(lines).toEqual([]);
  }
});
