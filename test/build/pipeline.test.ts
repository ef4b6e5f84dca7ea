import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions } from "../../build/build-options.ts";
import type { ProgressEvent } from "../../build/shared/stages.ts";
import { buildIn, type Files, writeFiles } from "./site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-build-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const SITE = "name: Marsh\nurl: https://marsh.example\n";
/** A broken link on the first line and a missing picture on the third. */
const BODY = "See [ice](ice-cream.md).\n\n![A heron](heron.jpg)\n";
const GOOD = "---\ntitle: Good\npublishedAt: 2026-01-02\n---\n";

/**
 * Builds a site of these files.
 * @returns the findings: `posts/a.md:3 bad-date`
 */
async function findingsOf(files: Files, overrides: Partial<BuildOptions> = {}): Promise<string[]> {
  writeFiles(root, Object.fromEntries(Object.entries({ "site.yaml": SITE, ...files }).map(([path, text]) => [`content/${path}`, text])));
  const result = await buildIn(root, overrides);
  expect(result.ok).toBe(result.diagnostics.errorCount === 0);
  return result.diagnostics.all().map(({ file, line, code }) => `${file.replace("content/", "")}:${line} ${code}`);
}

const inBody = (file: string, line: number): string[] => [`${file}:${line} broken-link`, `${file}:${line + 2} missing-picture`];

describe("a mistake in front matter does not hide mistakes in the body", () => {
  it.each([
    ["a wrong date", "title: A\npublishedAt: never", ["posts/a.md:3 bad-date"]],
    ["no title", "publishedAt: 2026-01-02\nfeatured: true", ["posts/a.md:2 missing-key"]],
    ["an unknown key and a wrong type", "titel: A\nfeatured: [x]", ["posts/a.md:2 unknown-key", "posts/a.md:3 wrong-type"]],
    ["an invalid slug", "title: A\nslug: Not A Slug\npublishedAt: 2026-01-02", ["posts/a.md:3 bad-slug"]],
    ["invalid YAML", 'title: "A\npublishedAt: 2026-01-02', ["posts/a.md:3 yaml"]],
    ["a list", "- title: A\n- b", ["posts/a.md:2 front-matter"]],
  ])("%s", async (_, frontMatter, expected) => {
    const lines = frontMatter.split("\n").length;
    const found = await findingsOf({ "posts/a.md": `---\n${frontMatter}\n---\n${BODY}` });
    expect(found.filter((one) => !one.endsWith("missing-date"))).toEqual([...expected, ...inBody("posts/a.md", lines + 3)]);
    expect(existsSync(join(root, "dist"))).toBe(false);
  });

  it("or in the body and the pictures of any other kind", async () => {
    const wrong = "updatedAt: never\n";
    expect(
      await findingsOf({
        "posts/a.md": `---\ntitle: A\n${wrong}publishedAt: 2026-01-02\ncover: { src: a.jpg, alt: x }\nimages: [{ src: b.jpg, alt: x }]\n---\n${BODY}`,
        "projects/a.md": `---\ntitle: A\n${wrong}cover: { src: a.jpg, alt: x }\ngallery: [{ src: b.jpg, alt: x }]\n---\n${BODY}`,
        "books/a.md": `---\ntitle: A\n${wrong}cover: { src: a.jpg, alt: x }\n---\n${BODY}`,
        "photos/a.md": `---\ntitle: A\ntakenAt: never\nimage: { src: a.jpg, alt: x }\n---\n${BODY}`,
        "photos/b.md": `---\ntitle: A\nalbum: Marsh\nimage: true\n---\n${BODY}`,
        "services/a.md": `---\ntitle: A\n${wrong}---\n${BODY}`,
        "series/a.yaml": "status: over\ncover: { src: a.jpg, alt: x }\n",
        "about.md": `---\n${wrong}portrait: { src: a.jpg, alt: x }\n---\n${BODY}`,
        "services-page.yaml": `${wrong}hero: { image: { src: a.jpg, alt: x } }\ntranslations: { de: { hero: { title: 1, image: { src: b.jpg, alt: x } } } }\n`,
      }),
    ).toEqual([
      "about.md:2 bad-date",
      "about.md:3 missing-picture",
      ...inBody("about.md", 5),
      "books/a.md:2 missing-key",
      "books/a.md:3 bad-date",
      "books/a.md:4 missing-picture",
      ...inBody("books/a.md", 6),
      "photos/a.md:3 bad-date",
      "photos/a.md:4 missing-picture",
      ...inBody("photos/a.md", 6),
      "photos/b.md:4 wrong-type",
      ...inBody("photos/b.md", 6),
      "posts/a.md:3 bad-date",
      "posts/a.md:5 missing-picture",
      "posts/a.md:6 missing-picture",
      ...inBody("posts/a.md", 8),
      "projects/a.md:3 bad-date",
      "projects/a.md:4 missing-picture",
      "projects/a.md:5 missing-picture",
      ...inBody("projects/a.md", 7),
      "series/a.yaml:1 missing-key",
      "series/a.yaml:1 bad-value",
      "series/a.yaml:2 missing-picture",
      "services-page.yaml:1 bad-date",
      "services-page.yaml:2 missing-key",
      "services-page.yaml:2 missing-picture",
      "services-page.yaml:3 missing-picture",
      ...["services/a.md:3 bad-date", ...inBody("services/a.md", 5)],
    ]);
  });

  it("also in a second build, from the cache, and there are no findings after all mistakes are corrected", async () => {
    const files = { "posts/a.md": `---\ntitle: A\npublishedAt: never\n---\n${BODY}`, "posts/b.md": GOOD };
    const first = await findingsOf(files);
    expect(first).toHaveLength(3);
    expect(await findingsOf(files)).toEqual(first);
    expect(await findingsOf(files, { check: true })).toEqual(first);
    expect(await findingsOf(files, { check: true, isOnlyBuild: true })).toEqual(first);
    expect(await findingsOf({ ...files, "posts/a.md": `${GOOD}See [good](b.md).\n` })).toEqual([]);
    expect(existsSync(join(root, "dist/api/v1/posts/a.json"))).toBe(true);
  });
});

