import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import { parseFiles, post, SITE } from "./parse-files.ts";

const FILES = {
  "site.yaml": SITE,
  "posts/a.md": post("title: A\ndate: 2024-01-31\ntags: [reeds]"),
  "posts/old/b.md": post("title: B\ndate: 2019-05-01\ntags: [ice, ice]\nlanguage: fr"),
  "posts/old/north/c.md": post("title: C\ndate: 2019-06-01"),
  "posts/older/d.md": post("title: D\ndate: 2010-01-01"),
};

describe("frontMatter.folders", () => {
  it("gives documents below a folder, or one file, its values: lists before their own, others as defaults", async () => {
    const folders = {
      posts: {
        "posts/old/": { language: "de", tags: ["archive"], permalink: "/old/{year}/{slug}/" },
        "posts/old/north": { tags: ["north"], permalink: "/far/{name}/" },
        "posts/older/d.md": { language: "nb", tags: ["ink"], permalink: "/ink/{slug}/" },
        ".": { authors: ["Ines Aas"] },
      },
    };
    const { content, lines } = await parseFiles(FILES, { config: { frontMatter: { folders } } });
    expect(lines).toEqual([]);
    const found = content?.posts.map(({ slug, language, tags, page }) => [slug, language, tags.map((tag) => tag.slug), page]);
    expect(found).toEqual([
      ["a", null, ["reeds"], "/posts/a"],
      ["b", "fr", ["archive", "ice"], "/old/2019/b/"],
      ["c", "de", ["archive", "north"], "/far/c/"],
      ["d", "nb", ["ink"], "/ink/d/"],
    ]);
    expect(content?.posts.every(({ authors }) => authors[0]?.name === "Ines Aas")).toBe(true);
  });

  it("names the place in the file of a wrong item that follows the folder's items", async () => {
    const files = { "site.yaml": SITE, "posts/old/b.md": post("title: B\ndate: 2019-05-01\ntags:\n  - ice\n  - 3: x") };
    const { lines } = await parseFiles(files, { config: { frontMatter: { folders: { posts: { "posts/old": { tags: ["archive"] } } } } } });
    expect(lines).toEqual([expect.stringMatching(/^content\/posts\/old\/b\.md:6:\d+ {2}error {2}/)]);
  });

  it.each([
    [{ "../x": {} }, '"../x" is not a folder or file below the content folder'],
    [{ "old/*": {} }, '"old/*" is not a folder or file below the content folder'],
    [{ old: "de" }, '"de" is not an object'],
    [{ old: { permalink: "/{yeer}/" } }, '"/{yeer}/" has an unknown placeholder {yeer}'],
  ])("refuses %j", async (posts, message) => {
    const cwd = await mkdtemp(join(tmpdir(), "octavo-folders-"));
    try {
      await writeFile(join(cwd, "octavo.config.ts"), `export default { frontMatter: { folders: ${JSON.stringify({ posts })} } };\n`);
      const { diagnostics } = await loadConfig({ cwd });
      expect(diagnostics.all().map((one) => one.message)).toEqual([message]);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });
});
