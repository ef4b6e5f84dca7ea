import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "./parse-files.ts";

it("a name that tags.yaml gives to two tags is a warning, and means the first", async () => {
  const { content, lines } = await parseFiles({
    "site.yaml": SITE,
    "tags.yaml": "js: JavaScript\necma: javascript\n",
    "posts/a.md": post("title: A\ndate: 2024-01-01\ntags: [JavaScript]"),
  });
  expect(lines).toEqual([
    'content/tags.yaml:2:7  warning  ecma: "javascript" is also the name of js: a document that uses it gets the tag js (rename or remove one of the two)',
  ]);
  expect(content?.posts[0]?.tags).toEqual([{ slug: "js", name: "JavaScript" }]);
});

it("a tag or a category that is written in two ways is a warning", async () => {
  const { lines } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-01\ntags: [Rain, rain]\ncategories: [Marsh]"),
    "posts/b.md": post("title: B\ndate: 2024-01-01\ncategories: [marsh]"),
  });
  expect(lines).toEqual([
    'content/posts/a.md:4:14  warning  tags.1: this file writes both "Rain" and "rain": they count as one (spell it the same way everywhere, or add rain: Rain to tags.yaml)',
    'content/posts/b.md:4:14  warning  categories.0: "marsh" is written "Marsh" in content/posts/a.md (spell it the same way everywhere, or add marsh: Marsh to categories.yaml)',
  ]);
});

it("letters that a slug cannot contain are not silently removed from a hint or a former path", async () => {
  const { content, lines } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-01\naliases: [/2019/кино-2024/]"),
    "posts/b.md": post("title: B\ndate: 2024-01-01\nslug: Кино 2024"),
  });
  expect(content?.posts.find(({ slug }) => slug === "a")?.aliases).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/b\.md:4:7 {2}error {2}slug: "Кино 2024" is not a slug \(want lower-case letters a-z/)]);
});

it("an unmatched bracket in a string of tags is a warning at its place, but not in a list item", async () => {
  const { content, lines } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-01\ntags: notes, [x"),
    "posts/b.md": post('title: B\ndate: 2024-01-01\ntags: ["notes", "[x"]\ncategories: a[0], b'),
  });
  expect(lines).toEqual(['content/posts/a.md:4:7  warning  tags: "[x" has an unmatched bracket (want [notes, x])']);
  expect(content?.posts[0]?.tags.map(({ name }) => name)).toEqual(["notes", "[x"]);
});
