import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "../parse/parse-files.ts";

const POST = post("title: P\ndate: 2024-01-01");

it("reStructuredText files beside posts cause one error, and texts in other formats cause one warning; each states the number and names of the files", async () => {
  const files = { "site.yaml": SITE, "posts/a.md": POST, "posts/b.rst": "B\n=\n", "posts/c.adoc": "= C\n", "posts/d.txt": "D\n" };
  const { lines, notices } = await parseFiles(files);
  expect(lines).toEqual([
    "content/posts/b.rst:1:1  error  1 reStructuredText file, which octavo does not read: content/posts/b.rst (convert each with pandoc -f rst -t gfm, or move it to another folder)",
    "content/posts/c.adoc:1:1  warning  1 text beside posts is not published: content/posts/c.adoc (posts are Markdown, so convert each (for reStructuredText: pandoc -f rst -t gfm), or move it to another folder)",
  ]);
  expect(notices).toEqual([expect.stringContaining("1 file beside posts is not a post: content/posts/d.txt")]);
});

it("a text in a post's own folder belongs to the post", async () => {
  const files = { "site.yaml": SITE, "posts/a/index.md": POST, "posts/a/notes.rst": "B\n=\n" };
  expect((await parseFiles(files)).lines).toEqual([]);
});
