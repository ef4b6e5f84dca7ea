import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "../parse/parse-files.ts";

it("a NUL and half of a surrogate pair are errors at the value that contains them, in front matter and in site.yaml", async () => {
  const { lines } = await parseFiles({
    "site.yaml": `${SITE}tagline: "a\\0"\n`,
    "posts/a.md": post('title: "A\\uD83D"\ndate: 2024-01-01\ntags: [a, "b\\x00"]'),
    "posts/b.md": post('title: "\\uD83D\\uDC26 \\t"\ndate: 2024-01-02'),
  });
  expect(lines.map((line) => line.replace(/ \(.*/, ""))).toEqual([
    "content/posts/a.md:2:8  error  title: contains half of a character",
    "content/posts/a.md:4:11  error  tags.1: contains a NUL character",
    "content/site.yaml:4:10  error  tagline: contains a NUL character",
  ]);
});