it("the progress of a build ends at its total, with pages and without", async () => {
  for (const config of ["{}", "{ website: true }"]) {
    writeFiles(root, { "octavo.config.mjs": `export default ${config};\n` });
    const written: ProgressEvent[] = [];
    await findingsOf({ "posts/a.md": GOOD }, { onProgress: (event) => event.stage === "write" && written.push(event) });
    expect(written.length).toBeGreaterThan(20);
    expect(written.at(-1)).toMatchObject({ done: written.at(-1)?.total });
    rmSync(join(root, "dist"), { recursive: true });
  }
});

it("a single check does not open a cache file, even if it assembles pages", async () => {
  const files = { "posts/a.md": `${GOOD}See [good](b.md).\n`, "posts/b.md": GOOD };
  const write = (redirects: string): void => writeFileSync(join(root, "octavo.config.js"), `export default { redirects: ${redirects} };\n`);
  for (const redirects of ["{}", '{ "/old": "/posts/a" }']) {
    write(redirects);
    expect(await findingsOf(files, { check: true, isOnlyBuild: true })).toEqual([]);
    expect(existsSync(join(root, ".octavo/cache/build.db"))).toBe(false);
  }
  write('{ "/posts/a": "/posts/b" }');
  const covered = await findingsOf(files, { check: true });
  expect(covered).not.toEqual([]);
  rmSync(join(root, ".octavo"), { recursive: true });
  expect(await findingsOf(files, { check: true, isOnlyBuild: true })).toEqual(covered);
});

it("a link or a picture on the author's own disk is a mistake", async () => {
  const text =
    "[a](file:///home/a.pdf) [b](C:\\\\b.pdf) <a href='c:/c.pdf'>c</a>\n\n![d](file:///d.png) ![e](D:/e.png) <img src='file:/f.png' alt=''>\n";
  expect(await findingsOf({ "posts/a.md": `${GOOD}${text}[mail](mailto:a@b.example) [tel](tel:1)\n` })).toEqual([
    ...Array.from({ length: 3 }, () => "posts/a.md:5 broken-link"),
    ...Array.from({ length: 3 }, () => "posts/a.md:7 missing-picture"),
  ]);
});

describe("a mistake in site.yaml does not hide mistakes elsewhere", () => {
  it.each([
    ["invalid YAML", 'name: "Marsh\nurl: https://marsh.example\n', ["site.yaml:3 yaml"]],
    ["no name and a wrong address", "url: marsh\n", ["site.yaml:1 missing-key", "site.yaml:1 bad-url"]],
    [
      "a wrong time zone and a missing logo",
      `${SITE}timeZone: Oslo\nlogo: logo.png\n`,
      ["site.yaml:3 bad-value", "site.yaml:4 missing-picture"],
    ],
  ])("%s", async (_, site, expected) => {
    const files = { "site.yaml": site, "posts/a.md": `${GOOD}${BODY}`, "posts/ice.md": `${GOOD}[a](a.md)\n`, "about.md": BODY };
    const found = await findingsOf(files);
    expect(found.map((one) => one.replace("bad-time-zone", "bad-value"))).toEqual([
      ...inBody("about.md", 1),
      ...inBody("posts/a.md", 5),
      ...expected,
    ]);
    expect(existsSync(join(root, "dist"))).toBe(false);
  });

  it("and neither does its absence", async () => {
    writeFiles(root, { "content/posts/a.md": `${GOOD}${BODY}` });
    const { diagnostics } = await buildIn(root);
    expect(diagnostics.all().map(({ code }) => code)).toEqual(["broken-link", "missing-picture", "missing-site"]);
  });
});

describe("a document with a mistake can still be the target of references", () => {
  it("links to it by file, folder or slug are not reported", async () => {
    const links = ["a.md", "a", "a/", "../projects/p.md", "../series/s.yaml", "utf.md", "utf/", "yaml.md", "slug.md", "slug/"];
    const text = links.map((link) => `[x](${link})\n`).join("\n");
    writeFiles(root, { "content/posts/utf.md": "" });
    writeFileSync(join(root, "content/posts/utf.md"), Buffer.from("2d2d2d0a7469746c653a20e90a2d2d2d0a", "hex"));
    expect(
      await findingsOf({
        "posts/a.md": "---\ntitle: A\npublishedAt: never\ndraft: true\n---\n",
        "posts/yaml.md": '---\ntitle: "A\n---\n',
        "posts/slug.md": "---\ntitle: A\npublishedAt: 2026-01-02\nslug: A B\n---\n",
        "projects/p.md": "---\ntitle: [x]\n---\n",
        "series/s.yaml": "title: [x]\n",
        "posts/links.md": `${GOOD}${text}`,
      }),
    ).toEqual([
      "posts/a.md:3 bad-date",
      "posts/slug.md:4 bad-slug",
      "posts/utf.md:2 bad-utf8",
      "posts/yaml.md:2 yaml",
      "projects/p.md:2 wrong-type",
      "series/s.yaml:1 wrong-type",
    ]);
  });

  it("and neither is a position in its series, a book's post, or an entry for its tag in tags.yaml", async () => {
    writeFiles(root, { "content/series/weaving.yaml": "" });
    writeFileSync(join(root, "content/series/weaving.yaml"), Buffer.from("7469746c653a20e90a", "hex"));
    expect(
      await findingsOf({
        "tags.yaml": "a: [\n",
        "posts/a.md": "---\ntitle: A\npublishedAt: 2026-01-02\nseries: weaving\ntags: [Loom]\n---\n",
        "posts/b.md": "---\ntitle: B\npublishedAt: never\ntags: [loom]\n---\n",
        "books/c.md": "---\ntitle: C\nstatus: reading\nrelatedPostSlug: b\n---\n",
      }),
    ).toEqual(["posts/b.md:3 bad-date", "series/weaving.yaml:1 bad-utf8", "tags.yaml:2 yaml"]);
  });
});
